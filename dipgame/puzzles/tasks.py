"""Celery tasks of puzzles."""

from typing import Final

from dipgame.celery import app
from dipgame.puzzles.own import QUEUE
from dipgame.puzzles.own import work as work_on

__all__ = ["sweep", "work"]

SWEEP: Final = "puzzles.sweep"


@app.task(name=QUEUE.task, time_limit=170)
def work() -> None:
    """Find puzzles in some phases of a game that waits."""
    work_on()


@app.task(name=SWEEP, time_limit=60)
def sweep() -> None:
    """Wake a worker for what was left."""
    QUEUE.wake()
