"""Celery tasks of the ranking."""

from dipgame.celery import app
from dipgame.ranking.update import update_ranking

__all__ = ["update"]


@app.task(name="ranking.update", time_limit=600)
def update() -> None:
    """Count the games that ended."""
    update_ranking()
