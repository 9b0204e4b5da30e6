"""What a clause only tells, feels or wonders about: nothing to agree on is looked for in it, nor offered.

Told are the past, what others are and do, what might have been, and what one fears; asked about are reasons, news and
what is thought of others. None of that is a deal, unless the clause asks for something after all.
"""

import re
from typing import Final

from negotiation.words.phrasebook import patterns

__all__ = ["only_talks", "own_war", "tells"]

_PATTERNS: Final = patterns("telling")
_PAST: Final = _PATTERNS["PAST"]
_TOLD: Final = tuple(_PATTERNS[name] for name in ("THIRD", "FEELS", "FILLED"))
_SURELY: Final = tuple(_PATTERNS[name] for name in ("WONDERS", "YOURS"))
_OWN_WAR: Final = _PATTERNS["OWN_WAR"]
_ASKS: Final = _PATTERNS["ASKS"]

_SORRY: Final = re.compile(r"(?:(?:so|very|really|oh|ah|i am|sorry|man|dude|bro|mate|,)(?: |$))*")
_NOD: Final = re.compile(r"(?:(?:ye+s+|ye+p+|ya+|yeah+|yup|yea|yeh|aye|ye|right|true|lol|haha|,)(?: |$))+")
_PARTED: Final = re.compile(r"(?:^| )(?:,|and|but|so|-|because|since)(?= |$) ?")
_VERDICT: Final = _PATTERNS["VERDICT"]
"""What is thought of the offer itself."""


def tells(clause: str) -> bool:
    """Whether a clause holds nothing to agree on."""
    if _PAST.search(clause) is not None or any(one.match(clause) is not None for one in _SURELY):
        return True
    return any(one.match(clause) is not None for one in _TOLD) and _ASKS.search(clause) is None


def own_war(clause: str) -> bool:
    """Whether a clause tells what the speaker does alone: no alliance against whoever it is done to."""
    return _OWN_WAR.match(clause) is not None


def only_talks(answer: str, after: str) -> bool:
    """Whether a yes only nods at a remark, a sorry only excuses what was: `yeah, he is strong`, `sorry, I was out`."""
    if _SORRY.fullmatch(answer) is not None:
        return _PAST.search(after) is not None
    if _NOD.fullmatch(answer) is None or _ASKS.search(after) is not None:
        return False
    parts = [one for one in _PARTED.split(after) if one]
    return not _VERDICT.match(after) and bool(parts) and all(map(tells, parts))
