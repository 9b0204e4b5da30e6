"""Somebody says that the orders are final, or takes that back."""

from dipgame.games import events
from dipgame.games.models import Seat
from dipgame.games.services.sheets import check_complete, open_sheet

__all__ = ["set_ready"]


def set_ready(seat: Seat, phase_name: str, ready: bool) -> None:
    """Mark the seat as ready or not; when everybody is, the phase is resolved at once.

    Orders may still be changed while others are awaited. A seat that has nothing to decide is
    always ready. Raises Malformed, Late or NotRunning.
    """
    with open_sheet(seat, phase_name) as target:
        sheet = target.sheet
        if not sheet.must_decide or sheet.bot_state or sheet.ready == ready:
            return
        sheet.ready = ready
        sheet.save(update_fields=["ready", "changed_at"])
        events.sheet_changed(seat.pk, target.phase.name)
        events.game_changed(target.game, "ready")
        if ready:
            check_complete(target.phase)
