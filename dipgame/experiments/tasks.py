"""What the workers of experiments do."""

from django.conf import settings

from dipgame.celery import app
from dipgame.experiments import people, services
from dipgame.experiments.queue import PLAY, SWEEP

__all__ = ["play", "sweep"]


@app.task(name=PLAY, time_limit=settings.EXPERIMENT_SECONDS)
def play() -> None:
    """Play one game that waits."""
    services.play_next()


@app.task(name=SWEEP, time_limit=120)
def sweep() -> None:
    """Find what was left."""
    people.count_games_that_ended()
    services.sweep_experiments()
