"""What was read word by word and is yet not surely meant: such a sentence is asked about, not claimed.

What kinds of sentences these are depends on what was read in them: `I would move P1 to P2` is advice, `I would stay
out of P1` an offer. `phrases/doubts.txt` says it by kind.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from negotiation.diplomacy import Aly, Drw, Ent, Hlp, Pce
from negotiation.english.parts import Common, Found, Part, Promise, Reading, Said, only_hostile, shared_out
from negotiation.english.phrasebook import patterns
from negotiation.levels import subterms
from negotiation.terms import Desire, Do, Inform

__all__ = ["doubted"]

_PATTERNS: Final = patterns("doubts")
_SHARES: Final = re.compile(r"(?:and |, |plus )*(?:the )?[WJ]\d+(?: \S+){0,3}")
"""What may be one share more, though what somebody gets was not recognised."""


def doubted(text: str, question: bool, found: Found, left_out: Sequence[str]) -> bool:
    """Whether a sentence may well mean something else, or more. left_out: its parts that were not read, as tokens."""
    kinds = {kind for reading in found.alternatives for kind in _kinds(reading)}
    for kind in kinds:
        asked = _PATTERNS.get(f"{kind} ?") if question else None
        told = _PATTERNS.get(kind)
        if any(pattern is not None and pattern.search(text) is not None for pattern in (asked, told)):
            return True
    if "news" in kinds and left_out:
        return True
    return "share" in kinds and any(_SHARES.fullmatch(one) is not None for one in left_out)


def _kinds(reading: Reading) -> Iterator[str]:
    """What a reading is about, in the words of `phrases/doubts.txt`."""
    if reading and only_hostile(reading):
        yield "war"
    for part in reading:
        if shared_out(part):
            yield "share"
        if _ordered(part):
            yield "order"
        if isinstance(part, Common) and isinstance(part.content, Aly | Pce | Drw):
            yield "pact"
        if (
            isinstance(part, Said)
            and isinstance(part.utterance, Inform)
            and not isinstance(part.utterance.content, Desire)
        ):
            yield "news"


def _ordered(part: Part) -> bool:
    return isinstance(part, Promise) and any(isinstance(term, Do | Ent | Hlp) for term in subterms(part.content))
