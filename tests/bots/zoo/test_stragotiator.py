"""Stragotiator (thesis, 2.5) and its character."""

from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.board import STANDARD, province_of
from adjudication.facts import reachable_provinces
from adjudication.legality import refusal
from adjudication.orders import Hold, Move
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.arena.game import GamePlan, Record, play
from bots.contract import positions_of_a_game, views
from bots.view import SeatView
from bots.zoo.deals import Pacts, pacts_of
from bots.zoo.stragotiator.agent import Stragotiator
from bots.zoo.stragotiator.core import Effort, Outlook, evolve, first_goals, shared_orders
from bots.zoo.stragotiator.opponents import START, Trust, defuzzified, lowered, model_of, raised, tone_of
from bots.zoo.stragotiator.values import DISTANCE, Weights, table_of
from bots.zoo.thesis.strategy import destination_of
from negotiation.diplomacy import DIPLOMACY
from negotiation.foresight import Given, Standing, breaks
from negotiation.parser import parse_formula
from tests.bots.boards import board
from tests.bots.zoo.talking import BOARDS, answers, line, opens, peace, view_of

HASTY = Stragotiator(efforts=(Effort(3, 1), Effort(1, 0)))
FALL = board(
    "F1903M",
    *("FRA A PAR", "FRA A BUR", "FRA F MAO", "GER A MUN", "GER A RUH", "ITA A PIE", "ITA F TUN", "ENG F ECH"),
    centers={"FRA": "PAR BRE MAR SPA", "GER": "MUN BER KIE", "ITA": "ROM NAP TUN", "ENG": "LON LVP EDI"},
)
MOVE_SET = (
    "[Commit(ita, fra, Do(sup(Unit(ita, Region(pie, amy)), mto(Unit(fra, Region(bur, amy)), Region(mar, amy)))))]"
)


# ── values and the strategy core ────────────────────────────────────────────────────────────────


def test_a_value_reaches_four_provinces_and_no_further() -> None:
    lonely = board("S1903M", "FRA A SPA", centers={"FRA": "SPA POR", "TUR": "CON"})
    table = table_of(lonely, "FRA", weights=Weights(starts={("foreign home", "enemy"): 100}))
    far = {"CON": 0}
    for _ in range(20):
        for place in list(far):
            for to in STANDARD.army_borders.get(place, ()):
                far.setdefault(to, 9)
                far[to] = min(far[to], far[place] + 1)
    values = {place: table.values.worth["A", place] for place in far}
    assert all((values[place] > 0) == (far[place] <= DISTANCE) for place in far)
    assert max(values, key=lambda place: values[place]) in {"CON", "BUL", "SMY", "ANK"}


@given(st.sampled_from(BOARDS), st.sampled_from(POWERS))
def test_units_support_before_they_hold(position, power):
    orders = Outlook(position, power, STANDARD_RULES).move_set(position, power)
    for unit in position.units_of(power):
        if isinstance(orders[unit.province], Hold):
            helpable = {destination_of(order) for place, order in orders.items() if place != unit.province}
            assert not helpable & reachable_provinces(unit.kind, unit.region) - {unit.province}


@given(st.sampled_from(BOARDS), st.sampled_from(POWERS), st.sets(st.sampled_from(POWERS), max_size=2))
def test_negative_provinces_are_left_and_closed_ones_not_entered(position, power, friends):
    friends = frozenset(friends - {power})
    closed = frozenset(center for center, owner in position.centers.items() if owner in friends)
    table = table_of(position, power, friends, closed)
    units = {unit.province: unit for unit in position.units_of(power)}
    assert closed <= table.negative
    for place, goal in first_goals(units, table, closed=closed).items():
        ways = reachable_provinces(units[place].kind, units[place].region) - closed - table.negative
        assert province_of(goal) == place or province_of(goal) not in closed
        if place in table.negative and ways:
            assert province_of(goal) not in table.negative


def test_a_home_that_nobody_threatens_is_left_free_for_builds_in_fall() -> None:
    assert table_of(FALL, "ENG").negative >= {"EDI", "LVP"}
    assert "PAR" in table_of(FALL, "FRA").negative
    assert "MAR" not in table_of(FALL, "FRA").negative, "Italy could come from Piedmont"


