"""Current figures for operators."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import redis
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db.models import Count, QuerySet

from dipgame import health
from dipgame.games import clock
from dipgame.games.models import BotState, Game, GamePhase, Message, SeatPhase
from dipgame.games.queries.waiting_bots import waiting_thoughts

__all__ = ["QUEUES", "Figures", "figures", "stuck_phases", "troubled_bots"]

QUEUES: Final = ("default", "bots", "experiments")
_LATELY: Final = timedelta(minutes=10)
_AN_HOUR: Final = timedelta(hours=1)
_PATIENCE: Final = 1.0


@dataclass(frozen=True, slots=True)
class Figures:
    """games: by status, without examples. queues: tasks that wait, by queue; empty without Redis. overdue: seconds
    that the phase which waits longest is past its deadline. bots_waiting_seconds: of what waits longest for a bot.
    since_sweep: seconds since the last sweep; None where nobody knows. messages: of the last ten minutes, without those
    of examples. guests: people without an account who came within the last hour."""

    games: Mapping[str, int]
    queues: Mapping[str, int]
    overdue: float
    overdue_phases: int
    bots_waiting: int
    bots_waiting_seconds: float
    since_sweep: float | None
    messages: int
    guests: int


def figures() -> Figures:
    """Counted now."""
    now = clock.now()
    counts = dict(Game.objects.filter(example="").order_by().values_list("status").annotate(count=Count("pk")))
    overdue = [now - each for each in stuck_phases(timedelta()).values_list("deadline", flat=True) if each is not None]
    waiting = waiting_thoughts()
    return Figures(
        games={status: counts.get(status, 0) for status in Game.Status.values},
        queues=_queues(),
        overdue=max((each.total_seconds() for each in overdue), default=0.0),
        overdue_phases=len(overdue),
        bots_waiting=len(waiting),
        bots_waiting_seconds=max(((now - each.since).total_seconds() for each in waiting), default=0.0),
        since_sweep=health.since_last_beat(now.timestamp()),
        messages=Message.objects.filter(at__gte=now - _LATELY, game__example="").count(),
        guests=get_user_model().objects.filter(is_guest=True, date_joined__gte=now - _AN_HOUR).count(),
    )


def stuck_phases(late: timedelta) -> QuerySet[GamePhase]:
    """Phases that are played and whose deadline passed so long ago."""
    live = (GamePhase.Status.OPEN, GamePhase.Status.CLAIMED)
    return GamePhase.objects.filter(status__in=live, deadline__lt=clock.now() - late).order_by("deadline")


def troubled_bots() -> QuerySet[SeatPhase]:
    """The sheets of phases now played whose bot was late or failed, the latest first, with their seats and games."""
    rows = SeatPhase.objects.filter(
        bot_state__in=[BotState.LATE, BotState.CRASHED], phase__status=GamePhase.Status.OPEN
    )
    return rows.select_related("seat", "phase__game").defer("memory", "talk_memory").order_by("-bot_since")


def _queues() -> dict[str, int]:
    prefix = settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE)
    try:
        return {queue: int(client.llen(f"{prefix}{queue}")) for queue in QUEUES}
    except (redis.RedisError, OSError):
        return {}
    finally:
        client.close()
