"""One connection of a program over DAIDE.

It is read, answered and told of news one after the other, in the threads that sockets share: no client waits for
another, and whatever one sends ends at most its own connection.
"""

import asyncio
import contextlib
import logging
from collections.abc import Iterable, Mapping
from typing import Any, Final, Protocol

from adjudication.powers import Power
from daide.framing import (
    Code,
    Connection,
    Diplomacy,
    Event,
    Failure,
    Initial,
    Last,
    NotNow,
    Representation,
    Violation,
)
from daide.session import Session
from daide.table import Refusal
from daide.tokens import BRA, BY_NAME, KET, Words, flat
from dipgame.busy import is_busy
from dipgame.games.events import game_topic, person_topic, seat_topic
from frontend.daide.desk import SiteDesk
from frontend.lookout import end, lookout
from frontend.threads import in_thread

__all__ = ["INITIAL_SECONDS", "Line"]

INITIAL_SECONDS: Final = 30.0
"""Time for the initial message."""
_NAMELESS_SECONDS: Final = 120.0
"""Time to say who it is: a place is not kept for strangers."""
_GRACE: Final = 0.1
"""Seconds before the answer to it: some clients do not listen before."""
_PACE: Final = 0.02
"""Seconds from one message to the next, so that nobody floods the site."""
_UNREAD: Final = 1_000_000
"""Octets that a client may leave unread."""
_PATIENCE: Final = 30.0
"""Seconds to wait for a client that does not read."""
_PAUSES: Final = (0.5, 1.0, 2.0)
"""Seconds between attempts to answer while the site is busy."""
_AGAIN: Final = 2.0
"""Seconds until news that could not be told are tried again."""
_SILENT_SECONDS: Final = 60.0
"""Time that a client may say nothing after the end of its game; most wait to be sent away."""
_TICK: Final = 1.0
"""Seconds between looks at the clock."""
_CHUNK: Final = 1 << 16

_log = logging.getLogger(__name__)


class Others(Protocol):
    """The other connections of the process."""

    def tell_all(self, slug: str, name: str, words: str) -> None:
        """Send words about a game to all its clients."""

    def came_back(self, person: int) -> None:
        """End the older connection of a program."""

    def to_all(self, slug: str, message: Words, but: "Line | None" = None) -> None:
        """Send a message to the clients of a game."""


