"""The Bordeaux Diplomat (Loeb 1992): its core and its negotiator."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudication.board import STANDARD, province_of
from adjudication.engine import adjudicate
from adjudication.legality import refusal
from adjudication.notation import format_order, parse_order
from adjudication.options import legal_orders
from adjudication.orders import Build, Hold, Move, Order, Support, Waive
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES
from bots.contract import positions_of_a_game
from bots.talking import hear_in_time, open_talk_in_time
from bots.view import Agreement, PastPhase, Said, SeatView
from bots.zoo.bordeaux.core import gains, solve, values_of
from bots.zoo.bordeaux.mind import Mind, Reliability
from bots.zoo.bordeaux.mixing import cycle_in, equilibrium, regret_of
from bots.zoo.bordeaux.negotiator import Bordeaux, make_bordeaux
from bots.zoo.bordeaux.oneply import adjust
from bots.zoo.bordeaux.question import Alliance, NoOrderLeftError, Question, alone
from negotiation.diplomacy import DIPLOMACY
from negotiation.parser import parse, parse_formula
from negotiation.printer import format_term
from tests.bots.boards import board
from tests.effort import examples

BOARDS = [position for position, _ in positions_of_a_game() if position.phase.kind == "M"]
NAPLES_OR_TUNIS = board("F1903M", "ITA F TYS", "TUR F ION", centers={"ITA": "NAP ROM TUN", "TUR": "CON GRE"})
"""The example of the source: whatever Italy defends, Turkey goes to the other one."""
MUNICH = board(
    "F1903M",
    *("FRA A BUR", "FRA A RUH", "GER A MUN"),
    centers={"FRA": "PAR MAR BRE BEL HOL KIE", "GER": "MUN"},
)
"""France has nothing to win but Munich, for which it needs both armies."""


def orders(*texts: str) -> tuple[Order, ...]:
    return tuple(parse_order(text) for text in texts)


def texts(found: Mapping[Power, tuple[Order, ...]], power: Power) -> set[str]:
    return {format_order(order) for order in found[power]}


# ── the core ────────────────────────────────────────────────────────────────────────────────────


def only(power: Power, *targets: str) -> tuple[Order, ...]:
    """All orders of the power's one unit but moves to these places."""
    (options,) = legal_orders(NAPLES_OR_TUNIS, power).values()
    return tuple(order for order in options if not (isinstance(order, Move) and order.target in targets))


ITALY_AND_TURKEY: tuple[Power, ...] = ("ITA", "TUR")


def test_the_four_cycle_of_the_source_is_mixed_by_its_chances() -> None:
    """The chances are those that make the other one indifferent."""
    forbidden: dict[Power, tuple[Order, ...]] = {"ITA": only("ITA", "NAP", "TUN"), "TUR": only("TUR", "NAP", "TUN")}
    question = Question(NAPLES_OR_TUNIS, alone("ITA", "TUR"), width=400, forbidden=forbidden)
    answers = [solve(question, Random(seed)) for seed in range(120)]
    worth = {
        (mine, theirs): values_of(question, {"ITA": orders(f"F TYS - {mine}"), "TUR": orders(f"F ION - {theirs}")})
        for mine, theirs in product(("NAP", "TUN"), repeat=2)
    }

    def indifferent(payoff: Mapping[tuple[str, str], float]) -> float:
        """Chance of the other one's NAP that makes one indifferent."""
        stay, leave = payoff["NAP", "NAP"] - payoff["TUN", "NAP"], payoff["TUN", "TUN"] - payoff["NAP", "TUN"]
        return leave / (stay + leave)

    chances: dict[Power, float] = {
        "TUR": indifferent({pair: each["ITA"] for pair, each in worth.items()}),
        "ITA": indifferent({(theirs, mine): each["TUR"] for (mine, theirs), each in worth.items()}),
    }
    for answer in answers:
        assert answer.cycle is not None
        assert answer.cycle.regret == pytest.approx(0, abs=1e-9)
        for strategy, power in zip(answer.cycle.strategies, ITALY_AND_TURKEY, strict=True):
            told = {texts(plan.orders, power).pop()[-3:]: plan.chance for plan in strategy.plans}
            assert told["NAP"] == pytest.approx(chances[power])
        assert answer.values["TUR"] == pytest.approx(answers[0].values["TUR"]), "the expected return"
    for power, chance in chances.items():
        share = sum(texts(answer.orders, power).pop().endswith("NAP") for answer in answers) / len(answers)
        assert share == pytest.approx(chance, abs=0.16)


