"""Hand a seat over to another player, or to none."""

from typing import TYPE_CHECKING, Any, cast

from dipgame.games import clock
from dipgame.games.models import Seat

if TYPE_CHECKING:
    from django.db.models import Field

__all__ = ["hand_over_seat"]


def hand_over_seat(seat: Seat, **given: Any) -> None:
    """Give a seat to another player, `user` or `bot`, or to none.

    Inside the caller's transaction, which holds the game's lock. Every field of `Seat.OF_A_PLAYER` that is not given
    begins anew.
    """
    begun = {name: cast("Field[Any, Any]", Seat._meta.get_field(name)).get_default() for name in Seat.OF_A_PLAYER}
    for name, value in (begun | {"joined_at": clock.now()} | given).items():
        setattr(seat, name, value)
    seat.save(update_fields=[*Seat.OF_A_PLAYER])