class Line:
    """One connection.

    session, person: as `frontend.lookout.Follower` needs them. slug, power: of its game. is_replaced: its program came
    back by another one.
    """

    def __init__(
        self, others: Others, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, address: str
    ) -> None:
        self.others, self.reader, self.writer = others, reader, writer
        self.desk = SiteDesk(address, others.tell_all, others.came_back)
        self.daide = Session(self.desk)
        self.connection = Connection("server")
        self.session: str | None = None
        self.person: int | None = None
        self.slug = ""
        self.power: Power | None = None
        self.is_replaced = False
        self._topics: set[str] = set()
        self._changed = asyncio.Event()
        self._in_turn = asyncio.Lock()
        self._tasks: list[asyncio.Task[None]] = []
        self._deadline: tuple[float, int] | None = None
        self._last_said = 0.0

    async def run(self) -> None:
        """Read until the client, or a fault, ends the connection."""
        begun = asyncio.get_running_loop().time()
        while not self.connection.is_closed:
            is_start = self.connection.state == "start"
            seconds = INITIAL_SECONDS if is_start else _NAMELESS_SECONDS if self.daide.role == "stranger" else None
            try:
                async with asyncio.timeout_at(None if seconds is None else begun + seconds):
                    octets = await self.reader.read(_CHUNK)
            except TimeoutError:
                self._write(Failure(Code.TOO_LATE) if is_start else Last())
                return
            if not octets:
                return
            for event in self.connection.receive(octets):
                await self._take(event)

    async def _take(self, event: Event) -> None:
        match event:
            case Initial():
                await asyncio.sleep(_GRACE)
                self._write(Representation())
                self._tasks = [asyncio.create_task(self._tell()), asyncio.create_task(self._tick())]
            case Diplomacy(words):
                await self._answer(words)
            case Violation(code):
                self._write(Failure(code))
            case _:
                pass

    async def _answer(self, words: Words) -> None:
        """Answer a message, and look for news after it."""
        begun = self._last_said = asyncio.get_running_loop().time()
        async with self._in_turn:
            try:
                answers = await self._answers(words)
            except Refusal:
                await self._dismiss()
                return
            await self._send_all(answers)
        if self.daide.has_left:
            await self.close()
        self._changed.set()
        await asyncio.sleep(max(0.0, _PACE - (asyncio.get_running_loop().time() - begun)))

    async def _answers(self, words: Words) -> list[Words]:
        """Answers to a message, tried again while the site is busy.

        What a program is refused it does not repeat: half done, its orders would stand and its turn not be ready.
        """
        for pause in (*_PAUSES, None):
            try:
                return await in_thread(self.daide.answer, words)
            except Refusal:
                raise
            except Exception as error:
                if is_busy(error) and pause is not None:
                    await asyncio.sleep(pause)
                    continue
                if not is_busy(error):
                    _log.exception("a DAIDE message could not be answered")
                break
        return [(BY_NAME["REJ"], BRA, *words, KET)]

    # ── news ──────────────────────────────────────────────────────────────────────────────────────

    async def heard(self, message: Mapping[str, Any]) -> None:
        """Look for news of the game, the seat or the person."""
        self._changed.set()

    def newest(self, topic: str, number: int) -> None:
        """Look again, in case something was missed."""
        self._changed.set()

    def doubted(self) -> None:
        """Look again who it is."""
        self._changed.set()

    async def _tell(self) -> None:
        """Tell the client what changes, one look after the other."""
        while not self.connection.is_closed:
            await self._changed.wait()
            self._changed.clear()
            try:
                async with self._in_turn:
                    news = await in_thread(self.daide.news)
                    await self._follow()
                    await self._send_all(news)
            except Refusal:
                await self._dismiss()
            except (ConnectionError, TimeoutError):
                self.abort()
            except Exception as error:
                if not is_busy(error):
                    _log.exception("a DAIDE client could not be told what changed; trying again")
                await asyncio.sleep(_AGAIN)
                self._changed.set()

    async def _follow(self) -> None:
        """Follow the game, the seat and the person of now."""
        if self.daide.role == "stranger" or self.is_replaced:
            return
        slug, seat, person, power = await in_thread(self.desk.standing)
        is_back = self.daide.has_come_back or (self.slug and self.power is None)
        self.daide.has_come_back = False
        if is_back and power is not None:
            self.others.to_all(slug, flat(("NOT", ("CCD", (power,)))), self)
        self.slug, self.person, self.power = slug, person, power
        topics = {game_topic(slug)} if slug else set()
        topics |= {seat_topic(seat)} if seat is not None else set()
        topics |= {person_topic(person)} if person is not None else set()
        self._hear(topics)
        if self.daide.alarms:
            table = await in_thread(self.desk.table)
            left = table.seconds
            now = asyncio.get_running_loop().time()
            self._deadline = None if left is None else (now + left, table.index)

    def _hear(self, topics: set[str]) -> None:
        for topic in self._topics - topics:
            lookout().leave(topic, self)
        for topic in topics - self._topics:
            lookout().follow(topic, self)
        self._topics = topics

    async def _tick(self) -> None:
        """Ring the client's alarms; after its game, send it away."""
        while not self.connection.is_closed:
            await asyncio.sleep(_TICK)
            now = asyncio.get_running_loop().time()
            if not self.daide.is_told_end:
                self._last_said = now
            elif now - self._last_said > _SILENT_SECONDS:
                await self._dismiss()
                return
            if self._deadline is not None and self.daide.alarms:
                left = self._deadline[0] - now
                if left >= 0:
                    self.send(self.daide.alarms.ring(int(left), self._deadline[1]))

    # ── out ───────────────────────────────────────────────────────────────────────────────────────

    def send(self, messages: Iterable[Words]) -> None:
        """Send messages; a client that does not read loses its connection."""
        for words in messages:
            self._write(Diplomacy(words))
        if self.writer.transport.get_write_buffer_size() > _UNREAD:
            self.abort()

    async def _send_all(self, messages: Iterable[Words]) -> None:
        self.send(messages)
        async with asyncio.timeout(_PATIENCE):
            await self.writer.drain()

    def _write(self, frame: Representation | Diplomacy | Last | Failure) -> None:
        with contextlib.suppress(NotNow):  # it is closed already
            self.writer.write(self.connection.send(frame))

    async def _dismiss(self) -> None:
        """Send a client away that has no game to see."""
        self.send([flat(("OFF",))])
        await self.close()

    async def close(self) -> None:
        """End the connection in good order."""
        if not self.connection.is_closed:
            self._write(Last())
        self.writer.close()

    def abort(self) -> None:
        """End the connection at once."""
        self.writer.transport.abort()

    async def gone(self) -> None:
        """Clean up after the connection.

        Frees the seat of a game that waits; tells others of one that runs.
        """
        await end(*self._tasks)
        self._hear(set())
        await lookout().rest()
        with contextlib.suppress(Exception):
            async with asyncio.timeout(_PATIENCE):
                await self.writer.drain()
        self.writer.close()
        if self.is_replaced or self.daide.role != "player":
            return
        try:
            is_running = await in_thread(self.desk.drop)
        except Refusal:
            return
        if is_running and self.power is not None:
            self.others.to_all(self.slug, flat(("CCD", (self.power,))), self)
