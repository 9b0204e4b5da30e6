"""Retreats, builds and removals, as far as a text names them."""

from collections.abc import Iterator

from adjudication.board import STANDARD, province_of
from adjudication.position import Position
from adjudication.powers import Power
from negotiation.diplomacy import Action, Bld, Dsb, Region, Rem, Rto, Unit, Wve, region_of, unit_of
from negotiation.judge.naming import Named

__all__ = ["adjustments"]


def adjustments(named: Named) -> Iterator[Action]:
    """Orders of retreats and of winter that either side may speak of."""
    position = named.context.position
    if position is None:
        return
    sides = (named.context.speaker, *named.context.hearers)
    yield from _retreats(named, position, sides)
    later = position.phase.kind != "A" and "build" in named.themes
    for place in named.provinces:
        unit = position.unit_at(place)
        if unit is not None and unit.power in sides and position.phase.kind != "R":
            yield Rem(unit_of(unit))
        owner = position.centers.get(place)
        # Builds are spoken of before their time, when units may still stand at home.
        if owner in sides and place in STANDARD.homes[owner] and (unit is None or later):
            yield Bld(Unit(owner, Region(place, "amy")))
            for region in STANDARD.fleet_borders:
                if province_of(region) == place:
                    yield Bld(Unit(owner, region_of("F", region)))
    if position.phase.kind == "A":
        yield from (Wve(power) for power in sides)


def _retreats(named: Named, position: Position, sides: tuple[Power, ...]) -> Iterator[Action]:
    """Orders of units that were thrown out, if named or alone."""
    for each in position.dislodged:
        lone = sum(one.unit.power == each.unit.power for one in position.dislodged) == 1
        if each.unit.power not in sides or not (lone or each.unit.province in named.provinces):
            continue
        yield Dsb(unit_of(each.unit))
        for region in each.retreats:
            if province_of(region) in named.provinces:
                yield Rto(unit_of(each.unit), region_of(each.unit.kind, region))