def test_with_all_moves_open_it_ends_in_a_mixed_equilibrium_too() -> None:
    for seed in range(10):
        found = solve(Question(NAPLES_OR_TUNIS, alone("ITA", "TUR"), width=2000), Random(seed))
        assert found.cycle is not None
        assert found.cycle.regret == pytest.approx(0, abs=1e-6)
        attacked = {
            text[-3:]
            for plan in found.cycle.strategies[1].plans
            for text in texts(plan.orders, "TUR")
            if plan.chance > 0.05
        }
        assert attacked == {"NAP", "TUN"}


def test_a_certain_gain_is_found() -> None:
    stays: dict[Power, tuple[Order, ...]] = {"GER": orders("A MUN H")}
    for seed in range(5):
        found = solve(Question(MUNICH, alone("FRA", "GER"), width=2000, required=stays), Random(seed))
        mine = texts(found.orders, "FRA")
        assert mine in ({"A BUR - MUN", "A RUH S A BUR - MUN"}, {"A RUH - MUN", "A BUR S A RUH - MUN"})


LONE = board("F1903M", "FRA A PAR", "GER A MUN", "ITA A VEN", centers={"FRA": "PAR", "GER": "MUN", "ITA": "VEN"})


def test_no_pure_equilibrium_is_lost() -> None:
    """A search that starts from an equilibrium stays there."""
    powers: tuple[Power, ...] = ("FRA", "GER", "ITA")
    question = Question(LONE, alone(*powers), width=400)
    choices: list[list[Order]] = [
        [order for order in each if isinstance(order, Hold | Move)]
        for power in powers
        for each in legal_orders(LONE, power).values()
    ]
    values = {
        profile: values_of(question, {power: (order,) for power, order in zip(powers, profile, strict=True)})
        for profile in product(*choices)
    }

    def is_stable(profile: tuple[Order, ...]) -> bool:
        return all(
            values[(*profile[:seat], other, *profile[seat + 1 :])][power] <= values[profile][power] + 1e-9
            for seat, power in enumerate(powers)
            for other in choices[seat]
        )

    stable = [profile for profile in values if is_stable(profile)]
    assert stable
    for profile in stable[:20]:
        seed = {power: (order,) for power, order in zip(powers, profile, strict=True)}
        assert dict(solve(replace(question, seed=seed), Random(1)).orders) == seed
    for seed_number in range(5):
        found = solve(question, Random(seed_number))
        if found.cycle is None:
            assert tuple(found.orders[power][0] for power in powers) in stable


def test_the_value_of_an_alliance_is_that_of_its_members_less_its_enemies() -> None:
    alliances = (Alliance(frozenset({"FRA", "ITA"}), frozenset({"GER"})), *alone("GER"))
    found = solve(Question(BOARDS[0], alliances, width=300), Random(1))
    assert found.alliances[0] == pytest.approx(found.values["FRA"] + found.values["ITA"] - found.values["GER"])
    assert found.alliances[1] == pytest.approx(found.values["GER"])
    assert values_of(Question(BOARDS[0], alliances), found.orders) == pytest.approx(dict(found.values))


def test_what_hurts_a_mortal_enemy_is_worth_doing() -> None:
    position = board("F1903M", "FRA A BUR", "GER A MUN", centers={"FRA": "PAR MAR BRE BEL", "GER": "MUN"})
    hated = Alliance(frozenset({"FRA"}), frozenset({"GER"}))
    leaves: dict[Power, tuple[Order, ...]] = {"GER": orders("A MUN - TYR")}
    question = Question(position, (hated, *alone("GER")), width=1000, required=leaves)
    found = solve(question, Random(1))
    assert texts(found.orders, "FRA") == {"A BUR - MUN"}
    idle = values_of(question, {"FRA": orders("A BUR H"), **leaves})
    assert found.alliances[0] > hated.value(idle) + 1.5, "it gains a center, and the enemy loses one"


