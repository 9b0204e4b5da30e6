"""Verdict of the reader on a text."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from negotiation.diplomacy import Opn
from negotiation.levels import subterms
from negotiation.terms import Courtesy, Query, Utterance, Which

__all__ = ["MAX_CANDIDATES", "Candidate", "Understanding", "Verdict", "is_beside"]

MAX_CANDIDATES: Final = 3

Candidate: TypeAlias = tuple[Utterance, ...]
"""What a text may mean: usually one utterance; `yes, and can you …` is two."""

Verdict: TypeAlias = Literal["clear", "choose", "none"]


@dataclass(frozen=True, slots=True)
class Understanding:
    """verdict clear: one candidate. choose: one to three, the player picks. none: no candidate.

    unplaced: the parts of the text, as typed, that no candidate accounts for.
    """

    verdict: Verdict
    candidates: tuple[Candidate, ...] = ()
    unplaced: tuple[str, ...] = ()


def is_beside(utterance: Utterance) -> bool:
    """True for a courtesy, an open question, or one about opinions."""
    if not isinstance(utterance, Query):
        return isinstance(utterance, Courtesy)
    return isinstance(utterance.content, Which) or any(isinstance(term, Opn) for term in subterms(utterance))
