"""A bot writes its orders. Whatever goes wrong with it, the game goes on and its units hold."""

import logging
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from bots.asking import Answer, Fault, ask_in_time
from bots.chance import stream
from bots.registry import bot_named
from bots.view import SeatView
from dipgame.games import clock, convert, events, queries
from dipgame.games.lease import at_work
from dipgame.games.locks import check_complete, lock_live_phase
from dipgame.games.models import BotState, GamePhase, SeatPhase
from dipgame.logs import about
from dipgame.metrics import deciding
from dipgame.transactions import atomic

__all__ = ["mark_late", "play_claimed", "take_sheet", "unasked"]

_log = logging.getLogger(__name__)


def take_sheet(sheet_id: int) -> SeatPhase | None:
    """Claim the sheet for this worker; None if its bot is not to be asked or another worker asks it.

    Of many workers the one that turns `waiting` into `thinking` asks. An answer that comes when the phase is over, or
    after the sheet was given up as late, is dropped.
    """
    claimed = SeatPhase.objects.filter(
        pk=sheet_id, bot_state=BotState.WAITING, phase__status=GamePhase.Status.OPEN
    ).update(bot_state=BotState.THINKING, bot_since=clock.now())
    if not claimed:
        return None
    return SeatPhase.objects.select_related("seat", "phase__game").get(pk=sheet_id)


def play_claimed(sheet: SeatPhase) -> bool:
    """Ask the bot of a sheet that is ours, and keep what it answers; says whether it was kept.

    What fails here and is not the bot's own doing, a database that went away say, is raised: the bot is asked again.
    """
    try:
        with at_work(lambda at: _renew(sheet, at), clock.thinking_limit()):
            view, memory = queries.seat_view(sheet.seat, sheet.phase), queries.memory_of(sheet)
            with (
                about(game=sheet.phase.game.slug, phase=sheet.phase.name, seat=sheet.seat.power),
                deciding(sheet.seat.bot, "orders"),
            ):
                answer = _answer(sheet, view, memory)
        return _keep(sheet, answer)
    except Exception:
        with suppress(Exception):
            _mine(sheet).update(bot_state=BotState.WAITING, bot_since=clock.now())
        raise


def _mine(sheet: SeatPhase) -> QuerySet[SeatPhase]:
    return SeatPhase.objects.filter(pk=sheet.pk, bot_state=BotState.THINKING, bot_since=sheet.bot_since)


def _renew(sheet: SeatPhase, at: datetime) -> bool:
    if not _mine(sheet).update(bot_since=at):
        return False
    sheet.bot_since = at
    return True


def unasked() -> Q:
    """Sheets of bots that nobody has asked for orders yet in their phase."""
    return Q(bot_state=BotState.WAITING, orders={})


def mark_late(sheet: SeatPhase) -> bool:
    """Give up waiting for the bot of this sheet: its units hold. Says whether it was still awaited."""
    with atomic():
        phase = lock_live_phase(sheet.phase.game_id)
        if phase is None or phase.pk != sheet.phase_id:
            return False
        awaited = SeatPhase.objects.filter(pk=sheet.pk, bot_state=sheet.bot_state, bot_since=sheet.bot_since)
        if not awaited.update(bot_state=BotState.LATE, bot_since=clock.now(), ready=True):
            return False
        _log.warning("bot %s in %s is late in %s", sheet.seat.bot, sheet.phase.game.slug, phase.name)
        events.game_changed(phase.game, "bots")
        check_complete(phase)
    return True


def _answer(sheet: SeatPhase, view: SeatView, memory: Mapping[str, Any]) -> Answer:
    seat, game = sheet.seat, sheet.phase.game
    try:
        rng = stream(game.seed, seat.power, sheet.phase.name)
        return ask_in_time(bot_named(seat.bot).make(), view, memory, rng, clock.bot_seconds())
    except (Exception, SystemExit) as problem:  # one that cannot be asked, or exits, must not stop the game either
        _log.exception("bot %s in %s could not be asked", seat.bot, game.slug)
        return Answer((), memory, (Fault("crash", f"It could not be asked, {type(problem).__name__}: {problem}"),))


def _keep(sheet: SeatPhase, answer: Answer) -> bool:
    kinds = {fault.kind for fault in answer.faults}
    state = BotState.CRASHED if "crash" in kinds else BotState.LATE if "late" in kinds else BotState.OK
    if answer.faults:
        faults = "; ".join(f"{fault.kind}: {fault.text}" for fault in answer.faults)
        _log.warning("bot %s in %s, %s: %s", sheet.seat.bot, sheet.phase.game.slug, sheet.phase.name, faults)
    with atomic():
        phase = lock_live_phase(sheet.phase.game_id)
        if phase is None or phase.pk != sheet.phase_id or phase.status != GamePhase.Status.OPEN:
            return False
        kept = _mine(sheet).update(
            orders=convert.orders_row(answer.orders),
            memory=dict(answer.memory),
            bot_state=state,
            bot_since=clock.now(),
            bot_error="\n".join(f"{fault.kind}: {fault.text}" for fault in answer.faults),
            ready=True,
        )
        if not kept:
            return False
        events.game_changed(phase.game, "bots")
        check_complete(phase)
    return True
