"""Lines that hold: no attack breaks one, HANAs in one keep it, and what is not closed yet is taken."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType

import numpy as np
import pytest

from adjudication.batch import decode_order, encode_order
from adjudication.board import STANDARD, Province, province_of
from adjudication.engine import adjudicate
from adjudication.facts import next_to
from adjudication.notation import format_order
from adjudication.orders import Hold, Remove, Support
from adjudication.phase import parse_phase
from adjudication.position import Position, Unit
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES
from bench.stalemates import SIEGES, play_siege
from bots.hana.agent import FAST, Hana, Strength
from bots.hana.judge.adjusting import adjustments
from bots.hana.judge.stalemates import LINES, Line, line_of
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import Movement
from bots.hana.search.worth import Weights
from bots.skills import SKILLS
from bots.view import SeatView
from tests.effort import variation

STRONG = SKILLS["strong"].strength
BREAKING = Weights(center=1, threat=0, lost=0, beaten=1, reach=0)
"""A center taken or a unit dislodged, and nothing else."""


def outside_of(line: Line) -> set[Province]:
    """Provinces attackers can reach without coming through the line."""
    closed = line.centers | set(line.orders)
    found = set(STANDARD.centers) - closed
    todo = list(found)
    while todo:
        new = next_to(todo.pop()) - closed - found
        found |= new
        todo += new
    return found


def besieged(line: Line, rings: int, seed: int) -> Position:
    """The line with an attacker in every province within so many steps of it, armies and fleets as it comes."""
    rng, near = Random(seed), line.centers | set(line.orders)
    outside = outside_of(line)
    attackers: set[Province] = set()
    for _ in range(rings):
        near = frozenset().union(*map(next_to, near)) & outside
        attackers |= near
    units = [Unit("TUR", order.kind, order.region) for order in line.orders.values()]
    for place in sorted(attackers):
        kinds = [
            Unit("GER", kind, region)
            for kind in ("A", "F")
            for region, borders in sorted(STANDARD.borders(kind).items())
            if province_of(region) == place and borders
        ]
        units.append(rng.choice(kinds))
    owners: dict[Province, Power] = {center: "TUR" if center in line.centers else "GER" for center in STANDARD.centers}
    return Position(parse_phase("F1910M"), tuple(sorted(units)), MappingProxyType(owners))


def gain_of_attack(
    position: Position, orders: Mapping[Province, Hold | Support], seed: int, effort: int
) -> tuple[float, set[str]]:
    """Gain of the best attack found against these orders, and the attack."""
    codes = [
        encode_order(orders.get(unit.province, Hold(unit.kind, unit.region))) if unit.power == "TUR" else 0
        for unit in position.units
    ]
    search = PlanSearch(Movement.of(position), "GER", np.array([codes], np.int32), Random(seed), weights=BREAKING)
    before = search.utilities.max()
    search.run(effort)
    attack = {format_order(decode_order(code)) for code in search.best.values()}
    return float(search.utilities.max() - before), attack


@pytest.mark.parametrize("line", LINES, ids=[line.name for line in LINES])
@pytest.mark.parametrize(("rings", "seed"), [(1, 1), (1, 2), (2, 3), (2, 4)])
def test_no_attack_is_found_that_breaks_a_line(line: Line, rings: int, seed: int) -> None:
    gain, attack = gain_of_attack(besieged(line, rings, seed), line.orders, seed, 30_000)
    assert gain == 0, attack


def is_needed(line: Line, place: Province) -> bool:
    """True if an attack succeeds once this unit merely holds.

    Several mixes of fleets and armies attack.
    """
    order = line.orders[place]
    without = {**line.orders, place: Hold(order.kind, order.region)}
    return any(gain_of_attack(besieged(line, 1, seed), without, seed, 30_000)[0] > 0 for seed in range(12))


@pytest.mark.parametrize("line", LINES, ids=[line.name for line in LINES])
def test_without_any_of_its_supports_an_attack_is_found(line: Line) -> None:
    supports = [place for place, order in line.orders.items() if isinstance(order, Support)]
    needless = [place for place in supports if not is_needed(line, place)]
    assert needless == []


@pytest.mark.parametrize(
    ("name", "skill"),
    [
        ("St Petersburg, alone", "gentle"),
        variation("South, three in league", "normal"),
        variation("North, two in league", "normal"),
    ],
)
def test_a_line_is_kept_for_five_years(name: str, skill: str) -> None:
    assert play_siege(SIEGES[name], 1, SKILLS[skill].strength, STRONG)[0] == "kept"


def test_a_line_counts_only_where_somebody_outside_may_win() -> None:
    siege = SIEGES["South, alone"]
    position = siege.start()
    found = line_of(position, frozenset({"TUR"}))
    assert found is siege.row
    assert line_of(position, frozenset({"GER"})) is None
    shared = dict(position.centers)
    for number, center in enumerate(sorted(center for center, owner in shared.items() if owner == "GER")):
        shared[center] = ("GER", "ENG", "RUS")[number % 3]
    assert line_of(replace(position, centers=MappingProxyType(shared)), frozenset({"TUR"})) is None


def test_it_is_no_line_with_a_gap_or_with_somebody_behind_it() -> None:
    position = SIEGES["South, alone"].start()
    gap = tuple(unit for unit in position.units if unit.region != "BLA")
    assert line_of(replace(position, units=gap), frozenset({"TUR"})) is None
    behind = tuple(sorted((*position.units, Unit("GER", "A", "SMY"))))
    assert line_of(replace(position, units=behind), frozenset({"TUR"})) is None


def test_removals_leave_the_line_alone() -> None:
    position = SIEGES["South, alone"].start()
    more = tuple(sorted((*position.units, Unit("TUR", "F", "AEG"), Unit("TUR", "F", "ION"))))
    winter = replace(position, phase=parse_phase("W1910A"), units=more)
    for seed in range(3):
        chosen = adjustments(SeatView("TUR", winter, STANDARD_RULES), (), seed)
        assert len(chosen) == 2
        removed = {province_of(order.region) for order in chosen if isinstance(order, Remove)}
        assert removed.isdisjoint(SIEGES["South, alone"].row.orders)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("strength", [FAST, SKILLS["normal"].strength, STRONG], ids=["fast", "normal", "strong"])
def test_a_center_is_taken_where_the_line_is_not_closed_yet(strength: Strength, seed: int) -> None:
    """The fleet that has to support Sevastopol is one province behind; all others do what the line asks for."""
    siege = SIEGES["South, alone"]
    closed = siege.start()
    late = tuple(sorted(Unit("TUR", "F", "CON") if unit.region == "BLA" else unit for unit in closed.units))
    for position, falls in ((replace(closed, units=late), True), (closed, False)):
        view = SeatView("GER", position, STANDARD_RULES)
        attack = Hana(strength=strength).decide(view, {}, Random(seed), 60).orders
        next_ = adjudicate(position, {"GER": attack, "TUR": tuple(siege.row.orders.values())}, STANDARD_RULES).next
        unit = next_.unit_at("SEV")
        assert unit is not None
        assert (unit.power == "GER") is falls
