"""Distances between powers' units, which decide whether two can negotiate."""

from functools import lru_cache

from adjudication.board import STANDARD, Province
from adjudication.facts import PROVINCE_OF, next_to, reachable_provinces, reachable_regions
from adjudication.position import Position, Unit
from adjudication.powers import Power

__all__ = ["closeness", "places_of", "reach_of", "soon_reach_of", "steps_between", "steps_of"]


def steps_of(unit: Unit) -> frozenset[Province]:
    """Provinces that a unit can step into."""
    return reachable_provinces(unit.kind, unit.region)


@lru_cache(maxsize=256)
def places_of(position: Position, power: Power) -> frozenset[Province]:
    """The provinces of a power's centers and units."""
    return frozenset((*position.centers_of(power), *(unit.province for unit in position.units_of(power))))


@lru_cache(maxsize=256)
def reach_of(position: Position, power: Power) -> frozenset[Province]:
    """The provinces where a power has a unit or could bring one in a turn without a convoy."""
    return frozenset(province for unit in position.units_of(power) for province in (unit.province, *steps_of(unit)))


@lru_cache(maxsize=256)
def soon_reach_of(position: Position, power: Power) -> frozenset[Province]:
    """Provinces that a power's units reach in two turns without convoys.

    The first step leads through what is empty and no other power's center.
    """
    held = {unit.province for unit in position.units}
    held.update(center for center, owner in position.centers.items() if owner != power)
    soon = (
        reachable_provinces(unit.kind, region)
        for unit in position.units_of(power)
        for region in reachable_regions(unit.kind, unit.region)
        if PROVINCE_OF[region] not in held
    )
    return reach_of(position, power).union(*soon)


@lru_cache(maxsize=1024)
def closeness(position: Position, one: Power, other: Power) -> float:
    """Closeness of two powers in [0, 1].

    1 if they share a third of what either reaches.
    """
    ours, theirs = reach_of(position, one), reach_of(position, other)
    least = min(len(ours), len(theirs))
    return min(1.0, 3 * len(ours & theirs) / least) if least else 0.0


@lru_cache(maxsize=1024)
def steps_between(position: Position, one: Power, other: Power) -> int:
    """Provinces between two powers' reach; 0 if they can meet next turn.

    The number of all provinces if one of them has no units.
    """
    near, there, steps = reach_of(position, one), reach_of(position, other), 0
    while near and there and near.isdisjoint(there):
        near = near.union(*map(next_to, near))
        steps += 1
    return steps if near and there else len(STANDARD.provinces)
