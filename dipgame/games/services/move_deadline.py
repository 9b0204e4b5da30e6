"""The deadline of a phase that is played moves: the one way in which it does."""

from datetime import datetime

from dipgame.games import clock, events
from dipgame.games.models import Game, GamePhase

__all__ = ["move_deadline"]


def move_deadline(game: Game, phase: GamePhase, moment: datetime) -> datetime:
    """Let the phase end at this moment or, in the game's quiet hours, at the first one after them; returns when. Inside
    the caller's transaction, which holds the lock of the phase."""
    phase.deadline = clock.awake(game.quiet, game.quiet_zone, moment)
    phase.save(update_fields=["deadline"])
    events.game_changed(game, "deadline")
    return phase.deadline
