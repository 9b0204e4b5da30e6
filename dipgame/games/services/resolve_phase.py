"""A phase is over: its orders are carried out and the next one begins. Exactly once, whoever tries."""

import logging
import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

from django.db.models import F, QuerySet, prefetch_related_objects

from adjudication.engine import adjudicate
from adjudication.outcomes import Resolution, outcome_as_dict
from dipgame.games import clock, convert
from dipgame.games.lease import at_work
from dipgame.games.locks import lock_game, lock_phase
from dipgame.games.models import Game, GamePhase, Seat, SeatPhase
from dipgame.games.services.close_game import close_if_over
from dipgame.games.services.judge_promises import close_talk, judge_promises
from dipgame.games.services.mind_absence import mind_absence
from dipgame.games.services.open_phase import open_phase
from dipgame.games.services.play_bot import unasked
from dipgame.logs import about
from dipgame.metrics import PHASE_LAG, PHASES
from dipgame.prepared import Along, Prepared
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
    phase = _claim(phase_id, force)
    if phase is None:
        return False
    with at_work(lambda at: _renew(phase, at), clock.A_MINUTE):
        sheets = _sheets.rows(phase=phase.pk)
        orders = convert.orders_on(sheets, convert.phase_of(phase).kind)
        resolution = adjudicate(convert.position_of(phase), orders, convert.rulebook_of(phase.game))
        talk = judge_promises(phase, resolution)
    resolved = _store(phase, resolution, sheets, talk)
    if resolved:
        PHASES.labels(phase.name[-1]).inc()
        late = (clock.now() - phase.deadline).total_seconds() if phase.deadline else 0.0
        if late > 0:
            PHASE_LAG.observe(late)
        with about(game=phase.game.slug, phase=phase.name):
            _log.info("%s of %s is resolved", phase.name, phase.game.slug)
    return resolved


_WITH_SEATS: Final = Along(("seat",), without=("memory", "talk_memory"))
_sheets: Final = Prepared(
    lambda phase: _WITH_SEATS.of(SeatPhase.objects.filter(phase=phase)).order_by(), _WITH_SEATS, phase=int
)


def _claim(phase_id: int, force: bool) -> GamePhase | None:
    """Claim the phase, with its game, if due and free."""
    at = clock.now()
    with atomic():
        phase = lock_phase(phase_id)
        if phase is None or not (_is_due(phase, at) or (force and _is_free(phase, at))):
            return None
        claim = uuid.uuid4()
        # The lock alone would do; the condition makes it plain, and holds where a lock is forgotten.
        claimed = GamePhase.objects.filter(pk=phase_id, status=phase.status, claim=phase.claim).update(
            status=GamePhase.Status.CLAIMED, claim=claim, claimed_at=at
        )
        phase.status, phase.claim, phase.claimed_at = GamePhase.Status.CLAIMED, claim, at
    return phase if claimed else None


def _is_due(phase: GamePhase, at: datetime) -> bool:
    if phase.status == GamePhase.Status.CLAIMED:
        return _is_free(phase, at)
    awaited = SeatPhase.objects.filter(phase=phase, must_decide=True, ready=False)
    if phase.deadline is not None and phase.deadline <= at:
        # Bots that no worker had time for yet are waited for, a little.
        return phase.deadline <= at - clock.PATIENCE_WITH_BOTS or not awaited.filter(unasked()).exists()
    may_close = phase.closes_at is None or phase.closes_at <= at
    return may_close and not awaited.exists()


def _mine(phase: GamePhase) -> QuerySet[GamePhase]:
    return GamePhase.objects.filter(pk=phase.pk, status=GamePhase.Status.CLAIMED, claim=phase.claim)


def _renew(phase: GamePhase, at: datetime) -> bool:
    return bool(_mine(phase).update(claimed_at=at))


def _is_free(phase: GamePhase, at: datetime) -> bool:
    return phase.claimed_at is None or phase.claimed_at <= at - clock.CLAIM_LEASE


def _store(
    phase: GamePhase, resolution: Resolution, sheets: Iterable[SeatPhase] = (), talk: Sequence[Event] = ()
) -> bool:
    """Write the result of a claimed phase if still ours.

    sheets: all of them, with their seats.
    """
    at = clock.now()
    with atomic():
        game = lock_game(phase.game_id)
        resolved = _mine(phase).update(
            status=GamePhase.Status.RESOLVED,
            outcomes=[outcome_as_dict(each) for each in resolution.outcomes],
            resolved_at=at,
        )
        if not resolved or game.status != Game.Status.RUNNING:
            return False
        _count_missed(sheets)
        prefetch_related_objects([game], "seats")  # asked for by all that follows; nothing of it changes them
        close_talk(phase, talk, at)
        if not close_if_over(game, phase.index + 1, resolution.next, at):
            open_phase(game, phase.index + 1, resolution.next, at, phase)
    return True


def _count_missed(sheets: Iterable[SeatPhase]) -> None:
    """People who had something to decide and neither wrote nor said ready have missed one more phase."""
    decided = [each for each in sheets if each.must_decide and each.seat.user_id is not None]
    silent = [each.seat_id for each in decided if not each.ready and not each.orders]
    heard = [each.seat_id for each in decided if each.seat.missed and each.seat_id not in silent]
    if silent:
        Seat.objects.filter(pk__in=silent, user__isnull=False).update(missed=F("missed") + 1)
    if heard:
        Seat.objects.filter(pk__in=heard).update(missed=0)
