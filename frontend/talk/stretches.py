"""The parts of a typed text that a page marks: what names something, and what was not read.

Places in a text are counted as a browser does, in UTF-16.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

from adjudication.position import Position
from adjudication.powers import POWER_NAMES, Power, as_power
from frontend.wire.talk import Stretch
from negotiation.english.context import Context
from negotiation.words.entities import Entity, Place, UnitRef
from negotiation.words.spotting import spot

__all__ = ["marked", "power_at", "typed_length"]

_NameKind: TypeAlias = Literal["place", "unit", "power"]
_WORD: Final = re.compile(r"\w+(?:['\u2019-]\w+)*")


def marked(text: str, unplaced: Sequence[str], context: Context) -> list[Stretch]:
    """Names and words not read, in the order of the text. unplaced: parts of the text, in their order. Where nothing
    at all was read, nothing is marked for it."""
    position = context.position
    if position is None:
        return []
    unread = list(_found(text, unplaced))
    found: list[Stretch] = []
    for name in _names(text, context, position):
        inside = any(start <= name["start"] < end for start, end in unread)
        found.append({**name, "unread": inside})
    found += [words for start, end in unread for words in _between(text, start, end, [*found])]
    found.sort(key=lambda each: each["start"])
    return [
        {**each, "start": typed_length(text[: each["start"]]), "end": typed_length(text[: each["end"]])}
        for each in found
    ]


def typed_length(text: str) -> int:
    """Length of a text as browsers count it: in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def power_at(province: str, position: Position) -> Power | None:
    """Power seen in a province: its unit's owner, else its center's."""
    unit = position.unit_at(province)
    return unit.power if unit is not None else position.centers.get(province)


def _names(text: str, context: Context, position: Position) -> Iterator[Stretch]:
    seen = spot(text, position.phase)
    for token in seen.tokens:
        value = seen.entities.get(token.sym)
        facts = _facts(value, context, position) if value is not None else None
        if facts is not None:
            kind, place, power = facts
            yield {
                "start": token.start,
                "end": token.end,
                "kind": kind,
                "place": place,
                "power": power or "",
                "unread": False,
            }


def _facts(value: Entity, context: Context, position: Position) -> tuple[_NameKind, str, Power | None] | None:
    """Kind, province and power of a name."""
    match value:
        case Place(province=province):
            return "place", province, power_at(province, position)
        case UnitRef(owner=owner, place=place):
            province = place.province if place is not None else ""
            unit = position.unit_at(province)
            return "unit", province, unit.power if unit is not None else _owner(owner, context)
        case str() if value in POWER_NAMES:
            return "power", "", as_power(value)
        case _:
            return None


def _owner(owner: str, context: Context) -> Power | None:
    if owner == "me":
        return context.speaker
    if owner == "you" and len(context.hearers) == 1:
        return context.hearers[0]
    return as_power(owner) if owner in POWER_NAMES else None


def _found(text: str, unplaced: Sequence[str]) -> Iterator[tuple[int, int]]:
    at = 0
    for part in unplaced:
        start = text.find(part, at)
        if start >= 0 and part.strip() and len(part.strip()) < len(text.strip().rstrip(".?!")):
            at = start + len(part)
            yield start, at


def _between(text: str, start: int, end: int, names: Sequence[Stretch]) -> Iterator[Stretch]:
    """The words from `start` to `end` that lie between names, without what stands about them."""
    at = start
    for begin, after in [*((each["start"], each["end"]) for each in names), (end, end)]:
        words = list(_WORD.finditer(text, at, min(max(begin, at), end)))
        if words:
            yield {
                "start": words[0].start(),
                "end": words[-1].end(),
                "kind": "words",
                "place": "",
                "power": "",
                "unread": True,
            }
        at = max(at, min(after, end))
