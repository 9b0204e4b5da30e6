"""Somebody says that the orders are final, or takes that back."""

from dipgame.games import clock, events
from dipgame.games.locks import check_complete, open_sheet
from dipgame.games.models import Seat
from dipgame.games.players import hides_bots

__all__ = ["set_ready"]


def set_ready(seat: Seat, phase_name: str, ready: bool) -> None:
    """Mark the seat as ready or not; when everybody is, the phase is resolved at once.

    Where one person plays with bots alone it stays open for second thoughts (`GamePhase.closes_at`); taken back
    before, Ready has changed nothing. Orders may still be changed while others are awaited. A seat that has nothing
    to decide is always ready. Raises Malformed, Late or NotRunning.
    """
    with open_sheet(seat, phase_name) as target:
        sheet = target.sheet
        if not sheet.must_decide or sheet.bot_state or sheet.ready == ready:
            return
        sheet.ready = ready
        sheet.save(update_fields=["ready", "changed_at"])
        if (
            not hides_bots(target.game)
            and not target.game.seats.filter(user__isnull=False).exclude(pk=seat.pk).exists()
        ):
            target.phase.closes_at = clock.now() + clock.second_thoughts() if ready else None
            target.phase.save(update_fields=["closes_at"])
        events.sheet_changed(seat.pk, target.phase.name)
        events.game_changed(target.game, "ready")
        if ready:
            check_complete(target.phase)
