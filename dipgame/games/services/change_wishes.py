"""Somebody at an open table wishes for other powers."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dipgame.games.errors import NotOpen, NotSeated
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Seat
from dipgame.games.services.join_game import checked_wishes
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["change_wishes"]


def change_wishes(user: "User", game: Game, wishes: Sequence[str]) -> None:
    """Take these powers, best first, for what the person wishes for; none of them: any will do.

    Raises Malformed for what is no power, NotSeated, or NotOpen where the powers are dealt, or not dealt by wishes.
    """
    wished = checked_wishes(wishes)
    with atomic():
        game = lock_game(game.pk)
        if game.status != Game.Status.OPEN:
            raise NotOpen("The powers are assigned; this game has begun, or is over.")
        if game.seating != "wishes":
            raise NotOpen("In this game everybody chooses a seat; there are no wishes.")
        if not Seat.objects.filter(game=game, user=user).update(wishes=" ".join(wished)):
            raise NotSeated("You have no seat in this game.")
