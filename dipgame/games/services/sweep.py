"""Finds everything that is due, from the database alone: what makes a game go on when messages or workers are lost."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Exists, OuterRef, Q

from dipgame import health
from dipgame.games import clock, queries, queue
from dipgame.games.errors import Refused
from dipgame.games.locks import lock_game
from dipgame.games.models import BotSpeech, BotState, Game, GamePhase, Hearing, Receipt, SeatPhase
from dipgame.games.queue import HEAR, PLAY_BOT, RESOLVE_PHASE, SPEAK, enqueue
from dipgame.games.services.fill_seats import fill_seats
from dipgame.games.services.play_bot import mark_late, unasked
from dipgame.transactions import atomic

__all__ = ["Swept", "sweep"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Swept:
    """Counts of due work.

    Phases to resolve, games to fill, workers woken for bots, bots given up as late, bots that speak, old receipts.
    """

    phases: int = 0
    filled: int = 0
    asked: int = 0
    late: int = 0
    spoken: int = 0
    forgotten: int = 0


def sweep() -> Swept:
    """Queue what is due. Harmless to run at any time and twice at once."""
    health.beat_has_beaten(clock.now().timestamp())
    return Swept(
        phases=_in_any_case(_due_phases),  # first: whatever fails elsewhere, deadlines are kept
        filled=_in_any_case(_fill),
        late=_in_any_case(_give_up),
        spoken=_in_any_case(_due_speeches),
        forgotten=_in_any_case(_forget_receipts),
        asked=_in_any_case(_ask_again),
    )


def _in_any_case(part: Callable[[], int]) -> int:
    """Run one part.

    Log a failure so that the other parts still run.
    """
    try:
        return part()
    except DatabaseError:
        raise
    except Exception:
        _log.exception("a part of the sweep failed: %s", part.__name__)
        return 0


def _due_phases() -> int:
    """Enqueue due phases.

    Those past their deadline, those that may close with nothing awaited, and claims of workers that died. Workers are
    told of deadlines before the next sweep, too: no page waits for it.
    """
    at = clock.now()
    awaited = SeatPhase.objects.filter(phase=OuterRef("pk"), must_decide=True, ready=False)
    may_close = Q(closes_at=None) | Q(closes_at__lte=at)
    is_over = Q(deadline__lte=at - clock.PATIENCE_WITH_BOTS) | Q(deadline__lte=at) & ~Exists(awaited.filter(unasked()))
    due = Q(status=GamePhase.Status.OPEN) & (is_over | may_close & ~Exists(awaited))
    stuck = Q(status=GamePhase.Status.CLAIMED, claimed_at__lte=at - clock.CLAIM_LEASE)
    found = list(GamePhase.objects.filter(due | stuck).values_list("pk", flat=True))
    for phase_id in found:
        enqueue(RESOLVE_PHASE, phase_id)
    before_the_next = Q(deadline__gt=at, deadline__lte=at + timedelta(seconds=settings.SWEEP_SECONDS))
    coming = GamePhase.objects.filter(before_the_next, status=GamePhase.Status.OPEN)
    for phase_id, deadline in coming.values_list("pk", "deadline"):
        enqueue(RESOLVE_PHASE, phase_id, deadline)
    return len(found)


def _fill() -> int:
    """Bots take the empty seats of games whose time for that has come."""
    games = Game.objects.filter(status=Game.Status.OPEN, fill_at__lte=clock.now()).exclude(fill_bot="")
    filled = 0
    for game_id in games.values_list("pk", flat=True):
        try:
            filled += _fill_if_due(game_id)
        except (Refused, Game.DoesNotExist):
            continue  # called off or gone a moment ago, or its bot is not on offer any more: it waits for people
    return filled


def _fill_if_due(game_id: int) -> bool:
    """Look again under the lock: whoever sat there may have left, and a game that the site offers waits on then."""
    with atomic():
        game = lock_game(game_id)
        if game.fill_at is None or game.fill_at > clock.now():
            return False
        fill_seats(game, game.fill_bot)
    return True


def _forget_receipts() -> int:
    """Receipts older than any page that could send its command again."""
    forgotten, _ = Receipt.objects.filter(at__lt=clock.now() - clock.RECEIPTS_KEPT).delete()
    return forgotten


def _give_up() -> int:
    """Bots that have cost two workers."""
    late = SeatPhase.objects.filter(_is_lost(), bot_lost=True, phase__status=GamePhase.Status.OPEN)
    return sum(mark_late(sheet) for sheet in late.select_related("seat", "phase__game"))


def _due_speeches() -> int:
    """Enqueue bots' messages that are due."""
    due = list(BotSpeech.objects.filter(due_at__lte=clock.now()).values_list("pk", flat=True))
    for speech_id in due:
        enqueue(SPEAK, speech_id)
    return len(due)


def _ask_again() -> int:
    """Workers for what waits for bots: as often as they are not woken for it already, since messages may be lost."""
    _take_from_the_lost()
    queued = queue.depth()
    if queued is None or queued >= queue.MOST_WOKEN:
        return 0
    waiting = queries.waiting_thoughts()[: queue.MOST_WOKEN][queued:]
    for thought in waiting:
        enqueue(PLAY_BOT if thought.kind == "orders" else HEAR, thought.row_id)
    return len(waiting)


def _is_lost() -> Q:
    """Sheets of whose worker nothing is heard any more."""
    return Q(bot_state=BotState.THINKING, bot_since__lte=clock.now() - clock.CLAIM_LEASE)


def _take_from_the_lost() -> None:
    """Requeue work of workers not heard of any more.

    Once: work that costs two workers is given up.
    """
    at = clock.now()
    sheets = SeatPhase.objects.filter(_is_lost(), bot_lost=False, phase__status=GamePhase.Status.OPEN)
    sheets.update(bot_state=BotState.WAITING, bot_since=at, bot_lost=True)
    stuck = Hearing.objects.filter(state=Hearing.State.THINKING, since__lte=at - clock.CLAIM_LEASE)
    stuck.filter(lost=True).update(state=Hearing.State.DONE, since=at, error="late: it was not heard of again.")
    stuck.filter(lost=False).update(state=Hearing.State.WAITING, since=at, lost=True)
