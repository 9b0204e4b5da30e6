"""A place that is all somebody says completes what was just spoken of: `from Galicia`, `with the Black Sea`, `Kiel?`.

The place is that of the unit that helps or is helped, moves or was left open. Offered, never claimed.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Final

from adjudication.powers import Power, as_power
from negotiation.diplomacy import Ent, Hld, Hlp, Mto, Region, Scd, Sup, Unit
from negotiation.english.context import Context
from negotiation.grounding.ground import Ground, Move, Support
from negotiation.terms import Commits, Deal, Do, Formula
from negotiation.words.entities import Entity, Place, UnitRef
from negotiation.words.phrasebook import patterns

__all__ = ["completed", "completions"]

_FRAGMENT: Final = patterns("completing")["FRAGMENT"]
_MOST: Final = 3
_JUST_NOW: Final = 4
"""Remarks that a unit may be named for, where it is said that something is done with it."""


def completions(text: str, values: Mapping[str, Entity], context: Context, ground: Ground) -> list[Deal]:
    """The deals on the table, the speaker's own first, as they are with the place named: none where it fits none."""
    place, goal, _ = _named(text, values)
    if place is None:
        return []
    found: dict[Deal, None] = {}
    for deal in (*context.own_deals, *context.open_deals):
        if isinstance(deal, Commits):
            ways = [[*_with(item.content, place, goal, ground)] or [item.content] for item in deal.items]
            for way in product(*ways):
                items = (replace(item, content=content) for item, content in zip(deal.items, way, strict=True))
                found[Commits(tuple(items))] = None
            found.pop(deal, None)
    return list(found)[:_MOST]


def completed(text: str, values: Mapping[str, Entity], context: Context, ground: Ground) -> list[tuple[Power, Formula]]:
    """Who does what of what was spoken of lately, by or for the unit at the place that is all a text names."""
    place, goal, by = _named(text, values)
    if place is None:
        return []
    found: dict[tuple[Power, Formula], None] = {}
    for contents, _ in context.lately[:_JUST_NOW] if by or goal is not None else context.lately[:1]:
        for content in contents:
            agent = _agent(content)
            if agent is not None and agent in (context.speaker, *context.hearers):
                found.update(dict.fromkeys((agent, way) for way in _with(content, place, goal, ground)))
    return list(found)[:_MOST]


def _named(text: str, values: Mapping[str, Entity]) -> tuple[Place | None, str | None, bool]:
    """Where the unit stands that a text only names, where it is to go if that is said, and whether a word says that
    something is done with it."""
    match = _FRAGMENT.fullmatch(text)
    if match is None:
        return None, None, False
    unit, target = values.get(match["from"]), values.get(match["to"] or "")
    place = unit.place if isinstance(unit, UnitRef) else unit
    if not isinstance(place, Place):
        return None, None, False
    return place, target.province if isinstance(target, Place) else None, match["by"] is not None


def _agent(content: Formula) -> Power | None:
    """Who does it."""
    action = content.action if isinstance(content, Do) else content
    match action:
        case Mto(unit) | Sup(unit):
            return as_power(unit.power)
        case Ent(power) | Hlp(power) | Scd(power):
            return as_power(power)
        case _:
            return None


def _with(content: Formula, place: Place, goal: str | None, ground: Ground) -> Iterator[Formula]:
    """What is promised, by or for the unit at the place."""
    action = content.action if isinstance(content, Do) else content
    match action:
        case Hlp(power, helped, province, _) if goal in (None, province) and place.province != province:
            target = Place(province)
            exact = ground.position is not None
            for ref, other in ((None, UnitRef(helped, place=place)), (UnitRef(power, place=place), UnitRef(helped))):
                found = ground.actions(Support(ref, other, target), (power,)) if exact else []
                yield from (Do(one) for one in found)
            if not exact:
                yield Hlp(power, helped, province, place.province)
        case Sup(unit, Mto(moving, region)) if goal in (None, region.province):
            target = Place(region.province)
            mover = UnitRef(moving.power, place=Place(moving.region.province))
            for ref, other in ((UnitRef(unit.power, place=place), mover), (None, UnitRef(moving.power, place=place))):
                yield from (Do(one) for one in ground.actions(Support(ref, other, target), (unit.power,)))
        case Sup(unit, Hld(held)) if goal is None:
            standing = UnitRef(held.power, place=Place(held.region.province))
            own = UnitRef(unit.power, place=place)
            yield from (Do(one) for one in ground.actions(Support(own, standing, None), (unit.power,)))
        case Ent(power, province) | Mto(Unit(power, _), Region(province, _)) | Scd(power, (province,)) if goal in (
            None,
            province,
        ):
            moves = ground.actions(Move(UnitRef(power, place=place), Place(province)), (power,))
            yield from (Do(one) for one in moves)