def test_recombination_takes_each_gene_from_one_of_two_parents() -> None:
    seen: set[tuple[int, ...]] = set()

    def fitness(genes: tuple[int, ...]) -> float:
        seen.add(genes)
        return -sum(genes)

    best, value = evolve([5, 5, 5, 5], fitness, lambda at, gene: gene - 1, Effort(6, 12, chance=0.5), rng=Random(1))
    assert value == -sum(best) > -20
    alone, _ = evolve([1, 2], fitness, lambda at, gene: gene, Effort(5, 5, chance=1.0), rng=Random(1))
    assert alone == (1, 2)


@given(st.sampled_from(BOARDS), st.sampled_from(POWERS))
def test_what_evolution_finds_is_never_worse_than_the_first_move_set(position, power):
    if not position.units_of(power):
        return
    outlook = Outlook(position, power, STANDARD_RULES)
    others = outlook.foreseen(Random(1))
    _, first = outlook.best({}, Random(2), efforts=(Effort(1, 0), Effort(1, 0)), others=others)
    orders, best = outlook.best({}, Random(2), efforts=(Effort(4, 2), Effort(1, 0)), others=others)
    assert best >= first
    assert all(refusal(position, power, order) is None for order in orders.values())


def test_time_that_is_over_ends_the_search_with_legal_orders() -> None:
    for view in views(5):
        orders = Stragotiator().decide(view, {}, Random(1), 0.0).orders
        assert all(refusal(view.position, view.power, order) is None for order in orders)


def test_a_large_board_takes_less_than_a_second() -> None:
    position = max(BOARDS, key=lambda each: max(len(each.units_of(power)) for power in POWERS))
    power = max(POWERS, key=lambda each: len(position.units_of(each)))
    view = SeatView(power, position, STANDARD_RULES, positions_of_a_game()[-1][1])
    began = process_time()
    Stragotiator().decide(view, {}, Random(1), 60)
    assert process_time() - began < 1


# ── the model of the others ─────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("deeds", "trust"),
    [
        ("", Trust.LITTLE),
        ("+", Trust.MUCH),
        ("++", Trust.MUCH),
        ("+++", Trust.FULL),
        ("-", Trust.LITTLE),
        ("---", Trust.NONE),
        ("+++--", Trust.MUCH),
    ],
)
def test_trust_is_the_degree_with_most_membership(deeds: str, trust: Trust) -> None:
    fuzzy = START
    for deed in deeds:
        fuzzy = raised(fuzzy, 0.35) if deed == "+" else lowered(fuzzy, 0.35)
    assert defuzzified(fuzzy) is trust


def test_of_degrees_with_equal_membership_the_lowest_counts() -> None:
    assert defuzzified((0.1, 0.4, 0.4, 0.1)) is Trust.LITTLE
    assert defuzzified((0.25, 0.25, 0.25, 0.25)) is Trust.NONE


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1)), max_size=20))
def test_memberships_stay_a_fuzzy_set(steps):
    fuzzy = START
    for up, part in steps:
        fuzzy = raised(fuzzy, part) if up else lowered(fuzzy, part)
    assert sum(fuzzy) == pytest.approx(1)
    assert all(-1e-9 <= degree <= 1 + 1e-9 for degree in fuzzy)


@pytest.mark.parametrize(
    ("deal", "tone"),
    [
        (peace("ITA", "FRA"), 1),
        ("Agree([eng ita], aly([eng ita], fra))", -1),
        ("Agree([fra ita], aly([fra ita], eng))", 1),
        (MOVE_SET, 1),
        ("[Commit(ita, eng, Do(mto(Unit(ita, Region(pie, amy)), Region(mar, amy))))]", -1),
        ("[Commit(ita, fra, Do(hld(Unit(ita, Region(pie, amy)))))]", 0),
    ],
)
def test_proposals_are_positive_or_negative(deal: str, tone: int) -> None:
    assert tone_of(parse_formula(deal, DIPLOMACY), "FRA", FALL) == tone  # type: ignore[arg-type]


