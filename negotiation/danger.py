"""Questions about the asker's own units and centers."""

from adjudication.board import Province
from negotiation.diplomacy import Tpc
from negotiation.english.context import Context, words_of
from negotiation.terms import Courtesy, Manner
from negotiation.words.phrasing import asks_about_own, asks_if_safe

__all__ = ["asked_of_board"]


def asked_of_board(text: str, context: Context) -> Courtesy | None:
    """Find such a question, with what it names; None in other texts."""
    if asks_if_safe(text):
        words = words_of(text, context.speaker)
        about = Tpc("defend", tuple(dict.fromkeys((*words.powers, *words.places))))
    elif own := _own_units(text, context):
        about = Tpc("unit", own)
    else:
        return None
    return Courtesy(context.speaker, context.hearers, Manner.ADVICE, about)


def _own_units(text: str, context: Context) -> tuple[Province, ...]:
    """Places of the speaker's units that a text asks about."""
    kind = asks_about_own(text)
    if not kind or context.position is None:
        return ()
    mine = [unit.province for unit in context.position.units_of(context.speaker) if unit.kind == kind]
    named = set(words_of(text, context.speaker).places)
    return tuple(place for place in mine if place in named) or tuple(mine)
