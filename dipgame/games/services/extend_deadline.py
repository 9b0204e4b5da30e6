"""A phase gets more time."""

from datetime import timedelta
from typing import TYPE_CHECKING

from dipgame.games import clock
from dipgame.games.errors import Late, NotRunning
from dipgame.games.locks import lock_live_phase
from dipgame.games.models import Game, GamePhase
from dipgame.games.services.move_deadline import move_deadline
from dipgame.games.services.note import note
from dipgame.games.services.notify import When
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["extend_deadline"]


def extend_deadline(game: Game, more: timedelta, actor: "User | None" = None, words: str = "") -> GamePhase:
    """Put off the deadline of the phase now played, counted from now if it has passed. words: who did it, for the log.

    Raises NotRunning when no phase is played, Late when it is being resolved.
    """
    with atomic():
        phase = lock_live_phase(game.pk)
        if phase is None or phase.deadline is None:
            raise NotRunning("No phase is played in this game now.")
        if phase.status != GamePhase.Status.OPEN:
            raise Late("The phase is being resolved already.")
        until = move_deadline(phase.game, phase, max(phase.deadline, clock.now()) + more)
        words = f"{words or 'The phase has more time'}, until {clock.mark(until)}."
        note(phase.game, words, actor, by_staff=bool(actor), tell=When.UNLESS_SEEN if actor else None)
    return phase