def test_past_moves_are_intentions() -> None:
    history = positions_of_a_game()[10][1]
    model = model_of(SeatView("FRA", positions_of_a_game()[10][0], STANDARD_RULES, history), {}, learns=True)
    assert any(value < 0 for value in model.friendship.values())
    assert all(0 <= same <= judged for same, judged in model.wits.values())
    assert "FRA" not in model.wits
    clever = model.shares()
    assert clever["TUR"] > clever["ITA"], "Turkey is a DumbBot there, Italy a RandomBot"


# ── the classicist ──────────────────────────────────────────────────────────────────────────────


def test_stragotiator_never_forgives_a_stab() -> None:
    stab = line("ITA", "FRA", "pce([fra ita])", "broken")
    offer = f"propose(ita, fra, {peace('FRA', 'ITA')})"
    assert answers(Stragotiator(), view_of("FRA", FALL, offer)) == [f"accept(fra, ita, {peace('FRA', 'ITA')})"]
    betrayed = view_of("FRA", FALL, offer, ledger=[stab, *[line("ITA", "FRA", "pce([fra ita])", "kept")] * 9])
    assert answers(Stragotiator(), betrayed) == [f"reject(fra, ita, {peace('FRA', 'ITA')})"]
    memory = dict(Stragotiator().decide(betrayed, {}, Random(1), 60).memory)
    assert memory["betrayers"] == ["ITA"]
    later = view_of("FRA", FALL, offer)
    assert answers(Stragotiator(), later, memory) == [f"reject(fra, ita, {peace('FRA', 'ITA')})"]
    assert not [text for text in opens(Stragotiator(), view_of("FRA", FALL), memory) if "(fra, ita" in text]


def test_a_betrayal_of_others_is_not_its_own_affair() -> None:
    other = line("ITA", "ENG", "pce([eng ita])", "broken")
    offer = f"propose(ita, fra, {peace('FRA', 'ITA')})"
    assert answers(Stragotiator(), view_of("FRA", FALL, offer, ledger=[other]))[0].startswith("accept")


def test_peace_leaves_somebody_to_win_from() -> None:
    first = opens(Stragotiator(), view_of("FRA", FALL))
    assert first
    assert all("pce(" in text for text in first)
    assert len(first) <= 2, "four powers are left"
    full = [("FRA GER", peace("FRA", "GER"))]
    offer = f"propose(eng, fra, {peace('ENG', 'FRA')})"
    assert answers(Stragotiator(), view_of("FRA", FALL, offer, deals=full))[0].startswith("reject")


def test_a_move_set_of_a_fully_trusted_power_is_accepted_unseen_by_the_core() -> None:
    """Only a power trusted fully may ask to leave Paris."""
    leave = "[Commit(fra, ger, Do(mto(Unit(fra, Region(par, amy)), Region(gas, amy))))]"
    strange = f"propose(ger, fra, {leave})"
    pact = [("FRA GER", peace("FRA", "GER"))]
    trusted = [line("GER", "FRA", "pce([fra ger])", "kept")] * 4
    assert answers(Stragotiator(), view_of("FRA", FALL, strange, deals=pact, ledger=trusted))[0].startswith("accept")
    assert answers(Stragotiator(), view_of("FRA", FALL, strange, deals=pact))[0].startswith("reject")


def test_even_full_trust_gets_no_promise_that_breaks_another() -> None:
    attack = "[Commit(fra, ger, Do(mto(Unit(fra, Region(bur, amy)), Region(mar, amy))))]"
    owed = "[Commit(fra, ita, Do(hld(Unit(fra, Region(bur, amy)))))]"
    trusted = [line("GER", "FRA", "pce([fra ger])", "kept")] * 4
    view = view_of("FRA", FALL, f"propose(ger, fra, {attack})", deals=[("FRA ITA", owed)], ledger=trusted)
    assert answers(Stragotiator(), view)[0].startswith("reject")


