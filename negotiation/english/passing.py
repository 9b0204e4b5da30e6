"""The clause of a sentence that matters: the sentence without the clauses around it that may be passed over.

`I think well of the W1 / W2, so if you feel the same, let us work together` asks for what its last clause asks.
What may be passed over is told by what it lacks (`weight`): it neither limits nor denies, and nobody acts in it.
"""

import re
from collections.abc import Collection
from typing import Final

from negotiation.english.weight import about_you, polite, reason_first, remark, weightless
from negotiation.words.phrasebook import patterns

__all__ = ["core"]

_PATTERNS: Final = patterns("passing")
_JOINT: Final = _PATTERNS["JOINT"]
_OPENING: Final = _PATTERNS["OPENING"]
_PRAISE: Final = _PATTERNS["PRAISE"]
_CONDITION: Final = _PATTERNS["CONDITION"]
_SEQUEL: Final = _PATTERNS["SEQUEL"]
_QUESTION: Final = _PATTERNS["QUESTION"]
_REASON: Final = _PATTERNS["REASON"]
_LIMITING: Final = _PATTERNS["LIMITING"]
_LISTED: Final = re.compile(r"(?:the )?[WPUJ]\d+(?: (?:and|or|,)|$)|(?:me|you|i|us)(?: |$)(?=,|and)")
"""How a list of names goes on."""

_UNFINISHED: Final = re.compile(
    r"(?:^| )(?:am|is|are|was|were|be|been|to|an?|the|of|very|not|will|would|can|could|should|my|your|our|with|and|in"
    r"|on|at|for|that)$"
)
"""Words that no clause ends with."""

_MAX_JOINTS: Final = 12


def core(text: str, known: Collection[str] = ()) -> str:
    """What is left of a sentence. known: the names that may stand in what is passed over."""
    shorter = _OPENING.sub("", text)
    while True:
        cut = _without_first(shorter, known) or _without_last(shorter, known)
        if cut is None:
            return shorter
        shorter = cut


def _without_first(text: str, known: Collection[str]) -> str | None:
    for joint in list(_JOINT.finditer(text))[:_MAX_JOINTS]:
        before = text[: joint.start()]
        if before and _LISTED.match(text, joint.end()) is None and _passes(before, known, first=True):
            return text[joint.end() :]
    return None


def _without_last(text: str, known: Collection[str]) -> str | None:
    for joint in list(_JOINT.finditer(text))[-_MAX_JOINTS:]:
        after = text[joint.end() :]
        if joint.start() and after and _passes(after, known, first=False):
            return text[: joint.start()]
    return None


def _passes(clause: str, known: Collection[str], *, first: bool) -> bool:
    """Whether a clause may be passed over. first: it stands before what matters."""
    said = clause.strip(" ,")
    if _UNFINISHED.search(said) is not None:
        return False
    if _PRAISE.fullmatch(said) is not None or _CONDITION.fullmatch(said) is not None or polite(said):
        return True
    if first and (about_you(said) or reason_first(said)):
        return _LIMITING.search(said) is None
    if not first and (_QUESTION.fullmatch(said) is not None or _SEQUEL.fullmatch(said) is not None):
        return True
    if not first and _REASON.match(said) is not None:
        return _LIMITING.search(said) is None
    return _LIMITING.search(said) is None and (weightless(said, known) or remark(said))
