"""Requests are answered a few at a time; the others wait for their turn instead of for threads and connections."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final
from weakref import WeakKeyDictionary

from dipgame.problems import PROBLEM_TYPE, is_of_api, problem

__all__ = ["GAME_TURNS", "REQUESTS_AT_ONCE", "SOCKET_THREADS", "GameTurns", "InTurn", "TooManyWaitError"]

REQUESTS_AT_ONCE: Final = 8
"""Requests that a web process works on at once, each in a thread with at most one connection to the database."""

SOCKET_THREADS: Final = 8
"""Threads of a web process that do what its sockets ask for; each needs at most one connection, too."""

_OF_A_GAME: Final = 2
"""Threads of a web process that change one game at once: its row has one lock, and who waits for it holds a thread."""

_MOST_WAITING: Final = 50
"""Changes of one game that may wait for their turn."""

_GAME: Final = re.compile(r"/(?:games|api/game)/([-\w]+)/")
_ALIVE: Final = b"alive\n"
_BUSY: Final = "Very much is asked of this game at the moment. Nothing was changed; try again in a few seconds."
_TEXT: Final = "text/plain; charset=utf-8"
_AGAIN: Final = (b"Retry-After", b"5")


class TooManyWaitError(Exception):
    """So many changes of a game wait already that one more is refused."""


class GameTurns:
    """Two changes of a game at a time, by requests and sockets together; the next ones wait without a thread."""

    def __init__(self) -> None:
        self._loops: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, tuple[asyncio.Semaphore, set[object]]]] = (
            WeakKeyDictionary()
        )

    @asynccontextmanager
    async def turn(self, slug: str) -> AsyncIterator[None]:
        """Change this game within the block. Raises TooManyWaitError."""
        games = self._loops.setdefault(asyncio.get_running_loop(), {})
        turns, here = games.setdefault(slug, (asyncio.Semaphore(_OF_A_GAME), set()))
        if len(here) >= _OF_A_GAME + _MOST_WAITING:
            raise TooManyWaitError
        me = object()
        here.add(me)
        try:
            async with turns:
                yield
        finally:
            here.discard(me)
            if not here:
                games.pop(slug, None)


GAME_TURNS: Final = GameTurns()


class InTurn:
    """An application that is called so many times at once, and no more; `/health/live` it answers by itself."""

    def __init__(self, application: Any, most: int) -> None:
        self._application = application
        self._most = most
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path, method = scope.get("path", ""), scope.get("method", "GET")
        if path == "/health/live" and method in ("GET", "HEAD"):
            # In the event loop, without a thread: were all of them held up, this process would live all the same.
            await _answer(send, 200, _TEXT, _ALIVE if method == "GET" else b"")
            return
        if path.startswith("/health/"):
            # Health checks do not queue.
            await self._application(scope, receive, send)
            return
        game = None if method in ("GET", "HEAD") else _GAME.match(path)
        if game is None:
            await self._in_turn(scope, receive, send)
            return
        try:
            async with GAME_TURNS.turn(game[1]):
                await self._in_turn(scope, receive, send)
        except TooManyWaitError:
            if is_of_api(path):
                await _answer(send, 503, PROBLEM_TYPE, problem(503, "busy", _BUSY), _AGAIN)
            else:
                await _answer(send, 503, _TEXT, f"{_BUSY}\n".encode(), _AGAIN)

    async def _in_turn(self, scope: Any, receive: Any, send: Any) -> None:
        turns = self._turns.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(self._most))
        async with turns:
            await self._application(scope, receive, send)


async def _answer(send: Any, status: int, kind: str, body: bytes, *headers: tuple[bytes, bytes]) -> None:
    usual = (b"Content-Type", kind.encode()), (b"Cache-Control", b"no-store")
    await send({"type": "http.response.start", "status": status, "headers": [*usual, *headers]})
    await send({"type": "http.response.body", "body": body})
