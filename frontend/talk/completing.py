"""Complete the text being typed, key by key."""

from collections.abc import Iterable, Sequence
from typing import Final

from dipgame.games import talk
from dipgame.games.errors import NoPress
from dipgame.games.legible import legible
from dipgame.games.models import Seat
from dipgame.games.services.send_press import MAX_MESSAGE, checked_hearers
from frontend.talk.readings import phase_played
from frontend.talk.stretches import power_at, typed_length
from frontend.wire.talk import Completion as WireCompletion
from negotiation.grammar.completions import Completion, complete

__all__ = ["completions_of"]

_QUESTIONS: Final = {"place": "Where?", "unit": "Which unit?", "power": "Which power?"}
_SAME: Final = 3
"""So many first completions of one kind of name make a question of it."""


def completions_of(seat: Seat, hearers: Iterable[str], text: str) -> tuple[list[WireCompletion], str]:
    """Completions of a text, and the question they answer, if any.

    Raises a kind of Refused where nobody can talk.
    """
    to = checked_hearers(seat, hearers)
    if seat.game.press_level == 0:
        raise NoPress("This game has no messages.")
    if len(text) > MAX_MESSAGE:
        return [], ""
    context = talk.context_for(seat, phase_played(seat), to)
    found = complete(legible(text), context)
    position = context.position
    return [
        {
            "text": one.text,
            "start": typed_length(text[: one.start]),
            "kind": one.kind,
            "place": one.place,
            "power": one.power or (power_at(one.place, position) if one.place and position else None) or "",
        }
        for one in found
    ], _question(found)


def _question(found: Sequence[Completion]) -> str:
    kinds = {one.kind for one in found[:_SAME]}
    return _QUESTIONS.get(kinds.pop(), "") if len(kinds) == 1 else ""
