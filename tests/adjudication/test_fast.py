"""The kernel's typed results are the reference's, with reasons and in order."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from random import Random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudication import engine, fast, options
from adjudication.batch import decode_order
from adjudication.orders import Hold, Move, Order, Support
from adjudication.outcomes import Resolution
from adjudication.phase import parse_phase
from adjudication.position import Position, Unit, opening
from adjudication.powers import POWERS, Power
from adjudication.reasons import Reason
from adjudication.rulebook import EDITIONS, STANDARD_RULES, Rulebook
from bench._positions import movement_phases
from tests.adjudication.batch.comparing import dealt_rows
from tests.adjudication.batch.dealer import deal_storm
from tests.adjudication.build import place
from tests.adjudication.datc import CASES, phase_of
from tests.adjudication.phases import Orders, a_phase, mixed, often, rulebooks, seeds, wild
from tests.effort import examples, one_of
from tests.scored import each_of

RULEBOOKS = [
    *EDITIONS.values(),
    replace(STANDARD_RULES, name="via", convoy_intent="via_only", convoyed_origin="closed"),
    replace(STANDARD_RULES, name="any", convoy_intent="any_fleet", support_coasts="ignored"),
    replace(STANDARD_RULES, name="walk", convoy_intent="any_fleet", land_fallback=True),
    replace(STANDARD_RULES, name="text", paradox="text_2023"),
    replace(STANDARD_RULES, name="hold", paradox="all_hold"),
]

MOVEMENT_REASONS = {
    Reason.MOVED,
    Reason.HELD,
    Reason.NO_ORDER,
    Reason.SUPPORTED,
    Reason.CONVOYED,
    Reason.CONVOY_UNUSED,
    Reason.NO_RETREAT,
    Reason.BOUNCED,
    Reason.OUTMATCHED,
    Reason.HELD_OFF,
    Reason.HEAD_ON,
    Reason.HEAD_ON_LOST,
    Reason.OWN_UNIT,
    Reason.OWN_SUPPORT,
    Reason.NO_CONVOY,
    Reason.CONVOY_BROKEN,
    Reason.CUT,
    Reason.DISLODGED,
    Reason.SUPPORT_UNMATCHED,
    Reason.CONVOY_UNMATCHED,
}
"""All of legal movement orders but a paradox, which is the reference's."""

BY_SEA = {Reason.CONVOYED, Reason.CONVOY_UNUSED, Reason.CONVOY_BROKEN, Reason.CONVOY_UNMATCHED, Reason.NO_CONVOY}


@pytest.fixture
def referred(monkeypatch: pytest.MonkeyPatch) -> list[Position]:
    """The positions that were left to the reference."""
    left: list[Position] = []

    def adjudicate(position: Position, orders: Any, rulebook: Rulebook) -> Resolution:
        left.append(position)
        return reference(position, orders, rulebook)

    reference = engine.adjudicate
    monkeypatch.setattr(engine, "adjudicate", adjudicate)
    return left


def compare(position: Position, orders: Mapping[Power, Sequence[Order]], rulebook: Rulebook) -> Resolution:
    expected = engine.adjudicate(position, orders, rulebook)
    found = fast.adjudicate(position, orders, rulebook)
    assert found.outcomes == expected.outcomes
    assert found.next == expected.next
    return found


@often
@given(seeds, rulebooks, wild)
def test_any_phase_comes_out_the_same(seed: int, rulebook: Rulebook, extra: list[tuple[Power, Order]]) -> None:
    position, orders = a_phase(seed, rulebook)
    compare(position, orders, rulebook)
    compare(position, some_of(orders, Random(seed)), rulebook)
    compare(position, mixed(orders, extra), rulebook)


@often
@given(seeds, rulebooks, st.permutations(POWERS))
def test_outcomes_come_in_the_order_of_the_orders(seed: int, rulebook: Rulebook, powers: list[Power]) -> None:
    position, orders = a_phase(seed, rulebook)
    rng = Random(seed)
    compare(position, {power: rng.sample(orders[power], len(orders[power])) for power in powers}, rulebook)


def some_of(orders: Orders, rng: Random) -> Orders:
    return {power: [order for order in given if rng.random() < 0.8] for power, given in orders.items()}


