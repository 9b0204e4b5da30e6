"""Rings and swaps that an outsider stops: the reasons name who bounced whom, and never go in a circle."""

from collections import Counter
from itertools import combinations
from random import Random

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adjudication.board import STANDARD, province_of
from adjudication.engine import adjudicate
from adjudication.notation import parse_order
from adjudication.orders import Move
from adjudication.outcomes import Outcome
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.reasons import Reason
from adjudication.rulebook import STANDARD_RULES, Rulebook
from tests.adjudication.build import by_order, place, play
from tests.adjudication.phases import Orders, a_phase, often, rulebooks, seeds
from tests.adjudication.random_boards import crowd, orders_for

BLAMING = (Reason.HELD_OFF, Reason.OWN_UNIT)
TRIANGLES = sorted(
    (one, two, three)
    for one, two, three in combinations(STANDARD.army_borders, 3)
    if two in STANDARD.army_borders[one] and three in STANDARD.army_borders[one] and three in STANDARD.army_borders[two]
)


def circles(outcomes: tuple[Outcome, ...]) -> list[str]:
    """The provinces from which blame leads back to itself."""
    blames = {
        province_of(each.order.region): each.by[0]
        for each in outcomes
        if isinstance(each.order, Move) and each.reason in BLAMING
    }
    found = []
    for start, first in blames.items():
        at, steps = first, 0
        while at in blames and at != start and steps < len(blames):
            at, steps = blames[at], steps + 1
        if at == start:
            found.append(start)
    return found


def test_a_ring_stopped_by_an_outsider_names_who_bounced_whom() -> None:
    position = place("S1902M", ["TUR F ANK", "TUR A CON", "TUR A SMY", "RUS A ARM"])
    orders = {"TUR": ["F ANK - CON", "A CON - SMY", "A SMY - ANK"], "RUS": ["A ARM - ANK"]}
    outcomes = by_order(play(position, orders))
    assert (outcomes["TUR A SMY - ANK"].reason, outcomes["TUR A SMY - ANK"].by) == (Reason.BOUNCED, ("ARM",))
    assert (outcomes["RUS A ARM - ANK"].reason, outcomes["RUS A ARM - ANK"].by) == (Reason.BOUNCED, ("SMY",))
    assert outcomes["TUR A CON - SMY"].by == ("SMY",)
    assert outcomes["TUR F ANK - CON"].by == ("CON",)


def test_a_ring_of_different_powers_names_them_too() -> None:
    position = place("S1902M", ["TUR F ANK", "AUS A CON", "ITA A SMY", "RUS A ARM"])
    orders = {"TUR": ["F ANK - CON"], "AUS": ["A CON - SMY"], "ITA": ["A SMY - ANK"], "RUS": ["A ARM - ANK"]}
    outcomes = by_order(play(position, orders))
    assert outcomes["ITA A SMY - ANK"].by == ("ARM",)
    assert outcomes["RUS A ARM - ANK"].by == ("SMY",)
    assert outcomes["AUS A CON - SMY"].reason == Reason.HELD_OFF


def test_a_swap_by_convoy_stopped_by_an_outsider_names_who_bounced_whom() -> None:
    swap = place("S1902M", ["ENG A NWY", "ENG F SKA", "RUS A SWE", "GER F BAL"])
    texts = {"ENG": ["A NWY - SWE VIA", "F SKA C A NWY - SWE"], "RUS": ["A SWE - NWY"], "GER": ["F BAL - SWE"]}
    outcomes = by_order(play(swap, texts))
    assert (outcomes["ENG A NWY - SWE VIA"].reason, outcomes["ENG A NWY - SWE VIA"].by) == (Reason.BOUNCED, ("BAL",))
    assert (outcomes["GER F BAL - SWE"].reason, outcomes["GER F BAL - SWE"].by) == (Reason.BOUNCED, ("NWY",))
    assert outcomes["RUS A SWE - NWY"].by == ("NWY",)


def test_an_outsider_that_wins_still_stops_the_ring() -> None:
    position = place("S1902M", ["TUR F ANK", "TUR A CON", "TUR A SMY", "RUS A ARM", "RUS F BLA"])
    orders = {
        "TUR": ["F ANK - CON", "A CON - SMY", "A SMY - ANK"],
        "RUS": ["A ARM - ANK", "F BLA S A ARM - ANK"],
    }
    outcomes = by_order(play(position, orders))
    assert outcomes["RUS A ARM - ANK"].result == "ok"
    assert outcomes["TUR A SMY - ANK"].by == ("ARM",)


