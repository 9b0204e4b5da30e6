"""Streams of news as lines of JSON.

The event loop serves them beside the sockets, and the same lookout tells them.

A stream waits without a thread; whoever has news to tell wakes it (`frontend.lookout`), and one look in a thread of the
sockets' finds what was not told yet.
"""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qs

from dipgame.accounts.queries import key_of_token
from dipgame.addresses import address_of_scope
from dipgame.busy import is_busy
from dipgame.games.events import LOBBY
from dipgame.metrics import STREAMS
from dipgame.networks import Networks
from dipgame.problems import PROBLEM_TYPE
from dipgame.switches import SHUT_OUT_WORDS, shuts_out
from frontend.access import access_for
from frontend.api.door import Caller, caller_by, count, limit_headers, require_scope, token_in
from frontend.api.lines import EventTeller, GameTeller, Told
from frontend.api.lists import public_tables
from frontend.api.problems import Problem, busy
from frontend.lookout import end, lookout
from frontend.threads import in_thread, in_thread_once

__all__ = ["KEEP_ALIVE", "MOST_STREAMS", "Streams"]

KEEP_ALIVE: Final = 10.0
"""Seconds without a line after which an empty one is sent."""
MOST_STREAMS: Final = 50
"""Streams of a person at a web process."""
MOST_COMING: Final = 200
"""Requests for streams that wait for a thread at once; all may come back at once after a restart, and try again."""
_AGAIN: Final = 2.0
"""Seconds until a look that failed is tried again."""
_PATIENCE: Final = 60.0
"""Seconds after which the stream ends, where a look does not come back."""

_PATH: Final = re.compile(r"/api/(?:stream/event|game/(?P<slug>[-a-zA-Z0-9_]{1,50})/stream)")
_NUMBER: Final = re.compile(r"[0-9]{1,18}")

_log = logging.getLogger(__name__)


class Streams:
    """Serves the streams.

    All other requests it leaves to another application.
    """

    def __init__(self, application: Any) -> None:
        self._application = application
        self._open: Counter[int] = Counter()
        self._networks = Networks()
        self._coming = 0

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        found = _PATH.fullmatch(scope.get("path", ""))
        if found is None:
            await self._application(scope, receive, send)
            return
        try:
            if scope["method"] != "GET":
                raise Problem(405, "method", "Here one can GET.", {"Allow": "GET"})
            address = address_of_scope(scope)
            if not self._networks.has_room(address):
                words = "Your network has as many streams open as it may. Close some, or follow all games by one."
                raise Problem(429, "streams", words, {"Retry-After": "10"})
            if self._coming >= MOST_COMING:
                raise busy()
            self._coming += 1
            try:
                teller = await _admitted(scope, found["slug"])
            finally:
                self._coming -= 1
            person = teller.caller.person.pk
            if self._open[person] >= MOST_STREAMS:
                words = f"You have {MOST_STREAMS} streams open. Close some, or follow all games by /api/stream/event."
                raise Problem(429, "streams", words, {"Retry-After": "10"})
        except Problem as no:
            await _refuse(send, no)
            return
        self._open[person] += 1
        STREAMS.inc()
        try:
            with self._networks.one_more(address):
                await _Stream(teller, send).run(receive)
        finally:
            STREAMS.dec()
            self._open[person] -= 1
            if not self._open[person]:
                del self._open[person]


