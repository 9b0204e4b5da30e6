"""Bots that are about to say something to a seat, as a page tells it: "writing".

What the sheets of a phase tell of it is read along with them (`seats.sheets_at`).
"""

from collections.abc import Iterable
from typing import Any, Final

from django.db.models import Exists, OuterRef, Q

from adjudication.powers import Power, as_power
from dipgame import health
from dipgame.games.models import BotSpeech, Game, Hearing, Seat, SeatPhase
from dipgame.games.players import hides_bots

__all__ = ["GETTING_READY", "WRITING", "about_to_speak", "busy_bots", "spoken_to"]

WRITING = "writing"
GETTING_READY = "getting ready"
"""It has heard something, and no worker for bots is there yet: they have just started, or compile."""

_NOBODY: Final = "^$"


def spoken_to(power: str) -> str:
    """The pattern of a term in L that is said to this power, alone or among others; "" for nobody's."""
    me = power.lower()
    return rf"^[a-z]+\([a-z]+, ({me},|\[[a-z ]*{me}[] ])" if me else _NOBODY


def about_to_speak(phase: int, power: str, to_me: str) -> dict[str, Any]:
    """Two columns for sheets of a phase: `hears`, True if the seat has something left to hear that this power heard or
    that opens the phase; `speaks`, True if it has words ready whose term fits the pattern."""
    heard = Hearing.objects.filter(Q(message=None) | Q(message__between__contains=power), phase=phase)
    words = BotSpeech.objects.filter(phase=phase, seat=OuterRef("seat"), term__regex=to_me)
    return {
        "hears": Exists(heard.filter(seat=OuterRef("seat")).exclude(state=Hearing.State.DONE)),
        "speaks": Exists(words),
    }


def busy_bots(game: Game, seat: Seat | None, sheets: Iterable[SeatPhase]) -> dict[Power, str]:
    """Bots that have heard this seat, or open the talk of the phase, or have something to say to it, each with what
    it does: `WRITING` or `GETTING_READY`. sheets: those of the phase now played, with their columns.

    Nobody where nothing is played or said, for watchers, and where nobody may know who is a bot: people's pages do not
    tell when they write.
    """
    if seat is None or game.press_level == 0 or hides_bots(game):
        return {}
    others: list[Any] = [sheet for sheet in sheets if sheet.seat_id != seat.pk]
    hearing = {as_power(sheet.seat.power) for sheet in others if sheet.hears}
    writing = {as_power(sheet.seat.power) for sheet in others if sheet.speaks}
    does = WRITING if not hearing or health.are_bots_ready() else GETTING_READY
    return dict.fromkeys(hearing, does) | dict.fromkeys(writing, WRITING)
