"""Somebody gives up a seat."""

from typing import TYPE_CHECKING

from adjudication.powers import POWER_NAMES, as_power
from dipgame.games import clock, events
from dipgame.games.errors import NotRunning, NotSeated
from dipgame.games.locks import lock_game
from dipgame.games.models import Absence, Game
from dipgame.games.services.close_game import abandon_if_alone
from dipgame.games.services.hand_over_seat import hand_over_seat
from dipgame.games.services.note import note
from dipgame.games.services.notify import When
from dipgame.games.services.vacate_seat import vacate_seat
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["leave_game"]


def leave_game(user: "User", game: Game) -> None:
    """Before the game begins the seat is free again, and the game is called off when nobody is left in it.

    In a running game a bot plays on; when no other person is left on the board the game ends. A player who plays with
    bots alone keeps the game by `resign_game`.
    Raises NotSeated, or NotRunning when the game is over.
    """
    with atomic():
        game = lock_game(game.pk)
        seat = game.seats.filter(user=user).first()
        if seat is None:
            raise NotSeated("You hold no seat in this game.")
        if game.status == Game.Status.OPEN:
            hand_over_seat(seat, joined_at=None)
            _pass_on(game, user)
        elif game.status == Game.Status.RUNNING:
            vacate_seat(game, seat, Absence.Kind.LEFT)
            name = POWER_NAMES[as_power(seat.power)]
            note(game, f"{name} has left; a bot plays on, and anybody may take the seat over.", user, tell=When.INBOX)
            abandon_if_alone(game)
        else:
            raise NotRunning("This game is over; there is nothing to leave.")
        events.game_changed(game, "seats")


def _pass_on(game: Game, user: "User") -> None:
    """Pass an open game that its host left to whoever sits there longest; call it off without anybody, unless it has a
    game master."""
    heir = game.seats.filter(user__isnull=False).order_by("joined_at").first()
    if heir is None and game.promoted:
        game.fill_at = None
    elif heir is None and game.master_id is None:
        game.status, game.finished_at = Game.Status.CANCELLED, clock.now()
        events.game_changed(game, "status")
        events.lobby_changed()
    elif heir is not None and game.host_id == user.pk:
        game.host = heir.user
    game.save(update_fields=["status", "finished_at", "host", "fill_at"])
