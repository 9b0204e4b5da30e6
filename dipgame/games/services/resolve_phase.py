"""A phase is over: its orders are carried out and the next one begins. Exactly once, whoever tries."""

import logging
import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F

from adjudication.engine import adjudicate
from adjudication.orders import Order
from adjudication.outcomes import Resolution
from adjudication.powers import Power
from dipgame.games import clock, convert
from dipgame.games.models import Game, GamePhase, Seat, SeatPhase
from dipgame.games.services.close_game import close_if_over
from dipgame.games.services.judge_promises import Judgement, close_talk, judge_promises
from dipgame.games.services.open_phase import open_phase
from dipgame.games.services.sheets import lock_game, lock_live_phase

__all__ = ["resolve_phase"]

_log = logging.getLogger(__name__)


def resolve_phase(phase_id: int, force: bool = False) -> bool:
    """Resolve the phase if it is due: its deadline has passed, or nothing is awaited any more.

    Three steps. The phase is claimed by a conditional update under its lock, from which moment no
    order can change; it is adjudicated, without any lock; everything that follows is written in one
    transaction, whose first act is to turn this very claim into `resolved`. A worker that dies in
    between leaves a claim, which another takes up after `clock.CLAIM_LEASE`; should the first come
    back, its claim is not the row's any more and it writes nothing.

    `force` resolves a phase that is not due, for those who keep the site. Says whether this call
    resolved it.
    """
    claim = _claim(phase_id, force)
    if claim is None:
        return False
    phase = GamePhase.objects.select_related("game").get(pk=phase_id)
    resolution = adjudicate(convert.position_of(phase), _orders(phase), convert.rulebook_of(phase.game))
    resolved = _store(phase, claim, resolution, judge_promises(phase, resolution))
    if resolved:
        _log.info("%s of %s is resolved", phase.name, phase.game.slug)
    return resolved


def _claim(phase_id: int, force: bool) -> uuid.UUID | None:
    """Make the phase ours if it is due and nobody else's."""
    at = clock.now()
    with transaction.atomic():
        game_id = GamePhase.objects.filter(pk=phase_id).values_list("game_id", flat=True).first()
        phase = lock_live_phase(game_id) if game_id is not None else None
        if phase is None or phase.pk != phase_id or not (_is_due(phase, at) or (force and _is_free(phase, at))):
            return None
        claim = uuid.uuid4()
        # The lock alone would do; the condition makes it plain, and holds where a lock is forgotten.
        claimed = GamePhase.objects.filter(pk=phase_id, status=phase.status, claim=phase.claim).update(
            status=GamePhase.Status.CLAIMED, claim=claim, claimed_at=at
        )
    return claim if claimed else None


def _is_due(phase: GamePhase, at: datetime) -> bool:
    if phase.status == GamePhase.Status.CLAIMED:
        return _is_free(phase, at)
    passed = phase.deadline is not None and phase.deadline <= at
    return passed or not SeatPhase.objects.filter(phase=phase, must_decide=True, ready=False).exists()


def _is_free(phase: GamePhase, at: datetime) -> bool:
    return phase.claimed_at is None or phase.claimed_at <= at - clock.CLAIM_LEASE


def _orders(phase: GamePhase) -> dict[Power, Sequence[Order]]:
    kind = convert.phase_of(phase).kind
    sheets = SeatPhase.objects.filter(phase=phase).select_related("seat")
    return {convert.power_of(sheet.seat): tuple(convert.orders_of_sheet(sheet, kind).values()) for sheet in sheets}


def _store(phase: GamePhase, claim: uuid.UUID, resolution: Resolution, judgements: Sequence[Judgement] = ()) -> bool:
    at = clock.now()
    with transaction.atomic():
        game = lock_game(phase.game_id)
        resolved = GamePhase.objects.filter(pk=phase.pk, status=GamePhase.Status.CLAIMED, claim=claim).update(
            status=GamePhase.Status.RESOLVED, outcomes=convert.outcomes_row(resolution.outcomes), resolved_at=at
        )
        if not resolved or game.status != Game.Status.RUNNING:
            return False
        _count_missed(phase)
        close_talk(phase, judgements, at)
        if not close_if_over(game, phase.index + 1, resolution.next, at):
            open_phase(game, phase.index + 1, resolution.next, at)
    return True


def _count_missed(phase: GamePhase) -> None:
    """People who had something to decide and neither wrote nor said ready have missed one more phase."""
    decided = Seat.objects.filter(sheets__phase=phase, sheets__must_decide=True, user__isnull=False)
    silent = decided.filter(sheets__phase=phase, sheets__ready=False, sheets__orders={})
    silent_ids = list(silent.values_list("pk", flat=True))
    Seat.objects.filter(pk__in=silent_ids).update(missed=F("missed") + 1)
    Seat.objects.filter(pk__in=list(decided.values_list("pk", flat=True))).exclude(pk__in=silent_ids).update(missed=0)
