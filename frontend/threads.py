"""Threads for sockets' database work.

Few, so that one slow query delays nobody else.
"""

from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar, cast

from channels.db import database_sync_to_async

from dipgame.in_turn import SOCKET_THREADS

__all__ = ["in_thread"]

_THREADS: Final = ThreadPoolExecutor(SOCKET_THREADS, "sockets")
_Result = TypeVar("_Result")


def in_thread(do: Callable[..., _Result], *given: object) -> Awaitable[_Result]:
    """Do this in one of the threads, with a connection to the database of its own."""
    run = database_sync_to_async(do, thread_sensitive=False, executor=_THREADS)
    return cast("Awaitable[_Result]", run(*given))
