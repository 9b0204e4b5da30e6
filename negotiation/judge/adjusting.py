"""Retreats, builds and removals, as far as a text names them."""

from collections.abc import Iterator
from typing import Final

from adjudication.board import STANDARD, province_of
from adjudication.position import Position
from adjudication.powers import Power
from negotiation.diplomacy import Action, Bld, Dsb, Region, Rem, Rto, Unit, Wve, region_of, unit_of
from negotiation.judge.naming import Named
from negotiation.terms import Do, Query
from negotiation.words import lexicon

__all__ = ["adjustments", "which_adjustment"]

_FEWEST: Final = 2


def adjustments(named: Named) -> Iterator[Action]:
    """Orders of retreats and of winter that either side may speak of."""
    position = named.context.position
    if position is None:
        return
    sides = (named.context.speaker, *named.context.hearers)
    yield from _retreats(named, position, sides)
    winter = any(one.turn is not None and one.turn.season == "win" for one in named.times)
    later = position.phase.kind != "A" and (winter or "build" in named.themes)
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
    """Retreats of units that were thrown out, or may be."""
    if position.phase.kind == "M" and _may_be_beaten(named):
        for unit in [one for power in sides for one in position.units_of(power) if one.province in named.provinces]:
            for region in STANDARD.borders(unit.kind)[unit.region]:
                if province_of(region) in named.provinces:
                    yield Rto(unit_of(unit), region_of(unit.kind, region))
    for each in position.dislodged:
        lone = sum(one.unit.power == each.unit.power for one in position.dislodged) == 1
        if each.unit.power not in sides or not (lone or each.unit.province in named.provinces):
            continue
        yield Dsb(unit_of(each.unit))
        for region in each.retreats:
            if province_of(region) in named.provinces:
                yield Rto(unit_of(each.unit), region_of(each.unit.kind, region))


def _may_be_beaten(named: Named) -> bool:
    """True if a unit may be thrown out."""
    words = {*named.words}
    if not _RETREATING.isdisjoint(words):
        return True
    beaten, supposed = not _BEATEN.isdisjoint(words), not _SUPPOSED.isdisjoint(words)
    driven = not _AWAY.isdisjoint(words) and not _DRIVEN.isdisjoint(words)
    fought = driven or not _FOUGHT.isdisjoint(words)
    return ("?" in words and beaten) or (supposed and (beaten or fought or "retreat" in named.themes))


_RETREATING: Final = lexicon.words("dislodge dislodged dislodges retreat retreats retreating rt hit")
_BEATEN: Final = lexicon.words(
    "thrown kicked driven booted beaten evicted bumped routed lose loses lost falls ousted popped overrun crushed"
    " smashed squashed ejected expelled swept defeated overpowered dies"
)
_DRIVEN: Final = lexicon.words("push pushes force throw throws kick kicks turfed chucked squeezed knocked take takes")
_AWAY: Final = lexicon.words("out back off")
_FOUGHT: Final = lexicon.words(
    "attack attacked beat beats win wins work works succeed succeeds retake retakes fail fails"
)
_SUPPOSED: Final = lexicon.words("if when once should case get promise event sooner after whenever suppose assuming")


def which_adjustment(named: Named) -> Iterator[tuple[Query, Query]]:
    """Questions to which of two places a unit retreats, or in which of two homes one is built."""
    position, to = named.context.position, named.context.hearers
    if position is None or len(to) != 1 or position.phase.kind == "M":
        return
    told = list(adjustments(named))
    order = named.provinces.index
    goals = sorted((one for one in told if isinstance(one, Rto)), key=lambda one: order(one.region.province))
    builds = sorted((one for one in told if isinstance(one, Bld)), key=lambda one: order(one.unit.region.province))
    ways: dict[object, list[Action]] = {}
    for one in goals:
        ways.setdefault(one.unit, []).append(one)
    for each in builds:
        ways.setdefault((each.unit.power, each.unit.region.type == "amy"), []).append(each)
    for found in ways.values():
        if len(found) == _FEWEST:
            first, second = (Query(named.context.speaker, to, Do(way)) for way in found)
            yield first, second