def phases(rng: Random, many: int, rulebook: Rulebook) -> Iterator[tuple[Position, Mapping[Power, Sequence[Order]]]]:
    """Games, boards crowded to empty, convoys that hang on each other."""
    yield from movement_phases(many // 4, 16, rng.randrange(1 << 30))
    for boards, sets in dealt_rows(rng, many // 2, rulebook):
        position = boards.position(0)
        for row in sets.tolist():
            orders: Orders = {power: [] for power in POWERS}
            for unit, code in zip(position.units, row, strict=True):
                orders[unit.power].append(decode_order(code))
            yield position, some_of(orders, rng) if rng.random() < 0.2 else orders
    for _ in range(many // 4):
        yield deal_storm(rng)


@pytest.mark.parametrize("rulebook", one_of(RULEBOOKS), ids=lambda rulebook: rulebook.name)
def test_the_kernel_gives_the_reasons_of_the_reference(rulebook: Rulebook, referred: list[Position]) -> None:
    reasons: Counter[Reason] = Counter()
    many = decided = 0
    for position, orders in phases(Random(37), examples(3000), rulebook):
        many += 1
        before = len(referred)
        found = compare(position, orders, rulebook)
        if len(referred) == before + 1:  # only for the comparison
            decided += 1
            reasons.update(each.reason for each in found.outcomes)
    assert decided > 0.6 * many
    missing = MOVEMENT_REASONS - set(reasons)
    if not rulebook.convoys:
        missing -= BY_SEA
    if rulebook.paradox != "szykman":
        missing -= {Reason.CONVOY_BROKEN}  # with every convoy that is in doubt left to the reference
    assert not missing


def test_nearly_every_phase_of_a_game_is_decided_by_the_kernel(referred: list[Position]) -> None:
    played = movement_phases(300, 16, 37)
    for position, orders in played:
        fast.adjudicate(position, orders)
    assert len(referred) < 0.01 * len(played)


@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: rulebook.name)
@each_of(CASES, name=itemgetter("id"))
def test_a_datc_case_comes_out_the_same(case: dict[str, Any], rulebook: Rulebook) -> None:
    compare(*phase_of(case), rulebook)


STOPPED_RING = ["AUS A VIE - BUD", "AUS A BUD - GAL", "AUS A GAL - VIE", "RUS A RUM - BUD", "GER A BOH - VIE"]


@pytest.mark.parametrize("first", range(len(STOPPED_RING)))
def test_a_stopped_ring_has_the_reasons_of_the_reference(first: int) -> None:
    units = [text[:9] for text in STOPPED_RING]
    orders: Orders = {}
    for text in STOPPED_RING[first:] + STOPPED_RING[:first]:
        orders.setdefault(cast(Power, text[:3]), []).append(Move("A", text[6:9], text[12:]))
    compare(place("S1905M", units), orders, STANDARD_RULES)


def test_many_units_behind_one_order_are_all_named() -> None:
    helpers = ["BEL", "DEN", "ECH", "EDI", "HEL", "HOL", "LON"]
    position = place("S1905M", ["ENG F NTH", *(f"ENG F {code}" for code in helpers), "RUS F NWG"])
    supports: list[Order] = [Support("F", code, "F", "NTH") for code in helpers]
    found = compare(position, {"ENG": supports, "RUS": [Move("F", "NWG", "NTH")]}, STANDARD_RULES)
    (held_off,) = [each for each in found.outcomes if each.reason is Reason.HELD_OFF]
    assert held_off.by == ("NTH", *helpers)


ODD = [
    place("S1905M", []),
    place("S1905M", ["FRA A PAR"], {"FRA": ["PAR"]}),
    replace(opening(), units=(Unit("FRA", "A", "NTH"), Unit("FRA", "F", "PAR"))),
    replace(opening(), units=(Unit("ENG", "A", "PAR"), Unit("FRA", "A", "PAR"))),
    replace(opening(), units=(Unit("FRA", "F", "STP"),)),
    replace(opening(), units=(Unit(cast(Power, "XXX"), "A", "PAR"), Unit("FRA", "A", "BUR"))),
    replace(opening(), units=tuple(sorted(opening().units, key=lambda unit: unit.region))),
    replace(opening(), phase=parse_phase("F1901M")),
]


@pytest.mark.parametrize("position", ODD)
def test_odd_positions_come_out_the_same(position: Position) -> None:
    holds: dict[Power, list[Order]] = {}
    for unit in position.units:
        holds.setdefault(unit.power, []).append(Hold(unit.kind, unit.region))
    strange: dict[Power, list[Order]] = {"FRA": [Move("A", "PAR", "BUR"), Move("A", "QQQ", "RRR")]}
    for orders in ({}, holds, strange):
        compare(position, orders, STANDARD_RULES)


def test_orders_of_an_unknown_power_are_refused() -> None:
    compare(opening(), {cast(Power, "XXX"): [Move("A", "PAR", "BUR")]}, STANDARD_RULES)


def test_orders_are_known_again_after_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "_MOST_WRITTEN", 40)
    monkeypatch.setattr(fast, "_MOST_OUTCOMES", 1)
    for position, orders in movement_phases(40, 16, 5):
        compare(position, orders, STANDARD_RULES)
    assert len(fast._by_value) == sum(map(len, fast._by_identity.values())) <= 40


@often
@given(seeds, rulebooks)
def test_legal_orders_are_those_of_the_reference_in_its_order(seed: int, rulebook: Rulebook) -> None:
    position, _ = a_phase(seed, rulebook)
    compare_legal(position, rulebook)


@pytest.mark.parametrize("rulebook", [STANDARD_RULES, EDITIONS["dipgame"]], ids=lambda rulebook: rulebook.name)
def test_legal_orders_among_convoys_are_those_of_the_reference(rulebook: Rulebook) -> None:
    rng = Random(6)
    for _ in range(examples(100)):
        compare_legal(deal_storm(rng)[0], rulebook)


@pytest.mark.parametrize("position", ODD)
def test_legal_orders_of_odd_positions_are_those_of_the_reference(position: Position) -> None:
    compare_legal(position, STANDARD_RULES)


def compare_legal(position: Position, rulebook: Rulebook) -> None:
    for power in POWERS:
        found = fast.legal_orders(position, power, rulebook)
        expected = options.legal_orders(position, power, rulebook)
        assert list(found.items()) == list(expected.items())


def test_legal_orders_are_listed_once_for_a_position() -> None:
    position = opening()
    found = fast.legal_orders(position, "FRA")
    found["PAR"] = ()
    again = fast.legal_orders(position, "FRA")
    assert again["PAR"]
    assert fast.legal_orders(position, "FRA")["PAR"] is again["PAR"]
    without = fast.legal_orders(position, "FRA", EDITIONS["dipgame"])
    assert list(without) == list(again)