@settings(max_examples=examples(60))
@given(st.sampled_from(BOARDS), st.sets(st.sampled_from(POWERS), min_size=1, max_size=3), st.randoms())
def test_constraints_are_obeyed_and_allies_do_not_fight(position, members, rng) -> None:
    powers = sorted(members)
    required: dict[Power, tuple[Order, ...]] = {}
    forbidden: dict[Power, tuple[Order, ...]] = {}
    zones: dict[Power, frozenset[str]] = {}
    for power in powers:
        options = list(legal_orders(position, power).values())
        if not options:
            continue
        first = rng.choice(options)
        required[power] = (rng.choice([order for order in first if not getattr(order, "via", False)]),)
        forbidden[power] = tuple(each[1] for each in options if each is not first and len(each) > 3)
        place = province_of(getattr(required[power][0], "target", None) or "")
        zones[power] = frozenset(rng.sample(["BUR", "MUN", "ION", "SER", "NTH", "TYR"], 2)) - {place}
    others = [power for power in POWERS if power not in members and position.units_of(power)]
    alliances = (Alliance(frozenset(members)), *alone(*others))
    question = Question(position, alliances, width=150, zones=zones, required=required, forbidden=forbidden)
    try:
        found = solve(question, rng)
    except NoOrderLeftError:
        return
    mine = [order for power in powers for order in found.orders.get(power, ())]
    promised = {
        province_of(order.region) for each in required.values() for order in each if not isinstance(order, Waive)
    }
    goals = Counter(
        province_of(order.target)
        for order in mine
        if isinstance(order, Move) and province_of(order.region) not in promised
    )
    assert all(times == 1 for times in goals.values())
    for power, given_orders in found.orders.items():
        assert all(refusal(position, power, order) is None for order in given_orders)
    for power in powers:
        own = found.orders.get(power, ())
        assert set(required.get(power, ())) <= set(own)
        assert not set(forbidden.get(power, ())) & set(own)
        entered = {province_of(order.target) for order in own if isinstance(order, Move)}
        assert not zones.get(power, frozenset()) & entered
        for order in own:
            if isinstance(order, Support) and order not in required[power]:
                helped = position.unit_at(province_of(order.supported))
                assert helped is not None
                assert helped.power in members


@pytest.mark.parametrize(
    ("constraints", "why"),
    [
        ({"forbidden": {"ITA": orders("F TYS H")}, "zones": {"ITA": frozenset(STANDARD.provinces)}}, "all its moves"),
        (
            {"required": {"ITA": orders("F TYS - NAP")}, "zones": {"ITA": frozenset({"NAP"})}},
            "required and not allowed",
        ),
        ({"required": {"ITA": orders("F TYS - MOS")}}, "cannot be given"),
        ({"required": {"ITA": orders("F TYS - NAP", "F TYS - TUN")}}, "two different orders"),
        ({"required": {"ITA": orders("A ROM H")}}, "no such unit"),
    ],
    ids=["nothing open", "zone", "illegal", "two orders", "no unit"],
)
def test_a_unit_without_an_order_is_told(constraints, why: str) -> None:
    with pytest.raises(NoOrderLeftError, match=why):
        solve(Question(NAPLES_OR_TUNIS, alone("ITA", "TUR"), **constraints), Random(1))


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"width": 0}, "at least 1"),
        ({"depth": 3}, "give 1, or 2"),
        ({"alliances": ()}, "No power is concerned"),
        ({"zones": {"ITA": frozenset({"XYZ"})}}, "no province XYZ"),
        ({"alliances": (*alone("ITA"), Alliance(frozenset({"ITA", "TUR"})))}, "two alliances"),
    ],
)
def test_a_senseless_question_is_refused(change, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        Question(**{"position": NAPLES_OR_TUNIS, "alliances": alone("ITA"), **change})


def test_it_stops_when_time_is_up_with_the_best_so_far() -> None:
    found = solve(Question(BOARDS[0], alone(*POWERS), width=100_000), Random(1), over=lambda: True)
    assert found.steps < 1000
    assert set(found.orders) == set(POWERS)


def test_an_army_is_carried_by_a_fleet_that_holds() -> None:
    position = board("F1901M", "ENG A YOR", "ENG F NTH", centers={"ENG": "LON"})
    found = solve(Question(position, alone("ENG"), width=3000), Random(2))
    assert found.values["ENG"] > 2
    assert {"A YOR - NWY", "F NTH C A YOR - NWY"} <= texts(found.orders, "ENG")


# ── equilibria ──────────────────────────────────────────────────────────────────────────────────

PENNIES = [[1.0, -1.0], [-1.0, 1.0]]
STONE = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]]


