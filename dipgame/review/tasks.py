"""Celery tasks of reviews."""

from typing import Final

from dipgame.celery import app
from dipgame.review.asking import QUEUE
from dipgame.review.working import work as work_on

__all__ = ["sweep", "work"]

SWEEP: Final = "review.sweep"


@app.task(name=QUEUE.task, time_limit=170)
def work() -> None:
    """Make a part of a review that waits."""
    work_on()


@app.task(name=SWEEP, time_limit=60)
def sweep() -> None:
    """Wake a worker for what was left."""
    QUEUE.wake()
