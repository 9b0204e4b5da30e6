"""Requests are answered a few at a time; the others wait for their turn instead of for threads and connections."""

import asyncio
from typing import Any, Final
from weakref import WeakKeyDictionary

__all__ = ["REQUESTS_AT_ONCE", "SOCKET_THREADS", "InTurn"]

REQUESTS_AT_ONCE: Final = 8
"""Requests that a web process works on at once, each in a thread with at most one connection to the database."""

SOCKET_THREADS: Final = 8
"""Threads of a web process that do what its sockets ask for; each needs at most one connection, too."""


class InTurn:
    """An application that is called so many times at once, and no more."""

    def __init__(self, application: Any, most: int) -> None:
        self._application = application
        self._most = most
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope.get("path", "").startswith("/health/"):
            # Whoever asks whether the process lives does not stand in line.
            await self._application(scope, receive, send)
            return
        turns = self._turns.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self._most))
        async with turns:
            await self._application(scope, receive, send)
