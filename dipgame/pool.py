"""The connections to the database that the threads of a web process share, as Prometheus reads them."""

from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from django.db import close_old_connections, connection
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

__all__ = ["Pool", "with_connection"]

_Result = TypeVar("_Result")

_NOW: Final = {
    "pool_max": ("dipgame_pool_most", "Connections to the database there may be"),
    "pool_size": ("dipgame_pool_size", "Connections to the database there are"),
    "pool_available": ("dipgame_pool_free", "Of them those that nobody uses"),
    "requests_waiting": ("dipgame_pool_waiting", "Threads that wait for a connection"),
}
_COUNTED: Final = {
    "requests_num": ("dipgame_pool_taken", "How often a connection was taken"),
    "requests_queued": ("dipgame_pool_queued", "How often it had to be waited for"),
    "requests_errors": ("dipgame_pool_refused", "How often none came"),
    "connections_lost": ("dipgame_pool_lost", "Connections that were found broken"),
}


class Pool(Collector):
    """Of this process; nothing where its threads share none."""

    def collect(self) -> Iterator[Metric]:
        pool = getattr(connection, "pool", None)
        if pool is None:
            return
        found = pool.get_stats()
        for key, (name, words) in _NOW.items():
            yield GaugeMetricFamily(name, words, value=found.get(key, 0))
        for key, (name, words) in _COUNTED.items():
            yield CounterMetricFamily(name, words, value=found.get(key, 0))
        waited = found.get("requests_wait_ms", 0) / 1000
        yield CounterMetricFamily("dipgame_pool_waited_seconds", "How long connections were waited for", value=waited)


def with_connection(do: Callable[..., _Result], given: tuple[object, ...]) -> _Result:
    """Do this with the thread's connection, and give it back afterwards."""
    close_old_connections()
    try:
        return do(*given)
    finally:
        close_old_connections()