@pytest.mark.parametrize(
    ("game", "chances"),
    [(PENNIES, [0.5, 0.5]), (STONE, [1 / 3] * 3), ([[2.0, -1.0], [-1.0, 1.0]], [0.4, 0.6])],
    ids=["pennies", "stone", "uneven"],
)
def test_zero_sum_games_are_mixed_as_they_should_be(game, chances) -> None:
    payoffs = np.stack([np.array(game), -np.array(game)])
    found = equilibrium(payoffs)
    assert found[0] == pytest.approx(chances)
    assert regret_of(payoffs, found) < 1e-9


@settings(max_examples=examples(75))
@given(st.integers(0, 10_000))
def test_any_two_player_game_is_solved_and_three_players_nearly(seed: int) -> None:
    chance = np.random.default_rng(seed)
    two = chance.normal(size=(2, 3, 4))
    assert regret_of(two, equilibrium(two)) < 1e-6
    zero = chance.normal(size=(2, 2))
    # Two play for stakes and the third looks on.
    three = np.stack([zero[..., None].repeat(2, 2), -zero[..., None].repeat(2, 2), np.zeros((2, 2, 2))])
    assert regret_of(three, equilibrium(three)) < 0.3


@pytest.mark.parametrize(
    ("walk", "cycle"),
    [("abc", None), ("abab", (0, 3)), ("xyabcdabcd", (2, 9)), ("ababxyz", None), ("xabcab", (1, 5))],
)
def test_a_cycle_is_where_the_walk_comes_back_and_stays(walk: str, cycle: tuple[int, int] | None) -> None:
    assert cycle_in([letter.encode() for letter in walk]) == cycle


# ── builds and retreats ─────────────────────────────────────────────────────────────────────────


def test_a_retreat_goes_to_the_open_center() -> None:
    position = board(
        "F1903R",
        *("GER A BUR", "GER A RUH"),
        centers={"FRA": "PAR MAR", "GER": "MUN KIE"},
        dislodged={"FRA A BUR": ("MUN", ("GAS", "MAR", "BEL"))},
    )
    for depth in (1, 2):
        question = Question(position, alone("FRA", "GER"), width=200, depth=depth)
        assert adjust(question, "FRA", Random(1)) == orders("A BUR R BEL"), depth


def test_builds_obey_zones_and_all_that_is_due_is_built() -> None:
    position = board("W1903A", "FRA A SPA", centers={"FRA": "PAR MAR BRE SPA"})
    question = Question(position, alone("FRA"), zones={"FRA": frozenset({"BRE"})})
    found = adjust(question, "FRA", Random(1))
    built = [order for order in found if isinstance(order, Build)]
    assert {order.region for order in built} == {"PAR", "MAR"}
    assert len(found) == 3


# ── the negotiator ──────────────────────────────────────────────────────────────────────────────

PEACE = "Agree([fra ger], pce([fra ger]))"
OPEN_HOME = board("F1903M", "FRA A BUR", "GER F DEN", centers={"FRA": "PAR MAR BRE BEL HOL", "GER": "MUN DEN"})
"""Nobody can keep France from Munich."""


