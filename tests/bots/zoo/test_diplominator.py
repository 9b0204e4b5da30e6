"""Diplominator (Webb et al. 2008): peace, enemy factor, stab, repentance, memory."""

import json
from random import Random
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication.board import STANDARD
from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.orders import Order
from adjudication.phase import parse_phase
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power, as_power
from adjudication.rulebook import STANDARD_RULES
from bots.contract import positions_of_a_game
from bots.dumbbot import DumbBot, orders_by
from bots.talking import hear_in_time, open_talk_in_time
from bots.values import dumbbot_values
from bots.view import Agreement, PastPhase, Said, SeatView
from bots.zoo.diplominator.agent import PATIENCE, Diplominator, Mute, offer_of_peace
from bots.zoo.diplominator.memory import MEMORY, Account, Encounter, Mind, Relation, encounters, recall
from negotiation.diplomacy import DIPLOMACY, Aly
from negotiation.parser import parse
from negotiation.printer import format_term
from negotiation.terms import Agree, Deal, Propose
from tests.bots.boards import board

BOARDS = positions_of_a_game()
CENTERS = "BRE PAR MAR SPA POR BEL HOL KIE BER MUN"


def france(centers: int, phase: str = "S1903M") -> Position:
    """France with so many centers beside Germany and Italy."""
    own = CENTERS.split()[:centers]
    rest = [home for home in STANDARD.homes["GER"] if home not in own]
    return board(
        phase,
        *("FRA A BUR", "FRA A MAR", "GER A RUH", "ITA A ROM"),
        centers={"FRA": " ".join(own), "GER": " ".join(rest), "ITA": "ROM NAP VEN", "AUS": "VIE BUD TRI"},
    )


def view_of(position: Position, *said: str, agreed: tuple[tuple[str, Deal], ...] = ()) -> SeatView:
    """The view of France."""
    talk = tuple(Said(position.phase, parse(text, DIPLOMACY)) for text in said)
    made = tuple(
        Agreement(parse_phase(phase), deal.agents, deal)  # type: ignore[arg-type, union-attr]
        for phase, deal in agreed
    )
    return SeatView("FRA", position, STANDARD_RULES, talk=talk, agreements=made, level=1)


def memory(**relations: Relation) -> dict[str, object]:
    return Mind(powers=dict(relations)).as_memory()  # type: ignore[arg-type]


def hostile(power: Power) -> dict[str, object]:
    """Memory of a power that attacked at every chance."""
    return Mind(turns={"F1902M": {power: Encounter(2, 2)}}).as_memory()


def seen(position: Position, *orders: str) -> PastPhase:
    """A phase with these orders, `GER A RUH - BUR`."""
    given: dict[Power, list[Order]] = {}
    for text in orders:
        given.setdefault(as_power(text[:3]), []).append(parse_order(text[4:]))
    return PastPhase(position, adjudicate(position, given, STANDARD_RULES).outcomes)


def answer(view: SeatView, remembered: dict[str, object]) -> str:
    words = hear_in_time(Diplominator(), view, remembered, view.talk[-1], rng=Random(1), seconds=5)
    assert words.faults == ()
    return format_term(words.utterances[0], DIPLOMACY).partition("(")[0]


PEACE = "propose(ger, fra, Agree([fra ger], pce([fra ger])))"


# ── values and orders ──


@given(st.sampled_from(BOARDS), st.sampled_from(POWERS), st.integers(0, 9))
def test_without_talk_it_orders_like_dumbbot(board_, power, seed):
    position, history = board_
    view = SeatView(power, position, STANDARD_RULES, history)
    expected = DumbBot().decide(view, {}, Random(seed), 1).orders
    assert Diplominator().decide(view, {}, Random(seed), 1).orders == expected
    mute = Mute(Diplominator())
    assert mute.decide(view, {}, Random(seed), 1).orders == expected
    assert not hasattr(mute, "open_talk")


def test_a_percent_lowers_a_province_and_its_neighbours_only() -> None:
    position = france(5)
    usual, lowered = (dumbbot_values(position, "FRA", percents=each) for each in ({}, {"MUN": 0}))
    assert lowered.worth["A", "MUN"] < usual.worth["A", "MUN"]
    assert lowered.worth["A", "BUR"] < usual.worth["A", "BUR"]
    assert all(lowered.worth[place] <= worth for place, worth in usual.worth.items())
    assert (lowered.strength, lowered.competition) == (usual.strength, usual.competition)
    assert dumbbot_values(position, "FRA", percents={"MUN": 100}) == usual


