"""A place that is all somebody says completes what was just proposed: `from Galicia`, `with the Black Sea`, `Kiel?`.

The place is that of the unit that helps or is helped, moves or was left open. Offered, never claimed.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Final

from negotiation.diplomacy import Ent, Hld, Hlp, Mto, Region, Sup, Unit
from negotiation.english.context import Context
from negotiation.english.entities import Entity, Place, UnitRef
from negotiation.english.ground import Ground, Move, Support
from negotiation.terms import Commits, Deal, Do, Formula

__all__ = ["completions"]

_FRAGMENT: Final = re.compile(
    r"(?:(?:and|so|or|ok|but|that is|it is|that would be|preferably|ideally|just|maybe|yes|yeah|yep) )*"
    r"(?:(?:from|with|using|use~[bg]|by|out of|via) )?(?:my |your |the )?(?P<from>[PU]\d+)"
    r"(?: (?:-|to|into) (?:the )?(?P<to>P\d+))?"
    r"(?: (?:that is|please|correct|right|then|i guess|i mean|here|,|for (?:that|it|this)(?: support~?b?)?))*"
)
_MOST: Final = 3


def completions(text: str, values: Mapping[str, Entity], context: Context, ground: Ground) -> list[Deal]:
    """The deals on the table, the speaker's own first, as they are with the place named: none where it fits none."""
    match = _FRAGMENT.fullmatch(text)
    if match is None:
        return []
    unit, target = values.get(match["from"]), values.get(match["to"] or "")
    place = unit.place if isinstance(unit, UnitRef) else unit
    if not isinstance(place, Place):
        return []
    goal = target.province if isinstance(target, Place) else None
    found: dict[Deal, None] = {}
    for deal in (*context.own_deals, *context.open_deals):
        if isinstance(deal, Commits):
            ways = [[*_with(item.content, place, goal, ground)] or [item.content] for item in deal.items]
            for way in product(*ways):
                items = (replace(item, content=content) for item, content in zip(deal.items, way, strict=True))
                found[Commits(tuple(items))] = None
            found.pop(deal, None)
    return list(found)[:_MOST]


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
        case Ent(power, province) | Mto(Unit(power, _), Region(province, _)) if goal in (None, province):
            moves = ground.actions(Move(UnitRef(power, place=place), Place(province)), (power,))
            yield from (Do(one) for one in moves)
