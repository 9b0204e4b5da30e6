"""Metrics of experiments for Prometheus, and checks for the doctor."""

from collections.abc import Iterator, Mapping
from typing import Final

from django.conf import settings
from django.db import connection
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bots.experiment import packages
from dipgame.experiments import queries
from dipgame.experiments.models import GameRun
from dipgame.experiments.queue import QUEUE
from dipgame.health import Check

__all__ = ["ExperimentsStanding", "examined"]

_START: Final = "Start one: celery --app dipgame worker --queues experiments."


class ExperimentsStanding(Collector):
    """Games of experiments that run, by state: those that wait for a worker, and those that are played."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            found = queries.games_going()
        finally:
            # Each time a thread of its own asks; what it does not give back is lost to the pages.
            connection.close()
        games = GaugeMetricFamily("dipgame_experiment_games", "Games of experiments that run", labels=["state"])
        for state, count in found.items():
            games.add_metric([state], count)
        yield games


def examined(listening: Mapping[str, int] | None) -> Iterator[Check]:
    """Check that waiting games have a worker.

    listening: workers by queue; None if unknown.
    """
    yield _packages()
    found = queries.games_going()
    waiting, running = found[GameRun.State.WAITING], found[GameRun.State.RUNNING]
    words = f"{waiting} games wait, {running} are played"
    if listening is None:
        yield Check("experiments", True, words)
        return
    count = listening.get(QUEUE, 0)
    if waiting and not count:
        yield Check("experiments", False, f"{words}; nobody listens to the queue '{QUEUE}'. {_START}")
    else:
        yield Check("experiments", True, f"{words}; {count or 'no'} workers listen")


def _packages() -> Check:
    """Check for the packages for researchers; an S3 store needs them."""
    missing = packages.missing()
    if not missing:
        return Check("packages for researchers", True, "they are installed")
    without = f"No {', no '.join(dict.fromkeys(missing.values()))}. {packages.how_to_install()}"
    well = not (settings.EXPERIMENTS_S3 and {"storages", "boto3"} & set(missing))
    return Check("packages for researchers", well, without if well else f"EXPERIMENTS_S3 is set: {without}")