def test_a_ring_stopped_at_two_places_names_who_bounced_whom_at_both() -> None:
    position = place("S1902M", ["AUS A VIE", "AUS A BUD", "AUS A GAL", "RUS A RUM", "GER A BOH"])
    ring = ["A VIE - BUD", "A BUD - GAL", "A GAL - VIE"]
    for first in range(3):
        orders = {"AUS": ring[first:] + ring[:first], "RUS": ["A RUM - BUD"], "GER": ["A BOH - VIE"]}
        outcomes = by_order(play(position, orders))
        assert (outcomes["AUS A VIE - BUD"].reason, outcomes["AUS A VIE - BUD"].by) == (Reason.BOUNCED, ("RUM",))
        assert (outcomes["AUS A GAL - VIE"].reason, outcomes["AUS A GAL - VIE"].by) == (Reason.BOUNCED, ("BOH",))
        assert (outcomes["AUS A BUD - GAL"].reason, outcomes["AUS A BUD - GAL"].by) == (Reason.OWN_UNIT, ("GAL",))


def beset_ring(ring: tuple[str, str, str], rng: Random) -> tuple[Position, Orders]:
    """Ring of three armies, and others for and against it."""
    powers = [rng.choice(POWERS[:3]) for _ in ring]
    units = {place_: f"{power} A {place_}" for place_, power in zip(ring, powers, strict=True)}
    orders: dict[Power, list[str]] = {power: [] for power in POWERS}
    for at, power in enumerate(powers):
        orders[power].append(f"A {ring[at]} - {ring[(at + 1) % 3]}")
    for _ in range(rng.randint(1, 4)):
        target = rng.choice(ring)
        beside = [each for each in STANDARD.army_borders[target] if each not in units]
        if beside:
            source, power = rng.choice(beside), rng.choice(POWERS[3:])
            units[source] = f"{power} A {source}"
            movers = [at for at, each in enumerate(ring) if ring[(at + 1) % 3] == target]
            help_ = f"A {source} S A {ring[movers[0]]} - {target}"
            orders[power].append(rng.choice([f"A {source} - {target}", help_]))
    position = place("S1902M", units.values())
    return position, {power: [parse_order(text, "M", position) for text in texts] for power, texts in orders.items()}


@settings(deadline=None)
@given(st.sampled_from(TRIANGLES), st.integers(0, 2**32))
def test_reasons_of_rings_never_go_in_a_circle(ring: tuple[str, str, str], seed: int) -> None:
    position, orders = beset_ring(ring, Random(seed))
    assert circles(adjudicate(position, orders).outcomes) == []


@settings(deadline=None)
@given(st.sampled_from(TRIANGLES), st.integers(0, 2**32), st.permutations(POWERS))
def test_reasons_of_rings_do_not_hang_on_the_order_of_orders(
    ring: tuple[str, str, str], seed: int, powers: list[Power]
) -> None:
    rng = Random(seed)
    position, orders = beset_ring(ring, rng)
    assert_same_in_any_order(position, orders, powers, rng)


@often
@given(seeds, rulebooks, st.permutations(POWERS))
def test_outcomes_of_moves_and_retreats_do_not_hang_on_the_order_of_orders(
    seed: int, rulebook: Rulebook, powers: list[Power]
) -> None:
    position, orders = a_phase(seed, rulebook)
    assume(position.phase.kind != "A")  # of too many builds the first ones count
    assert_same_in_any_order(position, orders, powers, Random(seed), rulebook)


def assert_same_in_any_order(
    position: Position, orders: Orders, powers: list[Power], rng: Random, rulebook: Rulebook = STANDARD_RULES
) -> None:
    shuffled = {power: rng.sample(orders[power], len(orders[power])) for power in powers}
    once, again = adjudicate(position, orders, rulebook), adjudicate(position, shuffled, rulebook)
    assert Counter(again.outcomes) == Counter(once.outcomes)
    assert again.next == once.next


@settings(deadline=None)
@given(st.integers(0, 2**32))
def test_reasons_of_any_phase_never_go_in_a_circle(seed: int) -> None:
    rng = Random(seed)
    position = crowd(rng, rng.randint(8, 20))
    orders = orders_for(position, rng)
    read = {power: [orders[unit.province] for unit in position.units_of(power)] for power in POWERS}
    assert circles(adjudicate(position, read).outcomes) == []
