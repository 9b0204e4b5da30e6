"""When a guess may be taken for what was said, though not every word of the sentence was understood.

The sentence must say who wants it, nothing may hedge, deny, limit or report it, it must speak of one thing only, and
every place and power named in it must be in the reading. That holds for what both sides do or have; orders
are too easily given to the wrong unit.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from negotiation.diplomacy import Aly, Dmz, Drw, Pce
from negotiation.english.passing import core
from negotiation.grounding.parts import Common, Reading
from negotiation.words.entities import Entity, Place, UnitRef
from negotiation.words.phrasebook import patterns

__all__ = ["assured", "surely_meant"]

_PATTERNS: Final = patterns("assured")
_WILLING: Final = _PATTERNS["WILLING"]
_DOUBTED: Final = _PATTERNS["DOUBTED"]
_OTHERS: Final = _PATTERNS["OTHERS"]
_TOPIC: Final = _PATTERNS["TOPIC"]
_OWN_WAR: Final = _PATTERNS["OWN_WAR"]
_ADVISED: Final = _PATTERNS["ADVISED"]
_JOINTLY: Final = patterns("clauses")["JOINTLY"]
_NAME: Final = re.compile(r"(?<!\S)[PUWJ]\d+")


def surely_meant(
    texts: Sequence[str],
    readings: Sequence[Reading],
    entities: Mapping[str, Entity],
    present: Sequence[str],
    describes: Callable[[str], bool],
) -> bool:
    """Whether the only reading of a sentence is surely meant: by the sentence, or by the clause of it that matters.

    texts: ways to look at the sentence. present: who speaks and who listens. describes: whether a text only describes.
    """
    known = [name for name, one in entities.items() if one in present]
    looked = dict.fromkeys(one for text in texts for one in (text, core(text, known)))
    return any(assured(one, readings, entities, present) for one in looked if not describes(one))


def assured(text: str, readings: Sequence[Reading], entities: Mapping[str, Entity], present: Sequence[str]) -> bool:
    """Whether the only reading is surely meant by this text. present: who speaks and who listens."""
    if len(readings) != 1 or len(set(readings[0])) != 1:
        return False
    part = readings[0][0]
    if not isinstance(part, Common) or not isinstance(part.content, Aly | Pce | Dmz | Drw) or part.time is not None:
        return False
    if _WILLING.match(text) is None or _DOUBTED.search(text) or _OTHERS.search(text) or len(_TOPIC.findall(text)) != 1:
        return False
    if getattr(part.content, "against", ()) and (
        _OWN_WAR.match(text) or (_ADVISED.match(text) and not _JOINTLY.search(text))
    ):
        return False
    return _named(text, entities, present) <= _bound(part.content)


def _named(text: str, entities: Mapping[str, Entity], present: Sequence[str]) -> set[str]:
    """Places and powers in a text; who is there may be named without being meant."""
    names: set[str] = set()
    for name in _NAME.findall(text):
        entity = entities.get(name)
        place = entity.place if isinstance(entity, UnitRef) else entity
        if isinstance(entity, UnitRef):
            names.add(f"unit {name}")
        if isinstance(place, Place):
            names.add(place.province)
        elif isinstance(entity, str) and entity not in present:
            names.add(entity)
    return names


def _bound(content: Aly | Pce | Dmz | Drw) -> set[str]:
    """The places and powers an agreement speaks of."""
    return {*content.powers, *getattr(content, "against", ()), *getattr(content, "provinces", ())}
