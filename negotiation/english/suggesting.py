"""What a sentence that was not understood may yet hold, offered after all that is likelier (`offering`).

Wider than `guess`: nothing here decides what is claimed. Every place where a loose pattern finds something to do is
looked at, not only the first, and the subject is the last one named before it. Where that does not fit the board, or
nobody is named, either side may be meant. Where no position is known and no unit is named, it is one of those that the
game begins with.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final

from adjudication.position import Position, opening
from negotiation.diplomacy import Hlp
from negotiation.english.guess import LOOSE, abstract, soft_reading
from negotiation.english.making import MAKERS, every
from negotiation.english.named import Make
from negotiation.english.telling import own_war
from negotiation.grounding.bodies import Alliance, Body, Bounce, Draw, Orders, Peace, Zone
from negotiation.grounding.ground import Ground, Move, Support
from negotiation.grounding.interpret import interpret
from negotiation.grounding.moods import Mood
from negotiation.grounding.parts import Part, Promise, Reading, Said
from negotiation.words.entities import Entity, When
from negotiation.words.phrasebook import phrases

__all__ = ["suggestions"]

_WIDER: Final[tuple[tuple[re.Pattern[str], Make], ...]] = tuple(
    (re.compile(rf"(?<!\S){pattern}(?!\S)"), MAKERS[key]) for _, key, pattern in phrases("suggest")
)
_PLACED: Final = re.compile(r"(?<!\S)[PU]\d")
_POWERED: Final = re.compile(r"(?<!\S)[WJ]\d|(?<!\S)(?:him|them)(?!\S)")
_OF_POWERS: Final = (MAKERS["attack"], MAKERS["trio"])
_PLACELESS: Final = (*_OF_POWERS, *(MAKERS[key] for key in ("alliance", "peace", "draw", "solo")))
"""Makers of what may be said without a place."""

_TAG: Final = re.compile(r"~[bsgd](?= |$)")
_SUBJECT: Final = re.compile(
    r"(?<!\S)(?:(?P<we>let~b us|we|us|both|each other|together)"
    r"|(?P<me>i|my|let~b me|(?:want|need|like|for|allow|mind) me)|(?P<you>you|your|yourself))(?!\S)"
)
_NOT: Final = re.compile(
    r"(?<!\S)(?:(?:not|never|no|without|avoid|stop)(?:~\w)?(?: \S+){0,2}"
    r"|(?:no|not \S+ any|zero|little|neither .*)(?: \w+)? (?:intention|interest|plan|desire|wish|reason|need|aim)s?"
    r"(?:~\w)?(?: (?:of|in|to|for|with|on))*) ?$"
)
_BOTH: Final = Mood("joint", "we")
_ASK: Final = Mood("ask", "you")
_OFFER: Final = Mood("offer", "me")
_AT_ALL: Final = 4
"""Places in one piece that are looked at for one pattern."""


def suggestions(piece: str, values: Mapping[str, Entity], ground: Ground, when: When) -> list[Reading]:
    """What a piece of a sentence may ask or offer, the likeliest first."""
    plain = _TAG.sub("", piece)
    found: list[tuple[int, int, Reading]] = []
    placed = _PLACED.search(plain) is not None
    powered = _POWERED.search(plain) is not None and not own_war(piece)
    for order, (pattern, make) in enumerate((*LOOSE, *_WIDER)):
        if (make in _OF_POWERS and not powered) or not (placed or make in _PLACELESS):
            continue
        for start, end, body in every(pattern, make, plain, values, _AT_ALL):
            before = " ".join(piece.split(" ")[: plain[:start].count(" ")])
            for rank, mood in enumerate(_moods(before)):
                for reading in _readings(body, mood, ground, when, _NOT.search(before) is not None):
                    found.append((rank, order - _places(plain[start:end]) * 100, reading))
    found.sort(key=lambda item: item[:2])
    return list(dict.fromkeys(reading for _, _, reading in found))


@cache
def _opening() -> Position:
    return opening()


def _places(said: str) -> int:
    return len(re.findall(r"(?<!\S)[PUWJ]\d", said))


def _moods(before: str) -> Iterator[Mood]:
    """Who may be meant by what follows these words, the likeliest first."""
    named = [match.lastgroup for match in _SUBJECT.finditer(before)]
    likely = named[-1] if named else "you"
    moods = {"we": (_BOTH, _ASK, _OFFER), "me": (_OFFER, _ASK), "you": (_ASK, _OFFER)}
    yield from moods[likely or "you"]


def _readings(body: Body, mood: Mood, ground: Ground, when: When, negated: bool) -> Iterable[Reading]:
    if isinstance(body, Bounce | Draw | Alliance | Peace):
        mood = _BOTH
    if negated and isinstance(body, Orders) and isinstance(body.sketch, Move):
        body, negated = Zone((body.sketch.target,)), False
    readings = interpret(mood, body, ground, when, negated)
    if not readings and isinstance(body, Orders) and not negated:
        aimed = getattr(body.sketch, "target", None) is not None
        anyway = interpret(mood, body, replace(ground, anyway=True), when, negated) if aimed else []
        centers = abstract(body, mood, ground, when)
        readings = [*anyway, *centers] if isinstance(body.sketch, Support) else [*centers, *anyway]
    if not readings and ground.position is None:
        readings = interpret(mood, body, replace(ground, position=_opening()), when, negated)
    told = (one for one in readings if not any(isinstance(part, Said) or _selfish(part) for part in one))
    return [soft_reading(one) for one in told]


def _selfish(part: Part) -> bool:
    """Whether a power is to help itself with a unit nobody named, which nobody asks another for."""
    content = part.content if isinstance(part, Promise) else None
    return isinstance(content, Hlp) and content.power == content.helped
