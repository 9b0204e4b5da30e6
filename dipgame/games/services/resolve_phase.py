"""A phase is over: its orders are carried out and the next one begins. Exactly once, whoever tries."""

import logging
import uuid
from collections.abc import Sequence
from datetime import datetime

from django.db.models import F

from adjudication.engine import adjudicate
from adjudication.outcomes import Resolution, outcome_as_dict
from dipgame.games import clock, convert
from dipgame.games.lease import at_work
from dipgame.games.locks import lock_game, lock_live_phase
from dipgame.games.models import Game, GamePhase, Seat, SeatPhase
from dipgame.games.services.close_game import close_if_over
from dipgame.games.services.judge_promises import close_talk, judge_promises
from dipgame.games.services.mind_absence import mind_absence
from dipgame.games.services.open_phase import open_phase
from dipgame.games.services.play_bot import unasked
from dipgame.logs import about
from dipgame.metrics import PHASE_LAG, PHASES
from dipgame.transactions import atomic
from negotiation.parley import Event

__all__ = ["resolve_phase"]

_log = logging.getLogger(__name__)


def resolve_phase(phase_id: int, force: bool = False) -> bool:
    """Resolve the phase if it is due: its deadline has passed, or nothing is awaited any more and it may close.

    Three steps. The phase is claimed by a conditional update under its lock, from which moment no
    order can change; it is adjudicated, without any lock; everything that follows is written in one
    transaction, whose first act is to turn this very claim into `resolved`. A worker that dies in
    between leaves a claim that nobody renews, which another takes up after `clock.CLAIM_LEASE`; should
    the first come back, its claim is not the row's any more and it writes nothing.

    Before that, people who missed a movement phase are seen to (`mind_absence`), which may put it off.
    `force` resolves a phase as it stands, due or not, for the staff. Says whether this call resolved it.
    """
    if not force and mind_absence(phase_id):
        return False
    claim = _claim(phase_id, force)
    if claim is None:
        return False
    with at_work(lambda at: _renew(phase_id, claim, at), clock.A_MINUTE):
        phase = GamePhase.objects.select_related("game").get(pk=phase_id)
        resolution = adjudicate(convert.position_of(phase), convert.orders_of(phase), convert.rulebook_of(phase.game))
        talk = judge_promises(phase, resolution)
    resolved = _store(phase, claim, resolution, talk)
    if resolved:
        PHASES.labels(phase.name[-1]).inc()
        late = (clock.now() - phase.deadline).total_seconds() if phase.deadline else 0.0
        if late > 0:
            PHASE_LAG.observe(late)
        with about(game=phase.game.slug, phase=phase.name):
            _log.info("%s of %s is resolved", phase.name, phase.game.slug)
    return resolved


def _claim(phase_id: int, force: bool) -> uuid.UUID | None:
    """Make the phase ours if it is due and nobody else's."""
    at = clock.now()
    with atomic():
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
    awaited = SeatPhase.objects.filter(phase=phase, must_decide=True, ready=False)
    if phase.deadline is not None and phase.deadline <= at:
        # Bots that no worker had time for yet are waited for, a little.
        return phase.deadline <= at - clock.PATIENCE_WITH_BOTS or not awaited.filter(unasked()).exists()
    may_close = phase.closes_at is None or phase.closes_at <= at
    return may_close and not awaited.exists()


def _renew(phase_id: int, claim: uuid.UUID, at: datetime) -> bool:
    return bool(
        GamePhase.objects.filter(pk=phase_id, status=GamePhase.Status.CLAIMED, claim=claim).update(claimed_at=at)
    )


def _is_free(phase: GamePhase, at: datetime) -> bool:
    return phase.claimed_at is None or phase.claimed_at <= at - clock.CLAIM_LEASE


def _store(phase: GamePhase, claim: uuid.UUID, resolution: Resolution, talk: Sequence[Event] = ()) -> bool:
    at = clock.now()
    with atomic():
        game = lock_game(phase.game_id)
        resolved = GamePhase.objects.filter(pk=phase.pk, status=GamePhase.Status.CLAIMED, claim=claim).update(
            status=GamePhase.Status.RESOLVED,
            outcomes=[outcome_as_dict(each) for each in resolution.outcomes],
            resolved_at=at,
        )
        if not resolved or game.status != Game.Status.RUNNING:
            return False
        _count_missed(phase)
        close_talk(phase, talk, at)
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
