"""What a message means: a deal where there is one, else what is asked or said beside deals."""

from typing import Final

from negotiation.english.context import Context
from negotiation.english.tones import plain
from negotiation.english.understanding import MAX_CANDIDATES, Understanding
from negotiation.grammar.beside import jests, read_beside
from negotiation.reader import read
from negotiation.terms import Accept, Courtesy, Manner, Utterance

__all__ = ["listen"]


def listen(text: str, context: Context) -> Understanding:
    """Understand one message. Never raises; what cannot be placed is returned as it was typed.

    A deal that is read surely stands, unless its writer says that it was a joke. An open question is believed rather
    than a deal that is only offered; so is a courtesy, but for a few kind words that may agree to what is open.
    """
    text = plain(text)
    understood = read(text, context)
    if understood.verdict == "clear" and not (jests(text) or _asks_why(text, understood)):
        return understood
    beside = read_beside(text, context)
    if not beside:
        return understood
    if understood.verdict == "clear" and not jests(text):
        return Understanding("choose", (*understood.candidates, beside))
    if understood.candidates and context.open_deals and _may_agree(text, beside[0]):
        offered = (*understood.candidates[: MAX_CANDIDATES - 1], beside)
        return Understanding("choose", offered, understood.unplaced)
    return Understanding("clear", (beside,))


def _may_agree(text: str, said: Utterance) -> bool:
    """`Thanks!`, `Great move`: a few kind words, which may be a yes to what is open."""
    return isinstance(said, Courtesy) and said.manner in _KIND and len(text.split()) <= _FEW


_KIND: Final = (Manner.THANK, Manner.PRAISE, Manner.FORGIVE)
_FEW: Final = 3


def _asks_why(text: str, understood: Understanding) -> bool:
    """`Why not?`, which agrees or asks."""
    return text.rstrip().endswith("?") and isinstance(understood.candidates[0][0], Accept)
