"""A page whose line broke before the answer sends the same command again: it is carried out once."""

from collections.abc import Callable

from django.db import IntegrityError

from dipgame.games import clock
from dipgame.games.errors import Refused
from dipgame.games.models import Message, Receipt, Seat
from dipgame.transactions import atomic

__all__ = ["once"]


def once(seat: Seat, mark: str, act: Callable[[], Message | None]) -> Message | None:
    """Do this for the seat, unless it was done under this mark before; returns what was said by it, then or now.

    mark: the page's own name for the command, "" for one that has none and is done in any case. Receipt and deed are
    written in one transaction: what `act` raises leaves neither, so that a refused command may be sent again.
    """
    if not mark:
        return act()
    try:
        with atomic():
            message = act()
            Receipt.objects.create(seat=seat, mark=mark, message=message, at=clock.now())
    except (IntegrityError, Refused):
        # It was done before, or both came at once and the other was first: what it did cannot be done again.
        done = _done(seat, mark)
        if done is None:
            raise
        return done.message
    return message


def _done(seat: Seat, mark: str) -> Receipt | None:
    return Receipt.objects.filter(seat=seat, mark=mark).select_related("message__speaker", "message__phase").first()
