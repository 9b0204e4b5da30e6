"""A power has nothing left on the board: the log says so, and its player learns what they may do now."""

from collections.abc import Collection

from adjudication.phase import parse_phase
from adjudication.powers import POWER_NAMES, Power, as_power
from dipgame.games import convert, queries
from dipgame.games.models import Game, GamePhase, Notification
from dipgame.games.services.note import note
from dipgame.games.services.notify import When, notify
from dipgame.games.votes import listed_powers

__all__ = ["tell_eliminated"]


def tell_eliminated(game: Game, phase: GamePhase, before: Collection[Power]) -> None:
    """Tell the log which powers the phase finds without a unit or a center, and their players what they may do now.
    before: the powers on the board of the phase before it."""
    gone = set(before) - queries.powers_on_board(convert.position_of(phase))
    if not gone:
        return
    guess = ", guess then who was a bot" if game.faces == "all" else ""
    for seat in game.seats.filter(power__in=gone).order_by("power"):
        out = _out(phase, as_power(seat.power))
        note(game, out)
        if seat.user_id is not None:
            words = f"{out} You may watch the game to its end{guess}, and play the next one at any time."
            notify(game, {seat.user_id: words}, Notification.Kind.OVER, f"out:{phase.pk}", when=When.UNLESS_SEEN)


def _out(phase: GamePhase, power: Power) -> str:
    """Sentence that a power is out: year, and takers of its centers."""
    earlier = list(GamePhase.objects.filter(game=phase.game_id, index__lt=phase.index).order_by("-index"))
    out = f"{POWER_NAMES[power]} is out of the game in {parse_phase(earlier[0].name).year}"
    owners = convert.position_of(phase).centers
    lost = next((owned for row in earlier if (owned := convert.position_of(row).centers_of(power))), ())
    takers = sorted({owners[center] for center in lost if center in owners})
    if not takers:
        return f"{out}: it has no unit and no center left."
    return f"{out}: {listed_powers(takers)} took its last center{'s' * (len(lost) > 1)}."
