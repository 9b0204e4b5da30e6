"""A host closes a seat for programs again."""

from typing import TYPE_CHECKING

from dipgame.games import events, queries
from dipgame.games.errors import Full, NotOpen
from dipgame.games.locks import lock_game
from dipgame.games.models import Game
from dipgame.games.services.note import note
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["close_program_seat"]


def close_program_seat(game: Game, actor: "User") -> int:
    """Close one free seat for programs.

    Returns how many stay open to them. People and bots of the site may still take it. Raises NotOpen once the game has
    begun or a bot is asked to it, Full where programs sit on all of these seats.
    """
    with atomic():
        game = lock_game(game.pk)
        if game.status != Game.Status.OPEN:
            raise NotOpen("This game has begun, or is over.")
        if not queries.has_seat_for_program(game):
            raise Full("Programs sit on all of these seats, or none is open to them.")
        if queries.asks_a_bot(game):
            raise NotOpen("A bot is asked to this game: the seat is for it. To take that back, leave the game.")
        left: int = game.programs - 1
        game.programs = left
        game.save(update_fields=["programs"])
        note(game, "A seat is not open to programs any more.", actor, by_staff=True, for_players=True)
        events.game_changed(game, "seats")
    return left
