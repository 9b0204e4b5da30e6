"""Health checks with short timeouts, and remedies."""

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import redis
from django.conf import settings
from django.core.cache import cache, caches
from django.db import Error, connection
from django.db.migrations.executor import MigrationExecutor

__all__ = [
    "BEAT_SILENT",
    "LOOKS",
    "Check",
    "are_bots_ready",
    "beat_has_beaten",
    "bots_are_ready",
    "database",
    "migrations",
    "redis_answers",
    "since_last_beat",
]

BEAT_SILENT: Final = 30.0
"""Seconds without a sweep after which beat, or the workers of the default queue, count as gone."""

_PATIENCE: Final = 1.0
_BEAT: Final = "last-sweep"
_BOTS: Final = "bots-ready"
_BOTS_SILENT: Final = 30
"""Seconds without a word of any worker for bots after which none is ready. They speak every two."""
_A_DAY: Final = 86_400

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Check:
    """A check's name, result and sentence, with the remedy if it failed."""

    name: str
    is_well: bool
    words: str


LOOKS: Final[list[Callable[[Mapping[str, int] | None], Iterable[Check]]]] = []
"""Checks by other parts of the site. Each is given the number of workers by queue; None if unknown."""


def database() -> Check:
    """Check that the database answers."""
    return _asked("database", _one, "The database does not answer. See that it runs, and DATABASE_URL.")


def _one() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return f"{connection.vendor} answers"


def migrations() -> Check:
    """Check that the tables match this code."""
    return _asked("migrations", _tables, "Bring the tables up to date: python manage.py migrate")


def _tables() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        raise RuntimeError(f"{len(missing)} migrations are missing, the first is {missing[0][0]}")
    return "the tables are those of this code"


def redis_answers() -> Check:
    """Check that Redis answers. Pages work without it; sockets and queues wait."""
    return _asked("redis", _ping, "Redis does not answer: pages hear of no change. See that it runs, and REDIS_URL.")


def _ping() -> str:
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE)
    try:
        client.ping()
    finally:
        client.close()
    return "Redis answers"


def _asked(name: str, ask: Callable[[], str], otherwise: str) -> Check:
    try:
        return Check(name, True, ask())
    except (Error, OSError, RuntimeError, redis.RedisError) as error:
        _log.warning("%s: %s", name, error)
        return Check(name, False, f"{otherwise} ({error})".replace("\n", " "))


def beat_has_beaten(at: float) -> None:
    """A sweep was done at this time (seconds since 1970)."""
    cache.set(_BEAT, at, _A_DAY)


def since_last_beat(at: float) -> float | None:
    """Seconds since the last sweep; None when there was none for a day, or Redis has forgotten it."""
    last: float | None = cache.get(_BEAT) or caches["site"].get(_BEAT)
    return None if last is None else max(0.0, at - last)


def bots_are_ready() -> None:
    """A worker for bots has all it needs to answer, and is there."""
    cache.set(_BOTS, True, _BOTS_SILENT)


def are_bots_ready() -> bool:
    """True if a worker for bots was there within the last half minute, ready to answer."""
    return bool(cache.get(_BOTS))
