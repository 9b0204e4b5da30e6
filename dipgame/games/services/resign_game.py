"""The one person who plays a game with bots ends it."""

from typing import TYPE_CHECKING

from adjudication.powers import POWER_NAMES, as_power
from dipgame.games import convert, events, queries
from dipgame.games.errors import NotRunning, NotSeated
from dipgame.games.locks import lock_game, lock_live_phase
from dipgame.games.models import Game
from dipgame.games.services.close_game import resign
from dipgame.games.services.note import note
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["resign_game"]


def resign_game(user: "User", game: Game) -> None:
    """End the game as resigned; the seat stays the person's. Raises NotSeated, or NotRunning where the game is not
    played, or other people are still on the board or may come back."""
    with atomic():
        game = lock_game(game.pk)
        phase = lock_live_phase(game.pk)
        seat = game.seats.filter(user=user).first()
        if seat is None:
            raise NotSeated("You hold no seat in this game.")
        if phase is None:
            raise NotRunning("This game is not being played; there is nothing to end.")
        if not queries.plays_alone(seat, phase):
            raise NotRunning("Other people play this game, too; offer them a draw, or leave.")
        centers = len(convert.position_of(phase).centers_of(as_power(seat.power)))
        count = f"{centers} center" if centers == 1 else f"{centers} centers"
        note(game, f"{POWER_NAMES[as_power(seat.power)]} ended the game, with {count}.", user)
        resign(game, phase)
        events.game_changed(game, "seats")
