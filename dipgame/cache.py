"""Shared cache of all processes, outside the database: counters, pictures.

It may vanish at any time, with Redis; then each process counts for itself until Redis is back.
"""

import logging
from typing import Any

import msgspec
from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from dipgame.redis_absence import is_away, went_away

__all__ = ["PlainValues", "SharedCache", "counted"]

_log = logging.getLogger(__name__)


class PlainValues:
    """Values of the cache in Redis: numbers as they are, all else as MessagePack. Who gets at Redis runs no code here,
    which a pickle would."""

    def dumps(self, value: Any) -> int | bytes:
        return value if type(value) is int else msgspec.msgpack.encode(value, enc_hook=_plain)

    def loads(self, kept: bytes) -> Any:
        try:
            return int(kept)
        except ValueError:
            return msgspec.msgpack.decode(kept)


def _plain(value: Any) -> str:
    """A text that is marked as safe, as a text.

    Raises TypeError for what is kept in no cache that others share.
    """
    if isinstance(value, str):
        return value.encode().decode()
    raise TypeError(f"the shared cache keeps plain values, no {type(value).__name__}")


class SharedCache(BaseCache):
    """Django's Redis cache and, while Redis is away, a memory of this process's own."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        self._server = server
        self._shared = RedisCache(server, params)
        self._own = LocMemCache(server, {**params, "OPTIONS": {"MAX_ENTRIES": 5000}})

    def _do(self, method: str, *given: Any, **more: Any) -> Any:
        if not is_away(self._server):
            try:
                return getattr(self._shared, method)(*given, **more)
            except (RedisError, OSError) as error:
                self._lost(error)
        return getattr(self._own, method)(*given, **more)

    def _lost(self, error: Exception) -> None:
        went_away(self._server)
        _log.warning("Redis does not answer; this process counts for itself for now: %s", error)

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._do("add", key, value, timeout, version))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._do("get", key, default, version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        self._do("set", key, value, timeout, version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._do("touch", key, timeout, version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(self._do("delete", key, version))

    def count(self, key: str, seconds: int, by: int = 1) -> int:
        """Add to a count, which begins anew so many seconds after its first time; asks Redis once."""
        if not is_away(self._server):
            try:
                made = self.make_and_validate_key(key)
                with self._shared._cache.get_client(made, write=True).pipeline(transaction=False) as asked:
                    asked.set(made, 0, ex=seconds, nx=True)
                    asked.incr(made, by)
                    return int(asked.execute()[1])
            except (RedisError, OSError) as error:
                self._lost(error)
        return counted(self._own, key, seconds, by)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return int(self._do("incr", key, delta, version))

    def clear(self) -> None:
        """Forget what is kept here, and nothing else that lies in the same Redis: queues and sockets stay."""
        self._own.clear()
        client = self._shared._cache.get_client(write=True)
        for key in client.scan_iter(match=self.make_key("*")):
            client.delete(key)


def counted(kept: BaseCache, key: str, seconds: int, by: int = 1) -> int:
    """Add to a count in any cache, which begins anew so many seconds after its first time."""
    if kept.add(key, by, timeout=seconds):
        return by
    try:
        return kept.incr(key, by)
    except ValueError:  # the time was over between the two
        return by
