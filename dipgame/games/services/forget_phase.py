"""A phase is over, or taken back: seats forget it."""

from dipgame.games.models import Game, GamePhase, OfThePhase, anew
from dipgame.games.services.tell_votes import tell_lapsed
from dipgame.games.votes import poll_of

__all__ = ["forget_phase"]


def forget_phase(game: Game, phase: GamePhase, over: str = "is over") -> None:
    """Let every field of the phase begin anew, and tell of the votes that lapse.

    Inside the caller's transaction, which holds the game's lock. over: after the name of the phase.
    """
    seats, first = list(game.seats.order_by("power")), anew(OfThePhase)
    if all(getattr(seat, name) == value for seat in seats for name, value in first.items()):
        return
    tell_lapsed(poll_of(game, phase, seats), over)
    game.seats.update(**first)