@pytest.fixture(scope="module")
def bot() -> Bordeaux:
    return make_bordeaux()


def view_of(power: Power, *said: str, deals: tuple[str, ...] = (), position=OPEN_HOME, level: int = 9) -> SeatView:
    talk = tuple(Said(position.phase, parse(text, DIPLOMACY)) for text in said)
    made = tuple(
        Agreement(position.phase, ("FRA", "GER"), parse_formula(text, DIPLOMACY))  # type: ignore[arg-type]
        for text in deals
    )
    return SeatView(power, position, STANDARD_RULES, talk=talk, agreements=made, level=level, protocol="talk")


def answers(bot: Bordeaux, view: SeatView) -> list[str]:
    words = hear_in_time(bot, view, {}, view.talk[-1], rng=Random(1), seconds=5)
    assert words.faults == ()
    return [format_term(each, DIPLOMACY) for each in words.utterances]


def test_peace_is_kept_unless_a_stab_wins_more_than_its_loyalty(bot: Bordeaux) -> None:
    view = view_of("FRA", deals=(PEACE,))
    loyal = replace(bot, loyalty=9.0).decide(view, {}, Random(1), 5).orders
    assert not any(isinstance(order, Move) and order.target == "MUN" for order in loyal)
    faithless = replace(bot, loyalty=0.1).decide(view, {}, Random(1), 5).orders
    assert any(isinstance(order, Move) and order.target == "MUN" for order in faithless)


def test_peace_that_costs_a_center_is_refused_and_one_that_costs_nothing_is_made(bot: Bordeaux) -> None:
    assert answers(bot, view_of("FRA", f"propose(ger, fra, {PEACE})")) == [f"reject(fra, ger, {PEACE})"]
    far = board("F1903M", "FRA A GAS", "GER A BER", centers={"FRA": "PAR", "GER": "BER"})
    assert answers(bot, view_of("FRA", f"propose(ger, fra, {PEACE})", position=far)) == [f"accept(fra, ger, {PEACE})"]


JOINT = board(
    "F1903M",
    *("FRA F MAO", "GER A SPA", "ENG F POR"),
    centers={"FRA": "PAR MAR BRE", "GER": "SPA", "ENG": "POR"},
)
"""France and Germany take Portugal together or not at all."""
ALLIANCE = "Agree([fra ger], aly([fra ger]))"


def test_promised_orders_are_given_and_promised_help_is_used(bot: Bordeaux) -> None:
    help_ = (
        "[Commit(ger, fra, Do(sup(Unit(ger, Region(spa, amy)), mto(Unit(fra, Region(mao, sea)), Region(por, sea)))))]"
    )
    helped = bot.decide(view_of("FRA", deals=(help_,), position=JOINT), {}, Random(1), 5).orders
    assert helped == orders("F MAO - POR")
    giver = bot.decide(view_of("GER", deals=(help_,), position=JOINT), {}, Random(1), 5).orders
    assert giver == orders("A SPA S F MAO - POR")


def test_allies_are_asked_for_the_help_of_the_best_plan_of_both(bot: Bordeaux) -> None:
    said = answers(bot, view_of("FRA", f"accept(ger, fra, {ALLIANCE})", deals=(ALLIANCE,), position=JOINT))
    (proposal,) = said
    assert proposal.startswith("propose(fra, ger, [Commit(")
    assert "Do(sup(" in proposal
    assert "Do(mto(" in proposal


def test_after_a_yes_it_plans_with_the_new_ally_at_once(bot: Bordeaux) -> None:
    (proposal,) = answers(bot, view_of("FRA", f"accept(ger, fra, {ALLIANCE})", position=JOINT))
    assert proposal.startswith("propose(fra, ger, [Commit(")


