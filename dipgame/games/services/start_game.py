"""Every seat is taken: the game begins."""

from adjudication.position import opening
from dipgame.games import clock, events
from dipgame.games.models import Game
from dipgame.games.services.open_phase import open_phase

__all__ = ["start_if_full"]


def start_if_full(game: Game) -> bool:
    """Begin an open game in which no seat is free, inside the caller's transaction, which holds the game's lock.

    Returns whether it began.
    """
    if game.status != Game.Status.OPEN or any(seat.is_free for seat in game.seats.all()):
        return False
    game.status, game.started_at = Game.Status.RUNNING, clock.now()
    game.save(update_fields=["status", "started_at"])
    open_phase(game, 0, opening(), game.started_at)
    events.game_changed(game, "status")
    return True
