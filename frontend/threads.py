"""Threads for sockets' database work.

Few, so that one slow query delays nobody else.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from channels.db import database_sync_to_async

from dipgame.in_turn import SOCKET_THREADS

__all__ = ["in_thread", "is_busy"]

_THREADS: Final = ThreadPoolExecutor(SOCKET_THREADS, "sockets")
_Result = TypeVar("_Result")
_asked_for = 0
"""What sockets want done and is not done yet."""


async def in_thread(do: Callable[..., _Result], *given: object) -> _Result:
    """Do this in one of the threads, with a connection to the database of its own."""
    global _asked_for  # noqa: PLW0603
    _asked_for += 1
    try:
        return await database_sync_to_async(do, thread_sensitive=False, executor=_THREADS)(*given)
    finally:
        _asked_for -= 1


def is_busy() -> bool:
    """True if something waits for a thread."""
    return _asked_for > SOCKET_THREADS