def test_after_peace_it_proposes_move_sets_with_both_orders() -> None:
    munich = board(
        "F1903M",
        *("FRA A BUR", "ITA A TYR", "GER A MUN", "GER A BER", "TUR A CON"),
        centers={"FRA": "PAR MAR BEL", "ITA": "VEN ROM VIE TRI", "GER": "MUN BER", "TUR": "CON"},
    )
    pact = [("FRA ITA", "Agree([fra ita], aly([fra ita], ger))")]
    outlook = Outlook(munich, "FRA", STANDARD_RULES, Pacts(peace=frozenset({"ITA"}), allies=frozenset({"ITA"})))
    (helper, support), (mover, move) = shared_orders(outlook, "ITA") or pytest.fail("there is one")
    assert {helper, mover} == {"FRA", "ITA"}
    assert isinstance(move, Move)
    assert destination_of(move) == province_of(support.target or "")  # type: ignore[union-attr]
    said = opens(Stragotiator(), view_of("FRA", munich, deals=pact))
    assert [text for text in said if "Do(sup(" in text and "Do(mto(" in text]


@pytest.mark.parametrize("sharers", ["drw()", "drw([fra ita])"])
def test_a_draw_is_for_allies_only(sharers: str) -> None:
    two = board("S1905M", "FRA A PAR", "ITA A ROM", centers={"FRA": "PAR", "ITA": "ROM"})
    offer = f"propose(ita, fra, Agree([fra ita], {sharers}))"
    ally = [("FRA ITA", "Agree([fra ita], aly([fra ita]))")]
    assert answers(Stragotiator(), view_of("FRA", two, offer))[0].startswith("reject")
    assert answers(Stragotiator(), view_of("FRA", two, offer, deals=ally))[0].startswith("accept")
    assert "drw" in opens(Stragotiator(), view_of("FRA", two, deals=ally))[0]


@given(
    st.sampled_from([position for position, _ in positions_of_a_game() if position.phase.kind != "A"]),
    st.sampled_from(POWERS),
    st.sets(st.sampled_from(POWERS), min_size=1, max_size=3),
    st.booleans(),
)
def test_no_order_breaks_a_peace_or_an_alliance(position, power, friends, allied):
    friends = sorted(friends - {power})
    foe = next(other for other in POWERS if other not in {*friends, power})
    deals = []
    for friend in friends:
        pair = " ".join(sorted((power.lower(), friend.lower())))
        content = f"aly([{pair}], {foe.lower()})" if allied else f"pce([{pair}])"
        deals.append((f"{power} {friend}", f"Agree([{pair}], {content})"))
    view = view_of(power, position, deals=deals)
    orders = HASTY.decide(view, {}, Random(1), 60).orders
    given_orders = [Given(power, order) for order in orders]
    for agreement in view.agreements:
        assert breaks(Standing(agreement.deal), power, given_orders, position) == {}
    assert pacts_of(view).peace == frozenset(friends)


@pytest.mark.parametrize(
    ("others", "until"),
    [
        (("stragotiator", "blabbot", "thesis-negotiator", "random-negotiator"), 1905),
        (("stragotiator", "shaheed"), 1902),
    ],
)
def test_it_breaks_no_deal_in_whole_games(others: tuple[str, ...], until: int) -> None:
    seats: dict[Power, str] = {power: others[index % len(others)] for index, power in enumerate(POWERS)}
    record = play(GamePlan(number=1, seed=7, seats=seats, until=until, seconds=60, rulebook="dipgame", level=1))
    states = {promise["state"] for promise in promises_in(record) if seats[promise["power"]] == "stragotiator"}
    assert states
    assert states <= {"kept", "void"}
    assert record["faults"] == {}


def promises_in(record: Record) -> list[Record]:
    ended = [promise for phase in record["phases"] for promise in phase.get("promises", ())]
    return [*ended, *record["standing"]]


@pytest.mark.parametrize(
    "memory",
    [{"wits": 3, "seen": 4, "betrayers": "ITA"}, {"wits": {"FRA": [1]}, "seen": "S1901M"}, {"betrayers": [1, "XXX"]}],
)
def test_a_strange_memory_is_forgotten(memory: dict[str, object]) -> None:
    model = model_of(view_of("FRA", FALL), memory, learns=True)
    assert model.betrayers == frozenset()
    assert model.wits == {}
