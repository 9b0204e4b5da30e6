"""Every order a power may give, unit by unit."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.facts import reachable_provinces, reachable_regions
from adjudication.legality import fleets_at_sea, needed_adjustments
from adjudication.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudication.position import Position, Unit
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES, Rulebook
from adjudication.seas import SEA_BIT, SeaMask, can_carry, useful_seas

__all__ = ["legal_orders", "must_decide", "needed_adjustments"]

_COASTS: tuple[Province, ...] = tuple(code for code, facts in STANDARD.provinces.items() if facts.kind == "coast")


def legal_orders(
    position: Position, power: Power, rulebook: Rulebook = STANDARD_RULES
) -> dict[Region, tuple[Order, ...]]:
    """All legal orders of a power in this phase, by the region of the unit that would carry them out.

    Movement: the power's units; each has at least its hold. Moves of fleets and supports of fleet
    moves name a coast wherever there are two, armies going to a neighbour may be marked VIA where
    fleets could carry them, and no other army is. Retreats: the power's dislodged units, disband
    included. Adjustments: when builds are due, its free home centers (province codes) with all
    that can be built there, waive included; when removals are due, its units; else nothing.
    """
    if position.phase.kind == "M":
        return _movement_orders(position, power, rulebook)
    if position.phase.kind == "R":
        return {
            each.unit.region: (
                *(Retreat(each.unit.kind, each.unit.region, place) for place in each.retreats),
                Disband(each.unit.kind, each.unit.region),
            )
            for each in position.dislodged
            if each.unit.power == power
        }
    return _adjustment_orders(position, power)


def must_decide(position: Position, power: Power) -> bool:
    """True if the power has a choice: a unit to move, a way to retreat, a build (it may waive), or units of which it
    removes some. A power that loses all its units has none: what is left to the rules is the same."""
    match position.phase.kind:
        case "M":
            return any(unit.power == power for unit in position.units)
        case "R":
            return any(each.unit.power == power and each.retreats for each in position.dislodged)
        case "A":
            due = needed_adjustments(position, power)
            return due > 0 or 0 < -due < len(position.units_of(power))


def _adjustment_orders(position: Position, power: Power) -> dict[Region, tuple[Order, ...]]:
    due = needed_adjustments(position, power)
    if due < 0:
        return {unit.region: (Remove(unit.kind, unit.region),) for unit in position.units_of(power)}
    if due == 0:
        return {}
    return {
        home: (
            Build("A", home),
            *(Build("F", region) for region in STANDARD.fleet_regions(home)),
            Waive(),
        )
        for home in STANDARD.homes[power]
        if position.centers.get(home) == power and position.unit_at(home) is None
    }


def _movement_orders(position: Position, power: Power, rulebook: Rulebook) -> dict[Region, tuple[Order, ...]]:
    standing = position.standing
    fleets = fleets_at_sea(standing) if rulebook.convoys else 0
    by_sea = _armies_by_sea(standing, fleets) if fleets else {}
    orders: dict[Region, tuple[Order, ...]] = {}
    for unit in position.units:
        if unit.power != power:
            continue
        kind, region = unit.kind, unit.region
        found = list(_alone(kind, region))
        for target in by_sea.get(unit.province, ()):
            found.append(Move("A", region, target, target in reachable_regions("A", region)))
        for other in position.units:
            if other is not unit:
                found += _supports(kind, region, other.kind, other.region)
        found += _sea_supports(unit, by_sea, fleets)
        if unit.province in SEA_BIT:
            found += _convoys(unit.province, by_sea, fleets)
        orders[region] = tuple(found)
    return orders


@lru_cache(maxsize=1024)
def _alone(kind: UnitKind, region: Region) -> tuple[Order, ...]:
    """The orders that need nobody else: hold, and every step."""
    return (Hold(kind, region), *(Move(kind, region, target) for target in reachable_regions(kind, region)))


@lru_cache(maxsize=1 << 14)
def _supports(kind: UnitKind, region: Region, other_kind: UnitKind, other: Region) -> tuple[Order, ...]:
    """The supports one unit may give another that holds or steps."""
    reach = reachable_provinces(kind, region)
    hold = (Support(kind, region, other_kind, other),) if province_of(other) in reach else ()
    return hold + tuple(
        Support(kind, region, other_kind, other, target)
        for target in reachable_regions(other_kind, other)
        if province_of(target) in reach
    )


def _armies_by_sea(standing: Mapping[Province, Unit], fleets: SeaMask) -> dict[Province, tuple[Province, ...]]:
    """For each army on a coast that the fleets could carry somewhere: where to."""
    found = {
        province: _destinations(province, fleets)
        for province, unit in standing.items()
        if unit.kind == "A" and STANDARD.provinces[province].kind == "coast"
    }
    return {army: targets for army, targets in found.items() if targets}


@lru_cache(maxsize=1 << 14)
def _destinations(army: Province, fleets: SeaMask) -> tuple[Province, ...]:
    return tuple(coast for coast in _COASTS if can_carry(army, coast, fleets))


def _sea_supports(unit: Unit, by_sea: Mapping[Province, tuple[Province, ...]], fleets: SeaMask) -> Iterator[Support]:
    """Supports of armies going by sea to where they could not walk, without the unit as a carrier."""
    carriers = fleets & ~SEA_BIT.get(unit.province, 0)
    reach = reachable_provinces(unit.kind, unit.region)
    for army, targets in by_sea.items():
        if army == unit.province:
            continue
        for target in targets:
            if target in reach and target not in reachable_regions("A", army) and can_carry(army, target, carriers):
                yield Support(unit.kind, unit.region, "A", army, target)


def _convoys(sea: Province, by_sea: Mapping[Province, tuple[Province, ...]], fleets: SeaMask) -> Iterator[Convoy]:
    bit = SEA_BIT[sea]
    for army, targets in by_sea.items():
        for target in targets:
            if useful_seas(army, target, fleets) & bit:
                yield Convoy("F", sea, army, target)
