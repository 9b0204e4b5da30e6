"""What the reader makes of a text."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from negotiation.terms import Utterance

__all__ = ["MAX_CANDIDATES", "Candidate", "Understanding", "Verdict"]

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
    likely: tuple[Candidate, ...] = ()
    """Of several candidates those that were spotted; the others were only looked for to have something to offer."""
