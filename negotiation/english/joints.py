"""Where one clause may end and the next begin with nothing between them."""

from collections.abc import Sequence
from typing import Final, Literal

from negotiation.words.lexicon import words
from negotiation.words.spotting import Token

__all__ = ["OPEN_ENDED", "running"]


def running(tokens: Sequence[Token], at: int) -> Literal["asks", "tells", ""]:
    """Whether a token may begin a clause of its own without a comma before it, and of what kind."""
    before, begins = tokens[at - 1].sym, " ".join(token.sym for token in tokens[at : at + 2])
    if before in _ASKS | OPEN_ENDED | _LINKING:
        return ""
    return "asks" if begins in _RUNNING_ON else "tells" if begins in _GOING_ON else ""


OPEN_ENDED: Final = words(
    "am is are was were be been being that to a an the not very will would can could should has does my your his their"
    " our than seem seems look looks"
)
"""Words that no clause ends with: what follows `so` or `and` belongs to them."""

_RUNNING_ON: Final = frozenset(
    f"{aux} {who}" for aux in ("can", "could", "will", "would", "shall", "should", "do") for who in ("you", "we", "i")
) | {"how about", "let~b us", "what if"}
"""Words that begin a clause without a comma before them."""

_GOING_ON: Final = frozenset(f"{who} {aux}" for who in ("i", "you") for aux in ("will", "can", "could", "should"))
"""Words that do so only after a reason that was given first."""

_ASKS: Final = words("when why what how where who which if whether because that than as not and or unless what~ before")
_LINKING: Final = words("and or but so i you we he they it")
