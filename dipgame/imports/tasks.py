"""Celery tasks of imports."""

from typing import Final

from dipgame.celery import app
from dipgame.imports.asking import QUEUE, forget_imports
from dipgame.imports.working import work

__all__ = ["read", "sweep"]

SWEEP: Final = "imports.sweep"


@app.task(name=QUEUE.task, time_limit=60)
def read() -> None:
    """Read a file that waits."""
    work()


@app.task(name=SWEEP, time_limit=60)
def sweep() -> None:
    """Wake a worker for what was left, and delete what is old."""
    QUEUE.wake()
    forget_imports()
