"""Those who keep the site give a phase more time."""

from datetime import timedelta

from django.db import transaction

from dipgame.games import clock, events
from dipgame.games.errors import Late, NotRunning
from dipgame.games.models import Game, GamePhase
from dipgame.games.services.sheets import lock_live_phase

__all__ = ["extend_deadline"]


def extend_deadline(game: Game, more: timedelta) -> GamePhase:
    """Put off the deadline of the phase now played, counted from now if it has passed.

    Raises NotRunning when no phase is played, Late when it is being resolved.
    """
    with transaction.atomic():
        phase = lock_live_phase(game.pk)
        if phase is None or phase.deadline is None:
            raise NotRunning("No phase is played in this game now.")
        if phase.status != GamePhase.Status.OPEN:
            raise Late("The phase is being resolved already.")
        phase.deadline = max(phase.deadline, clock.now()) + more
        phase.save(update_fields=["deadline"])
        events.game_changed(phase.game, "deadline")
    return phase
