"""Celery tasks of the explorer."""

from typing import Final

from dipgame.celery import app
from dipgame.explorer.indexing import index_some

__all__ = ["sweep"]

SWEEP: Final = "explorer.sweep"


@app.task(name=SWEEP, time_limit=60)
def sweep() -> None:
    """Index games that have ended."""
    index_some()
