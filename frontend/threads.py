"""Threads for sockets' database work.

Few, so that one slow query delays nobody else.
"""

import asyncio
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar
from weakref import WeakKeyDictionary

from dipgame.in_turn import SOCKET_THREADS
from dipgame.pool import with_connection

__all__ = ["in_thread", "in_thread_once", "is_busy"]

_THREADS: Final = ThreadPoolExecutor(SOCKET_THREADS, "sockets")
_Result = TypeVar("_Result")
_asked_for = 0
"""Number of jobs that sockets wait for."""


async def in_thread(do: Callable[..., _Result], *given: object) -> _Result:
    """Do this in one of the threads, with a connection to the database of its own."""
    global _asked_for  # noqa: PLW0603
    _asked_for += 1
    try:
        # Not by asgiref, which takes longer to go to a thread and back than some of what is done there.
        return await asyncio.get_running_loop().run_in_executor(_THREADS, with_connection, do, given)
    finally:
        _asked_for -= 1


_COMING: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Hashable, asyncio.Task[Any]]]] = WeakKeyDictionary()
"""By event loop, what is asked for by name and has not begun yet."""


async def in_thread_once(name: Hashable, do: Callable[..., _Result], *given: object) -> _Result:
    """Do this in a thread once, for all who ask before.

    name: what they ask for it by. What began before may have missed what they want to know of.
    """
    coming = _COMING.setdefault(asyncio.get_running_loop(), {})

    def begin() -> _Result:
        coming.pop(name, None)
        return do(*given)

    task = coming.get(name)
    if task is None:
        task = coming[name] = asyncio.create_task(in_thread(begin))
    # Who asks may give up; the others still wait.
    found: _Result = await asyncio.shield(task)
    return found


def is_busy() -> bool:
    """True if something waits for a thread."""
    return _asked_for > SOCKET_THREADS