class _Stream:
    """One stream. session, person: as `frontend.lookout.Follower` needs them."""

    def __init__(self, teller: GameTeller | EventTeller, send: Any) -> None:
        self.session: str | None = key_of_token(teller.caller.token.pk)
        self.person: int | None = teller.caller.person.pk
        self._teller, self._send = teller, send
        self._changed = asyncio.Event()
        self._concerns_it = True
        self._numbers: dict[str, int] = {}
        self._topics: frozenset[str] = frozenset()

    # ── what the lookout says ─────────────────────────────────────────────────────────────────────

    async def heard(self, message: Mapping[str, Any]) -> None:
        """Look for news."""
        self._wake(message["type"] != "lobby.changed")

    def newest(self, topic: str, number: int) -> None:
        """Look if something may have been missed."""
        if number > self._numbers.get(topic, -1):
            self._numbers[topic] = number
            self._wake(topic != LOBBY)

    def doubted(self) -> None:
        """Look again whether the token holds."""
        self._wake(True)

    def _wake(self, concerns_it: bool) -> None:
        """Look soon.

        Where only the lobby changed, look at its shared list alone.
        """
        self._concerns_it |= concerns_it
        self._changed.set()

    # ── what the program is told ──────────────────────────────────────────────────────────────────

    async def run(self, receive: Any) -> None:
        """Tell news until an end.

        The program goes, the site ends, or nothing may be told any more.
        """
        await self._send({"type": "http.response.start", "status": 200, "headers": self._headers()})
        telling = asyncio.create_task(self._tell())
        going = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait((telling, going), return_when=asyncio.FIRST_COMPLETED)
        finally:
            await end(telling, going)
            self._follow(frozenset())
            await lookout().rest()
        await self._send({"type": "http.response.body", "body": b""})
        if telling.done() and not telling.cancelled():
            telling.result()

    def _headers(self) -> list[tuple[bytes, bytes]]:
        headers = {
            "Content-Type": "application/x-ndjson",
            "Cache-Control": "no-store",
            "X-Accel-Buffering": "no",
            "X-Content-Type-Options": "nosniff",
            **limit_headers(self._teller.caller),
        }
        return [(name.encode(), value.encode()) for name, value in headers.items()]

    async def _tell(self) -> None:
        """Send news as they come.

        An empty line goes out where nothing is new for long.
        """
        self._changed.set()
        while True:
            try:
                async with asyncio.timeout(KEEP_ALIVE):
                    await self._changed.wait()
            except TimeoutError:
                await self._write(b"\n")
                continue
            self._changed.clear()
            try:
                async with asyncio.timeout(_PATIENCE) as patience:
                    told = await self._look()
            except Exception as error:
                if patience.expired():
                    # Its thread goes on: no other may look meanwhile. The program comes back for the rest.
                    _log.error("a look of a stream did not come back; the stream ends")
                    return
                if not is_busy(error):
                    _log.exception("a stream could not be told what changed; trying again")
                await self._write(b"\n")
                await asyncio.sleep(_AGAIN)
                self._wake(True)
                continue
            new = told.topics - self._topics
            self._follow(told.topics)
            self._numbers.update(told.numbers)
            for line in told.lines:
                await self._write(line)
            if told.is_last:
                return
            if new:
                # Look once more, now that they are followed: something may have happened just before.
                self._wake(True)
            # What changes meanwhile is told together.
            await asyncio.sleep(self._teller.pause)

    async def _look(self) -> Told:
        """Ask for news.

        Public tables are read once for all streams that ask for them at the moment.
        """
        teller, concerns_it = self._teller, self._concerns_it
        self._concerns_it = False
        if isinstance(teller, GameTeller):
            return await in_thread(teller.look)
        for_programs = teller.caller.person.is_program
        public = await in_thread_once(("tables", for_programs), public_tables, for_programs)
        if concerns_it:
            return await in_thread(teller.look, public)
        return teller.look_at_tables(public)

    def _follow(self, topics: frozenset[str]) -> None:
        for topic in self._topics - topics:
            lookout().leave(topic, self)
            self._numbers.pop(topic, None)
        for topic in topics - self._topics:
            lookout().follow(topic, self)
        self._topics = topics

    async def _write(self, line: bytes) -> None:
        await self._send({"type": "http.response.body", "body": line, "more_body": True})


async def _gone(receive: Any) -> None:
    """Wait until the program has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _admitted(scope: Mapping[str, Any], slug: str | None) -> GameTeller | EventTeller:
    """Admit a request for a stream.

    Raises Problem.
    """
    address = address_of_scope(scope)
    if await shuts_out(address):
        raise Problem(403, "shut_out", SHUT_OUT_WORDS)
    asked = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    since = asked.pop("since", [None])[-1]
    if asked or (since is not None and not _NUMBER.fullmatch(since)):
        raise Problem(400, "malformed", "A stream takes nothing but 'since', the `n` of the last line you handled.")
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    authorization = headers.get(b"authorization", "")
    token_in(authorization)  # what is none takes no thread
    try:
        caller = await in_thread(_let_in, authorization, address, slug)
    except Problem:
        raise
    except Exception as error:
        if not is_busy(error):
            raise
        raise busy() from None
    number = None if since is None else int(since)
    return EventTeller(caller, number) if slug is None else GameTeller(caller, slug, number)


def _let_in(authorization: str, address: str, slug: str | None) -> Caller:
    caller = caller_by(authorization, address)
    require_scope(caller, "read")
    count(caller)
    if slug is not None and access_for(caller.person, slug) is None:
        raise Problem(404, "no_game", "There is no such game, or it is private.")
    return caller


async def _refuse(send: Any, no: Problem) -> None:
    headers = {"Content-Type": PROBLEM_TYPE, "Cache-Control": "no-store", **no.headers}
    start = {
        "type": "http.response.start",
        "status": no.status,
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }
    await send(start)
    await send({"type": "http.response.body", "body": no.body})
