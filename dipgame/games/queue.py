"""Asks the workers for something, once the change that calls for it is committed.

A lost message loses nothing: every task is found again by the sweep from what stands in the database.
"""

import logging
from typing import Final

from django.db import transaction
from kombu.exceptions import OperationalError

from dipgame.celery import app

__all__ = ["HEAR", "PLAY_BOT", "RESOLVE_PHASE", "SPEAK", "SWEEP", "enqueue", "send"]

RESOLVE_PHASE: Final = "games.resolve_phase"
PLAY_BOT: Final = "games.play_bot"
HEAR: Final = "games.hear"
SPEAK: Final = "games.speak"
SWEEP: Final = "games.sweep"

_EXPIRES: Final = 120
_log = logging.getLogger(__name__)


def enqueue(task: str, row_id: int) -> None:
    """Have the task run for this row after the present transaction is committed; at once outside of one."""
    # A lambda, not a partial: Django names a robust callback that failed by its __qualname__.
    transaction.on_commit(lambda: send(task, row_id), robust=True)


def send(task: str, row_id: int) -> None:
    """Put the task into its queue. Without Redis this is logged, and left to the sweep."""
    try:
        app.send_task(task, args=(row_id,), expires=_EXPIRES)
    except (OperationalError, OSError) as error:
        _log.warning("%s(%s) could not be queued, the sweep will find it: %s", task, row_id, error)
