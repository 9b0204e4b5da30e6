"""The clients: one that waits, one to await.

Both try again what may be tried again, and come back to streams.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any, Final, Self

import httpx2 as httpx

from dipgame_client.calls import Call, Calls, Problem, pause_after, reply_of

__all__ = ["AsyncClient", "Client"]

_SECONDS: Final = httpx.Timeout(30.0)
_SILENCE: Final = httpx.Timeout(30.0, read=35.0)
"""A stream that says nothing for longer is dead: the site sends an empty line every ten seconds."""
_ATTEMPTS: Final = 6
_AGENT: Final = {"User-Agent": "dipgame-client/0.4.0"}


class _Resumed:
    """The place at which a stream goes on.

    since: the `n` of the last line that was handed on.
    """

    def __init__(self, path: str, since: int | None) -> None:
        self.call = Call("GET", path)
        self.since = since
        self.attempt = 0

    @property
    def query(self) -> dict[str, int]:
        return {} if self.since is None else {"since": self.since}

    def line(self, text: str) -> Any:
        """A line as JSON; None for an empty one."""
        self.attempt = 0
        return json.loads(text) if text.strip() else None

    def pause(self, status: int | None = None, retry_after: str = "") -> float | None:
        """Seconds until the next attempt; None where the site refuses for good."""
        found = pause_after(self.attempt, status, self.call, retry_after)
        self.attempt += 1
        return found


def _headers(token: str) -> dict[str, str]:
    return {**_AGENT, **({"Authorization": f"Bearer {token}"} if token else {})}


def _request(call: Call) -> dict[str, Any]:
    asked: dict[str, Any] = {"params": dict(call.query), "headers": dict(call.headers)}
    return asked if call.body is None else {**asked, "json": call.body}


class Client(Calls):
    """Asks a site and waits for the answer.

    url: of the site, `https://site.example`. transport: for tests.
    """

    def __init__(self, url: str, token: str = "", transport: Any = None) -> None:
        self._http = httpx.Client(
            base_url=f"{url.rstrip('/')}/api", headers=_headers(token), timeout=_SECONDS, transport=transport
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._http.close()

    def send(self, call: Call) -> Any:
        """Send a call, again where that may help, and return its answer.

        Raises Problem, or what httpx2 raises.
        """
        for attempt in range(_ATTEMPTS):
            last = attempt == _ATTEMPTS - 1
            try:
                answer = self._http.request(call.method, call.path, **_request(call))
            except httpx.TransportError:
                pause = None if last else pause_after(attempt, None, call)
                if pause is None:
                    raise
            else:
                again = answer.headers.get("Retry-After", "")
                pause = None if last else pause_after(attempt, answer.status_code, call, again)
                if pause is None:
                    return reply_of(answer.status_code, answer.headers.get("Content-Type", ""), answer.json)
            time.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def follow(self, slug: str, since: int | None = None, *, beats: bool = False) -> Iterator[Any]:
        """Lines of a game's stream, for ever.

        A broken connection is opened again where it was. Raises Problem.

        beats: hand on None for each empty line, too.
        """
        return self._lines(_Resumed(f"/game/{slug}/stream", since), beats)

    def events(self, since: int | None = None, *, beats: bool = False) -> Iterator[Any]:
        """Lines about my games and games to join, for ever."""
        return self._lines(_Resumed("/stream/event", since), beats)

    def _lines(self, at: _Resumed, beats: bool) -> Iterator[Any]:
        while True:
            pause: float | None
            try:
                with self._http.stream("GET", at.call.path, params=at.query, timeout=_SILENCE) as answer:
                    if answer.status_code >= 400:
                        answer.read()
                        pause = at.pause(answer.status_code, answer.headers.get("Retry-After", ""))
                        if pause is None:
                            reply_of(answer.status_code, answer.headers.get("Content-Type", ""), answer.json)
                    else:
                        for text in answer.iter_lines():
                            line = at.line(text)
                            if line is not None or beats:
                                yield line
                            if line is not None:
                                at.since = line["n"]
                                if line["type"] == "end":
                                    raise Problem(403, line)
                        pause = at.pause()
            except httpx.TransportError:
                pause = at.pause()
            time.sleep(pause or 0.0)


class AsyncClient(Calls):
    """Asks a site without waiting: each method returns something to await."""

    def __init__(self, url: str, token: str = "", transport: Any = None) -> None:
        self._http = httpx.AsyncClient(
            base_url=f"{url.rstrip('/')}/api", headers=_headers(token), timeout=_SECONDS, transport=transport
        )

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()

    async def send(self, call: Call) -> Any:
        """Send a call as `Client.send` does."""
        for attempt in range(_ATTEMPTS):
            last = attempt == _ATTEMPTS - 1
            try:
                answer = await self._http.request(call.method, call.path, **_request(call))
            except httpx.TransportError:
                pause = None if last else pause_after(attempt, None, call)
                if pause is None:
                    raise
            else:
                again = answer.headers.get("Retry-After", "")
                pause = None if last else pause_after(attempt, answer.status_code, call, again)
                if pause is None:
                    return reply_of(answer.status_code, answer.headers.get("Content-Type", ""), answer.json)
            await asyncio.sleep(pause)
        raise AssertionError("the last attempt returns or raises")

    def follow(self, slug: str, since: int | None = None, *, beats: bool = False) -> AsyncIterator[Any]:
        """Lines of a game's stream, as of `Client.follow`."""
        return self._lines(_Resumed(f"/game/{slug}/stream", since), beats)

    def events(self, since: int | None = None, *, beats: bool = False) -> AsyncIterator[Any]:
        """Lines about my games and games to join, as of `Client.events`."""
        return self._lines(_Resumed("/stream/event", since), beats)

    async def _lines(self, at: _Resumed, beats: bool) -> AsyncIterator[Any]:
        while True:
            pause: float | None
            try:
                async with self._http.stream("GET", at.call.path, params=at.query, timeout=_SILENCE) as answer:
                    if answer.status_code >= 400:
                        await answer.aread()
                        pause = at.pause(answer.status_code, answer.headers.get("Retry-After", ""))
                        if pause is None:
                            reply_of(answer.status_code, answer.headers.get("Content-Type", ""), answer.json)
                    else:
                        async for text in answer.aiter_lines():
                            line = at.line(text)
                            if line is not None or beats:
                                yield line
                            if line is not None:
                                at.since = line["n"]
                                if line["type"] == "end":
                                    raise Problem(403, line)
                        pause = at.pause()
            except httpx.TransportError:
                pause = at.pause()
            await asyncio.sleep(pause or 0.0)
