"""Metrics of the database and the queues for Prometheus."""

from collections.abc import Iterator

from django.db import connection
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from dipgame.games.queries import figures

__all__ = ["Standing"]


class Standing(Collector):
    """Collector of current figures."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        try:
            found = figures()
        finally:
            # Each time a thread of its own asks; what it does not give back is lost to the pages.
            connection.close()
        games = GaugeMetricFamily("dipgame_games", "Games", labels=["status"])
        for status, count in found.games.items():
            games.add_metric([status], count)
        yield games
        queues = GaugeMetricFamily("dipgame_queue_length", "Tasks that wait for a worker", labels=["queue"])
        for queue, length in found.queues.items():
            queues.add_metric([queue], length)
        yield queues
        for name, words, value in (
            ("dipgame_overdue_seconds", "How long the phase that waits longest is past its deadline", found.overdue),
            ("dipgame_overdue_phases", "Phases past their deadline", found.overdue_phases),
            ("dipgame_bots_waiting", "Things that wait for a bot", found.bots_waiting),
            ("dipgame_bots_waiting_seconds", "How long the oldest of them waits", found.bots_waiting_seconds),
            ("dipgame_since_sweep_seconds", "Since the last sweep", found.since_sweep),
            ("dipgame_messages", "Messages of the last ten minutes", found.messages),
            ("dipgame_guests", "Guests who came within the last hour", found.guests),
        ):
            if value is not None:
                yield GaugeMetricFamily(name, words, value=value)
