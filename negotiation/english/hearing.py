"""A remark of which only the words are known: how it was read, as far as later sentences may lean on it."""

from negotiation.english.context import Context, Heard
from negotiation.english.reader import read
from negotiation.english.spotting import When, spot
from negotiation.terms import Propose

__all__ = ["heard"]


def heard(text: str, context: Context) -> Heard:
    """What was said, or may have been, by a text in a context."""
    understood = read(text, context)
    clear = understood.verdict == "clear"
    likely = tuple(dict.fromkeys(candidate[-1] for candidate in understood.likely))
    deals = (one.deal for candidate in understood.candidates for one in candidate if isinstance(one, Propose))
    known = {one.deal for one in likely if isinstance(one, Propose)}
    return Heard(
        context.speaker,
        understood.candidates[0] if clear else (),
        () if clear else likely,
        () if clear else tuple(deal for deal in dict.fromkeys(deals) if deal not in known),
        any(_names(part) for part in understood.unplaced),
    )


def _names(part: str) -> bool:
    return any(not isinstance(one, When) for one in spot(part, None).entities.values())
