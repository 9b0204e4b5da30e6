"""A game's clock stands still for a while, or goes on before its time."""

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from dipgame.games import clock
from dipgame.games.errors import Late, Malformed, NotRunning
from dipgame.games.locks import lock_game, lock_live_phase
from dipgame.games.models import Game, GamePhase
from dipgame.games.services.move_deadline import move_deadline
from dipgame.games.services.note import note
from dipgame.games.services.notify import When
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["LONGEST_PAUSE", "pause_game", "resume_game"]

LONGEST_PAUSE = timedelta(days=14)


def pause_game(game: Game, length: timedelta, actor: "User | None" = None, words: str = "") -> datetime:
    """Stop the clock for so long from now, in place of a pause that may be on; returns when it goes on by itself.

    Orders and talk go on meanwhile, and where everybody is ready the phase is resolved. words: who did it, for the log.
    Raises Malformed for a length that is none or too long, NotRunning, or Late while the phase is being resolved.
    """
    if not timedelta(0) < length <= LONGEST_PAUSE:
        raise Malformed("A pause lasts up to 14 days.")
    with atomic():
        game, phase, at = _locked(game)
        until = at + length
        goes_on = clock.clock_at(game, at)
        game.paused_until = until
        game.save(update_fields=["paused_until"])
        move_deadline(game, phase, clock.deadline_in(phase) + (until - goes_on))
        said = f"{words or 'The game is paused'} until {clock.mark(until)}."
        note(game, said, actor, by_staff=bool(actor), tell=When.UNLESS_SEEN if actor else None)
    return until


def resume_game(game: Game, actor: "User | None" = None) -> None:
    """End a pause now. Raises NotRunning where there is none, or Late while the phase is being resolved."""
    with atomic():
        game, phase, at = _locked(game)
        if game.paused_until is None or game.paused_until <= at:
            raise NotRunning("The game is not paused.")
        left, game.paused_until = game.paused_until - at, None
        game.save(update_fields=["paused_until"])
        move_deadline(game, phase, clock.deadline_in(phase) - left)
        tell = When.UNLESS_SEEN if actor else None
        note(game, "The pause is over: the clock goes on.", actor, by_staff=bool(actor), tell=tell)


def _locked(game: Game) -> tuple[Game, GamePhase, datetime]:
    game = lock_game(game.pk)
    phase = lock_live_phase(game.pk)
    if phase is None or phase.deadline is None:
        raise NotRunning("No phase is played in this game now.")
    at = clock.now()
    if phase.status != GamePhase.Status.OPEN or phase.deadline <= at:
        raise Late("The phase is being resolved; try again in a moment.")
    return game, phase, at