def test_dumbbot_completes_given_orders() -> None:
    fixed = parse_order("A PAR - BUR")
    for seed in range(20):
        view = SeatView("FRA", opening(), STANDARD_RULES)
        orders = orders_by(dumbbot_values(view.position, "FRA"), view, Random(seed), [fixed])  # type: ignore[list-item]
        assert fixed in orders
        assert len(orders) == 3
        assert parse_order("A MAR - BUR") not in orders


@pytest.mark.parametrize(("relation", "sign"), [(Relation(peace=True), -1), (Relation(stab=True), 1), (Relation(), 0)])
def test_homes_of_friends_are_lowered_and_after_a_stab_raised(relation: Relation, sign: int) -> None:
    view, bot = view_of(france(5)), Diplominator()
    usual = dumbbot_values(view.position, "FRA").worth
    worth = bot.values(view, recall(memory(GER=relation), "FRA")).worth
    for home in STANDARD.homes["GER"]:
        assert (worth["A", home] - usual["A", home]) * sign >= abs(sign)
        assert sign or worth["A", home] == usual["A", home]


# ── the enemy factor ──


@pytest.mark.parametrize(
    ("turns", "factor"),
    [
        ([], 0),
        ([(0, 0)], 0),
        ([(0, 4)], 0),
        ([(1, 4)], 0.25),
        ([(1, 2), (0, 2)], 0.25),
        ([(3, 0)], 3),
        ([(1, 0), (0, 2)], 0.5),
    ],
)
def test_enemy_factor_is_attacks_over_chances(turns: list[tuple[int, int]], factor: float) -> None:
    mind = Mind(turns={f"S{1901 + year}M": {"GER": Encounter(*each)} for year, each in enumerate(turns)})
    assert mind.enemy_factor("GER") == factor
    assert mind.enemy_factor("ITA") == 0


@pytest.mark.parametrize(
    ("orders", "attacks", "chances"),
    [
        (("GER A RUH H",), 0, 1),
        (("GER A RUH - BUR",), 1, 1),
        (("GER A RUH - BUR", "FRA A MAR S A BUR"), 1, 1),
        (("GER A RUH - KIE",), 0, 1),
        (("FRA A BUR - RUH",), 0, 1),
    ],
    ids=["stands next", "attacks", "bounces", "goes away", "was attacked"],
)
def test_attacks_and_chances_are_seen_on_the_board(orders: tuple[str, ...], attacks: int, chances: int) -> None:
    assert encounters(seen(france(3), *orders), "FRA")["GER"] == Encounter(attacks, chances)


def test_an_attack_from_afar_has_no_chance() -> None:
    position = board("S1903M", "FRA A SPA", "GER A RUH", centers={"FRA": "BEL SPA", "GER": "KIE"})
    assert encounters(seen(position, "GER A RUH - BEL"), "FRA") == {"GER": Encounter(1, 0)}


def test_fifteen_turns_are_remembered_and_slide() -> None:
    position = france(3)
    years = [board(f"S{1880 + year}M", "FRA A BUR", "GER A RUH") for year in range(20)]
    history = tuple(seen(each, "GER A RUH - BUR") for each in years)
    mind = recall({}, "FRA")
    mind.watch(SeatView("FRA", position, STANDARD_RULES, history))
    assert list(mind.turns) == [f"S{1880 + year}M" for year in range(20 - MEMORY, 20)]
    assert mind.enemy_factor("GER") == 1


# ── peace ──


def test_peace_is_offered_to_all_once_a_year_and_to_the_silent_three_times() -> None:
    remembered: dict[str, object] = {}
    offers: list[list[str]] = []
    for phase in ("S1901M", "F1901M", "S1902M", "S1903M", "S1904M"):
        words = open_talk_in_time(Diplominator(), view_of(france(4, phase)), remembered, Random(1), 5)
        assert words.faults == ()
        offers.append([each.hearers[0] for each in words.utterances])
        remembered = dict(words.memory)
    everybody = ["AUS", "GER", "ITA"]
    assert offers == [everybody, [], everybody, everybody, []]
    assert PATIENCE == 3


