"""Asks the workers for something, once the change that calls for it is committed.

A lost message loses nothing: every task is found again by the sweep from what stands in the database. What bots are
to do is chosen there, too, most urgent first (`queries.waiting_thoughts`): what lies in their queue only wakes a
worker, which goes on as long as something waits. So a few of it are enough, however many bots wait.
"""

import logging
from datetime import datetime
from typing import Final

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from dipgame.celery import app
from dipgame.redis_absence import is_away, went_away
from dipgame.transactions import after_commit

__all__ = [
    "HEAR",
    "MOST_WOKEN",
    "PLAY_BOT",
    "PROMOTE",
    "RESOLVE_PHASE",
    "SPEAK",
    "SWEEP",
    "TELL",
    "THINK",
    "TIDY",
    "depth",
    "enqueue",
    "send",
]

RESOLVE_PHASE: Final = "games.resolve_phase"
SPEAK: Final = "games.speak"
SWEEP: Final = "games.sweep"
TELL: Final = "games.tell"
TIDY: Final = "games.tidy"
PROMOTE: Final = "games.promote"
THINK: Final = "games.think"

PLAY_BOT: Final = "orders of a bot"
HEAR: Final = "what a bot is to hear"
"""Work for bots, sent as THINK: a worker does the most urgent."""

MOST_WOKEN: Final = 50
"""Most waiting wake-up messages for bots' workers."""

_BOTS: Final = "bots"

_EXPIRES: Final = 120
_log = logging.getLogger(__name__)


def enqueue(task: str, row_id: int, at: datetime | None = None) -> None:
    """Have the task run for this row after the present transaction is committed; at once outside of one.

    at: not before this moment. It is soon: workers keep the task in mind until then.
    """
    # A lambda, not a partial: Django names a robust callback that failed by its __qualname__.
    after_commit(lambda: send(task, row_id, at))


def send(task: str, row_id: int, at: datetime | None = None) -> None:
    """Put the task into its queue. Without Redis this is logged, and left to the sweep."""
    if is_away():
        return
    try:
        if task in (PLAY_BOT, HEAR):
            if (depth() or 0) < MOST_WOKEN:
                app.send_task(THINK, expires=_EXPIRES)
        else:
            app.send_task(task, args=(row_id,), expires=_EXPIRES, eta=at)
    except (OperationalError, OSError, RedisError) as error:
        went_away()
        _log.warning("%s(%s) could not be queued, the sweep will find it: %s", task, row_id, error)


def depth(name: str = _BOTS) -> int | None:
    """Number of messages in a queue; None if unknown.

    For the bots' queue: how many times workers are still to be woken.
    """
    if is_away():
        return None
    try:
        with app.producer_or_acquire() as producer:
            # Not by declaring it: that looks for the queue under a key without the site's prefix, and finds none.
            return int(producer.channel.client.llen(name))
    except (OperationalError, OSError, RedisError) as error:
        went_away()
        _log.warning("how much lies in %s cannot be seen: %s", name, error)
        return None