def test_each_power_gets_one_proposal_at_a_time(bot: Bordeaux) -> None:
    spring = board(
        "S1903M",
        *("FRA F MAO", "GER A SPA", "ENG F POR"),
        centers={"FRA": "PAR MAR BRE", "GER": "SPA MUN", "ENG": "POR"},
    )
    said = open_talk_in_time(bot, view_of("FRA", deals=(ALLIANCE,), position=spring), {}, Random(1), 60).utterances
    assert [each.hearers for each in said if "GER" in each.hearers] == [("GER",)]


def test_a_gain_is_never_negative() -> None:
    given_orders: dict[Power, tuple[Order, ...]] = {
        "FRA": orders("A BUR - MUN", "A RUH S A BUR - MUN"),
        "GER": orders("A MUN H"),
    }
    question = Question(MUNICH, alone("FRA"), width=1)
    assert all(gains(question, given_orders, power, Random(1)) >= 0 for power in ("FRA", "GER"))


def test_a_plausible_threat_is_remembered_and_an_absurd_one_is_not(bot: Bordeaux) -> None:
    def hints(order: str) -> object:
        text = f"inform(ger, fra, Commit(ger, fra, Do(mto(Unit(ger, Region(mun, amy)), Region({order}, amy)))))"
        view = view_of("FRA", text, position=board("F1903M", "FRA A PIC", "GER A MUN", centers={"GER": "MUN"}))
        return hear_in_time(bot, view, {}, view.talk[-1], rng=Random(1), seconds=5).memory["hints"]

    assert hints("kie") == {"GER": ["A MUN - KIE"]}
    assert hints("boh") == {}


def test_it_is_silent_at_level_0_and_says_nothing_above_the_level(bot: Bordeaux) -> None:
    for level in (0, 1):
        view = view_of("FRA", position=BOARDS[0], level=level)
        words = open_talk_in_time(bot, view, {}, Random(1), 5)
        assert words.faults == ()
        assert bool(words.utterances) == bool(level)


def test_bounds_of_reliability_move_with_deeds() -> None:
    known = Reliability()
    assert known.estimate == 1.0
    assert known.kept(2.0).estimate == 2.0
    assert known.stabbed(0.4).estimate == 0.4
    assert known.kept(2.0).stabbed(0.5) == Reliability(0.5, 0.5)
    assert known.stabbed(0.5).kept(2.0) == Reliability(2.0, 2.0)


@pytest.mark.parametrize(("move", "stabs"), [("A MUN - BUR", True), ("A MUN - KIE", False)])
def test_a_stab_gives_an_upper_bound_and_a_kept_word_a_lower_one(bot: Bordeaux, move: str, stabs: bool) -> None:
    position = board("F1903M", "FRA A PIC", "GER A MUN", centers={"FRA": "PAR", "GER": "MUN"})
    deal = "Agree([fra ger], dmz([fra ger], bur))"
    view = view_of("FRA", deals=(deal,), position=position)
    memory = bot.decide(view, {}, Random(1), 5).memory
    given_orders: dict[Power, tuple[Order, ...]] = {"GER": orders(move), "FRA": orders("A PIC H")}
    resolution = adjudicate(position, given_orders)
    later = SeatView("FRA", resolution.next, STANDARD_RULES, (PastPhase(position, resolution.outcomes),), level=9)
    found = Mind.from_memory(memory).after(later, Random(1)).of("GER")
    assert (found.high < 1) == stabs


def test_a_mind_survives_json_and_nonsense_is_forgotten(bot: Bordeaux) -> None:
    memory = bot.decide(view_of("FRA", deals=(PEACE,)), {}, Random(1), 5).memory
    assert Mind.from_memory(memory).as_dict() == memory
    damaged: tuple[dict[str, Any], ...] = (
        {"reliability": {"ENG": [1]}, "ties": {"ENG": 3}, "hints": {"GER": 7}, "deals": [[1, 2], 3]},
        {"reliability": [], "ties": None, "hints": {"GER": ["x"]}, "deals": "no", "asked": {"ENG": 3}, "phase": 4},
    )
    for nonsense in damaged:
        assert bot.decide(view_of("FRA"), nonsense, Random(1), 5).orders
