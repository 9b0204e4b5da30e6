"""Where somebody leans who says it neither plainly nor at once: `I'm not opposed, but …`, `…, so I doubt I can`."""

import re
from typing import Final

from negotiation.english.answers import reply
from negotiation.words.phrasebook import patterns

__all__ = ["leans", "nods", "stances"]

_PATTERNS: Final = patterns("stances")
_FOR: Final = _PATTERNS["FOR"]
_AGAINST: Final = _PATTERNS["AGAINST"]
_NODS: Final = _PATTERNS["NODS"]
_BRACKETS: Final = re.compile(r"\( [^()]* \) ?|[()]")
_PARTED: Final = _PATTERNS["PARTS"]
_BEGINS: Final = _PATTERNS["BEGINS"]
_ASKED: Final = re.compile(r"(?:^|(?<= \. ))[^.?]*\?")


def leans(part: str) -> bool | None:
    """Whether a part of what is said leans to a yes (True) or a no, taken as a whole."""
    if _AGAINST.fullmatch(part) is not None:
        return False
    return True if _FOR.fullmatch(part) is not None else None


def nods(text: str) -> bool:
    """Whether a text is only polite or nods: where more is said, or nothing is open, it takes no side."""
    return _NODS.fullmatch(text) is not None


def stances(text: str) -> tuple[bool, ...]:
    """The sides that a text takes in one of its parts, the first one first; a mere nod is none where more is said."""
    text = _ASKED.sub("", _BRACKETS.sub("", text)).strip(" .,")
    whole = leans(text)
    parts = [part for one in _PARTED.split(text) if (part := one.strip())]
    sides = [whole, *(_side(part) for part in parts if _NODS.fullmatch(part) is None)]
    return tuple(dict.fromkeys(side for side in sides if side is not None))


def _side(part: str) -> bool | None:
    lean = leans(part)
    if lean is not None:
        return lean
    answer = reply(part) if _BEGINS.fullmatch(part) is None else None
    return answer[0] if answer is not None and answer[1] == len(part.split()) else None
