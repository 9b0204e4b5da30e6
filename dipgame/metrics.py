"""Numbers for operators, as Prometheus reads them.

Each process tells its own at METRICS_PORT, where that is set (`serve`); never at the site's port. What stands in the
database and in Redis is counted when it is asked for, by whichever web process is asked. The processes of one
worker (Celery forks them) add up in files of a folder of their own.
"""

import os
import tempfile
from collections.abc import Iterator
from typing import Any, Final

from dipgame.environment import port

PORT: Final = port("METRICS_PORT")
if PORT and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    # Read when prometheus_client is imported; children that are forked later find the same folder.
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="dipgame-metrics-")

from contextlib import contextmanager  # noqa: E402

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server  # noqa: E402
from prometheus_client.multiprocess import MultiProcessCollector  # noqa: E402

__all__ = [
    "BOT_ASKED",
    "BOT_SECONDS",
    "COMMAND_SECONDS",
    "LOOP_LAG",
    "MEMORY",
    "PHASES",
    "PHASE_LAG",
    "REQUEST_SECONDS",
    "SOCKETS",
    "SOCKETS_OF_ONE",
    "STREAMS",
    "deciding",
    "serve",
]

_QUICK: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
_SLOW: Final = (0.1, 0.25, 0.5, 1, 2, 4, 6, 8, 10, 15, 20, 30, 60)

REQUEST_SECONDS: Final = Histogram(
    "dipgame_request_seconds", "Until a page was answered", ["view", "status"], buckets=_QUICK
)
COMMAND_SECONDS: Final = Histogram(
    "dipgame_command_seconds",
    "Until a command was carried out; `say` is the chat's",
    ["type", "answer"],
    buckets=_QUICK,
)
SOCKETS: Final = Gauge("dipgame_sockets", "Open connections to pages", multiprocess_mode="livesum")
SOCKETS_OF_ONE: Final = Gauge(
    "dipgame_sockets_of_one_network", "Open sockets of the network that has most", multiprocess_mode="livemax"
)
STREAMS: Final = Gauge("dipgame_streams", "Open streams of the API", multiprocess_mode="livesum")
LOOP_LAG: Final = Gauge(
    "dipgame_loop_lag_seconds", "How late the event loop was at its latest check", multiprocess_mode="livemax"
)
MEMORY: Final = Gauge("dipgame_memory_bytes", "Memory of a process", multiprocess_mode="liveall")
PHASES: Final = Counter("dipgame_phases_resolved", "Phases resolved", ["kind"])
PHASE_LAG: Final = Histogram(
    "dipgame_phase_lag_seconds", "From the deadline until a phase was resolved, where it passed", buckets=_SLOW
)
BOT_ASKED: Final = Histogram(
    "dipgame_bot_asked_seconds",
    "From when something waits for a bot until the bot is asked",
    ["task"],
    buckets=(*_SLOW, 120, 300),
)
BOT_SECONDS: Final = Histogram("dipgame_bot_seconds", "Until a bot had decided", ["bot", "task"], buckets=_SLOW)


@contextmanager
def deciding(bot: str, task: str) -> Iterator[None]:
    """Counts how long a bot takes over its orders or its talk."""
    with BOT_SECONDS.labels(bot, task).time():
        yield


def serve(*collectors: Any) -> None:
    """Tell this process's numbers, and those of its children, at METRICS_PORT of every address of this machine, which
    a network policy keeps from the world; nothing where it is not set."""
    if not PORT:
        return
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    for collector in collectors:
        registry.register(collector)
    start_http_server(PORT, addr=os.environ.get("METRICS_HOST", "127.0.0.1"), registry=registry)
