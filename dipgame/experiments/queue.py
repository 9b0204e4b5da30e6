"""Wakes workers of the queue `experiments`.

A message says only that there is a game: which, stands in the database.
"""

import logging
from typing import Final

from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from dipgame.celery import app
from dipgame.transactions import after_commit

__all__ = ["MOST", "PLAY", "QUEUE", "READ", "SWEEP", "top_up", "wake", "wake_reader"]

PLAY: Final = "experiments.play"
SWEEP: Final = "experiments.sweep"
READ: Final = "experiments.read"
QUEUE: Final = "experiments"

MOST: Final = 1_000
"""Messages in the queue at most; the sweep adds more as they are used up."""

_log = logging.getLogger(__name__)


def wake(times: int) -> None:
    """Wake workers so often once the present transaction is committed."""
    after_commit(lambda: send(times))


def wake_reader(upload: int) -> None:
    """Have a worker read a log that was sent, once the present transaction is committed."""
    after_commit(lambda: send_read(upload))


def send_read(upload: int) -> None:
    """Put the message for a log into the queue.

    Without Redis this is logged, and left to the sweep.
    """
    try:
        app.send_task(READ, args=[upload])
    except (OperationalError, OSError, RedisError) as error:
        _log.warning("a worker for a log could not be woken, the sweep will: %s", error)


def top_up(waiting: int) -> None:
    """Add as many messages as are missing for the games that wait."""
    there = depth()
    if there is not None:
        send(max(0, waiting - there))


def send(times: int) -> None:
    """Put messages into the queue.

    Without Redis this is logged, and left to the sweep.
    """
    try:
        for _ in range(times):
            app.send_task(PLAY)
    except (OperationalError, OSError, RedisError) as error:
        _log.warning("workers for experiments could not be woken, the sweep will: %s", error)


def depth() -> int | None:
    """Number of messages in the queue; None if unknown."""
    try:
        with app.connection_for_read() as line:
            return int(line.default_channel.client.llen(QUEUE))
    except (OperationalError, OSError, RedisError) as error:
        _log.warning("what waits for experiments cannot be seen: %s", error)
        return None
