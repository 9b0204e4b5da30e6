"""Hand a seat over to another player, or to none."""

from typing import Any

from dipgame.games import clock
from dipgame.games.models import OfThePhase, OfThePlayer, Seat, anew

__all__ = ["hand_over_seat"]


def hand_over_seat(seat: Seat, **given: Any) -> None:
    """Give a seat to another player, `user` or `bot`, or to none.

    Inside the caller's transaction, which holds the game's lock. Every field of the player and of the phase that is
    not given begins anew.
    """
    values = anew(OfThePhase, OfThePlayer) | {"joined_at": clock.now()} | given
    for name, value in values.items():
        setattr(seat, name, value)
    seat.save(update_fields=[*values])