@pytest.mark.parametrize(
    ("said", "remembered", "expected"),
    [
        (PEACE, {}, "accept"),
        (PEACE, hostile("GER"), "reject"),
        (PEACE, hostile("ITA"), "accept"),
        (PEACE.replace("[fra ger]", "[fra ger ita]"), hostile("ITA"), "reject"),
        (PEACE, Mind(stabbing=True).as_memory(), "reject"),
        (PEACE.replace("pce([fra ger])", "aly([fra ger], [aus])"), {}, "accept"),
        (PEACE.replace("pce([fra ger])", "aly([fra ger], [aus])"), memory(AUS=Relation(peace=True)), "reject"),
        (PEACE.replace("pce([fra ger])", "drw([fra ger])"), {}, "reject"),
        (PEACE.replace("pce([fra ger])", "dmz([fra ger], [bur])"), {}, "reject"),
        ("propose(ger, fra, [Commit(fra, ger, Do(hld(Unit(fra, Region(bur, amy)))))])", {}, "reject"),
    ],
    ids=["anybody", "enemy", "other enemy", "of three", "stabbing", "ally", "against friend", "draw", "zone", "order"],
)
def test_peace_is_accepted_unless_there_is_a_reason(said: str, remembered: dict[str, object], expected: str) -> None:
    # A turn that counts stands in the history, too.
    position, past = france(9), seen(france(9, "F1902M"))
    view = SeatView("FRA", position, STANDARD_RULES, (past,), (Said(position.phase, parse(said, DIPLOMACY)),), level=1)
    assert answer(view, remembered) == expected


def test_an_agreed_peace_makes_a_friend_and_an_attack_ends_it() -> None:
    bot, deal = Diplominator(), offer_of_peace("FRA", "GER")
    view = view_of(france(5), agreed=(("S1903M", deal),))
    mind = bot.mind(view, {})
    assert mind.friends == {"GER"}
    past = seen(view.position, "GER A RUH - BUR")
    later = SeatView("FRA", france(5, "F1903M"), STANDARD_RULES, (past,), agreements=view.agreements, level=1)
    mind = bot.mind(later, mind.as_memory())
    assert mind.enemy_factor("GER") > bot.threshold
    assert mind.friends == frozenset(), "peace is taken back though the deal stands"


# ── stab and repentance ──


def test_at_ten_centers_friends_are_stabbed_and_below_nine_it_repents() -> None:
    bot = Diplominator()
    deal = offer_of_peace("FRA", "ITA")
    remembered: dict[str, object] = {}
    states = []
    for phase, centers in (("S1903M", 9), ("S1904M", 10), ("S1905M", 9), ("S1906M", 8)):
        view = view_of(france(centers, phase), agreed=(("S1903M", deal),))
        mind = bot.mind(view, remembered)
        remembered = mind.as_memory()
        states.append((mind.stabbing, mind.powers["ITA"].peace, mind.powers["ITA"].stab, mind.powers["GER"].stab))
    assert states == [
        (False, True, False, False),
        (True, False, True, False),
        (True, False, True, False),
        (False, False, False, False),
    ]
    asked = open_talk_in_time(bot, view, remembered, Random(1), 5).utterances
    assert Propose("FRA", ("ITA",), deal) in asked, "friendship is asked for again"
    again = view_of(france(8, "S1906M"), agreed=(("S1906M", deal),))
    assert bot.mind(again, remembered).friends == {"ITA"}


def test_nothing_is_offered_while_it_stabs() -> None:
    assert open_talk_in_time(Diplominator(), view_of(france(10)), {}, Random(1), 5).utterances == ()


def test_an_alliance_makes_friends_too() -> None:
    deal = Agree(("FRA", "ITA"), Aly(("FRA", "ITA"), ("GER",)))
    assert Diplominator().mind(view_of(france(5), agreed=(("S1903M", deal),)), {}).friends == {"ITA"}


# ── memory ──

PHASES = st.sampled_from(["S1901M", "F1901M", "W1905A"])
MINDS = st.builds(
    Mind,
    turns=st.dictionaries(
        PHASES, st.dictionaries(st.sampled_from(POWERS), st.builds(Encounter, st.integers(0, 9), st.integers(0, 9)))
    ),
    powers=st.dictionaries(
        st.sampled_from(POWERS), st.builds(Relation, st.booleans(), st.booleans(), ended=st.just("") | PHASES)
    ),
    stabbing=st.booleans(),
    accounts=st.dictionaries(
        st.sampled_from(POWERS), st.builds(Account, st.floats(-9, 9), st.integers(0, 9), st.integers(0, 9))
    ),
    booked=st.just("") | PHASES,
)


@given(MINDS, st.sampled_from(POWERS))
def test_memory_comes_back_from_json(mind, power):
    stored = json.loads(json.dumps(mind.as_memory()))
    mind.powers = {other: mind.powers.get(other, Relation()) for other in POWERS if other != power}
    assert recall(stored, power) == mind


@pytest.mark.parametrize(
    "nonsense",
    [{"turns": 3}, {"powers": {"XXX": {}}}, {"booked": "someday"}, {"turns": {"S1901M": {"GER": {"attacks": "no"}}}}],
)
def test_a_malformed_memory_is_forgotten(nonsense: dict[str, object]) -> None:
    assert recall(MappingProxyType(nonsense), "FRA") == recall({}, "FRA")
