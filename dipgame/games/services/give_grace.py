"""Grant one extra minute per phase to players still writing."""

from dipgame.games import clock
from dipgame.games.locks import open_sheet
from dipgame.games.models import Seat
from dipgame.games.services.move_deadline import move_deadline

__all__ = ["give_grace"]


def give_grace(seat: Seat, phase_name: str) -> bool:
    """Put off the deadline by a minute if it is less than a minute away, the seat is still awaited, and nobody had the
    phase's minute yet, and it is no quiet hour; says whether it was so. Raises Malformed, Late or NotRunning."""
    with open_sheet(seat, phase_name) as target:
        phase, sheet = target.phase, target.sheet
        deadline = clock.deadline_in(phase)
        awaited = sheet.must_decide and not sheet.ready and not sheet.bot_state
        later = deadline + clock.A_MINUTE
        into_the_night = clock.awake(target.game.quiet, target.game.quiet_zone, later) != later
        if phase.graced or not awaited or into_the_night or deadline - clock.now() > clock.A_MINUTE:
            return False
        phase.graced = True
        phase.save(update_fields=["graced"])
        move_deadline(target.game, phase, later)
    return True
