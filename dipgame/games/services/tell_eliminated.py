"""A power has nothing left on the board: the log says so, and its player learns what they may do now."""

from collections.abc import Collection

from adjudication.powers import POWER_NAMES, Power, as_power
from dipgame.games import convert, queries
from dipgame.games.models import Game, GamePhase, Notification
from dipgame.games.services.note import note
from dipgame.games.services.notify import When, notify

__all__ = ["tell_eliminated"]


def tell_eliminated(game: Game, phase: GamePhase, before: Collection[Power]) -> None:
    """Tell the log which powers the phase finds without a unit or a center, and their players what they may do now.
    before: the powers on the board of the phase before it."""
    gone = sorted(set(before) - queries.powers_on_board(convert.position_of(phase)))
    guess = ", guess then who was a bot" if game.faces == "all" else ""
    for seat in game.seats.filter(power__in=gone).order_by("power"):
        out = f"{POWER_NAMES[as_power(seat.power)]} is out of the game: it has no unit and no center left."
        note(game, out)
        if seat.user_id is not None:
            words = f"{out} You may watch the game to its end{guess}, and play the next one at any time."
            notify(game, {seat.user_id: words}, Notification.Kind.OVER, f"out:{phase.pk}", when=When.UNLESS_SEEN)
