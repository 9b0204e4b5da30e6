"""A remark of which only the words are known: how it was read, as far as later sentences may lean on it."""

from functools import lru_cache

from adjudication.powers import Power, as_power
from negotiation.english.context import Context
from negotiation.english.reader import MAX_TEXT, read_by_rules
from negotiation.english.remarks import Heard
from negotiation.english.spotting import Place, UnitRef, When, spot
from negotiation.english.stances import asks_else
from negotiation.terms import Accept, Agree, Propose, Utterance

__all__ = ["heard", "plain_text"]


def heard(text: str, context: Context) -> Heard:
    """What was said, or may have been, by a text in a context."""
    understood = read_by_rules(text, context)
    clear = understood.verdict == "clear"
    said = tuple(_taken_up(one, context) for one in understood.candidates[0]) if clear else ()
    likely = tuple(dict.fromkeys(candidate[-1] for candidate in understood.likely))
    deals = (one.deal for candidate in understood.candidates for one in candidate if isinstance(one, Propose))
    known = {one.deal for one in likely if isinstance(one, Propose)}
    places, powers = _named(text)
    return Heard(
        context.speaker,
        said,
        () if clear else likely,
        () if clear else tuple(deal for deal in dict.fromkeys(deals) if deal not in known),
        any(_names(part) for part in understood.unplaced),
        places,
        powers,
        not clear and asks_else(text),
    )


def _taken_up(said: Utterance, context: Context) -> Utterance:
    """To propose once more what the others proposed for both is to agree to it."""
    if isinstance(said, Propose) and isinstance(said.deal, Agree) and said.deal in context.unanswered:
        return Accept(said.speaker, said.hearers, said.deal)
    return said


@lru_cache(maxsize=1024)
def plain_text(text: str, speaker: Power) -> Heard:
    """What later sentences may lean on in a text that was sent as mere words: the places and powers it names."""
    places, powers = _named(text)
    return Heard(speaker, told=_names(text[:MAX_TEXT]), places=places, powers=powers)


def _named(text: str) -> tuple[tuple[str, ...], tuple[Power, ...]]:
    """The provinces and powers a text names, in the order in which it does."""
    entities = spot(text[:MAX_TEXT], None).entities.values()
    places = (one.place if isinstance(one, UnitRef) else one for one in entities)
    return (
        tuple(one.province for one in places if isinstance(one, Place)),
        tuple(as_power(one) for one in entities if isinstance(one, str)),
    )


def _names(part: str) -> bool:
    return any(not isinstance(one, When) for one in spot(part, None).entities.values())
