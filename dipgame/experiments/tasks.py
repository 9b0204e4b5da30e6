"""Celery tasks of experiments."""

from django.conf import settings

from dipgame.celery import app
from dipgame.experiments import people, services, uploads
from dipgame.experiments.queue import PLAY, READ, SWEEP

__all__ = ["play", "read", "sweep"]


@app.task(name=PLAY, time_limit=settings.EXPERIMENT_SECONDS)
def play() -> None:
    """Play one game that waits."""
    services.play_next()


@app.task(name=READ, time_limit=settings.UPLOAD_SECONDS + 300)
def read(upload: int) -> None:
    """Read a log that a researcher sent."""
    uploads.read_upload(upload)


@app.task(name=SWEEP, time_limit=120)
def sweep() -> None:
    """Find what was left."""
    people.count_games_that_ended()
    services.sweep_experiments()
    uploads.sweep_uploads()
