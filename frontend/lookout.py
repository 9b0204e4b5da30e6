"""Hears for all sockets of a process what has changed, and looks by itself whether any of them missed something.

What `dipgame.games.events` sends comes at once by Redis. It may be lost: with Redis, in a restart, under load. So
every few seconds the numbers of all that is followed are read from the database, in one go for all sockets, and each
socket is told the newest of what it follows; one that has shown less looks again. It is told, too, when somebody
signed out or was suspended. With Redis gone everything is heard a few seconds late, and nothing is missed.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, Final, Protocol
from weakref import WeakKeyDictionary

import msgspec
from django.conf import settings
from redis import asyncio as redis

from dipgame.accounts.queries import standing_of
from dipgame.games.queries import news_of
from dipgame.security import is_sound
from frontend.threads import in_thread

__all__ = ["Follower", "Lookout", "end", "lookout"]

_BEAT: Final = 4.0
"""Seconds between two looks: so late is heard what was lost on its way."""
_AGAIN: Final = 1.0
"""Seconds until Redis is tried again."""
_ASKED_AGAIN: Final = 0.2
"""Seconds until a task that goes on though it was cancelled is cancelled again."""
_PATIENCE: Final = 5.0
"""Seconds after which a Redis that accepts and does not answer counts as gone."""

_log = logging.getLogger(__name__)


class Follower(Protocol):
    """A socket that wants to hear. session, person: under which it was opened, for whom."""

    session: str | None
    person: int | None

    async def heard(self, message: Mapping[str, Any]) -> None:
        """This was sent to a topic it follows."""

    def newest(self, topic: str, number: int) -> None:
        """This is the newest number of a topic it follows; told again and again."""

    def doubted(self) -> None:
        """Its session or its person is not what it was: look again who it is."""


class Lookout:
    """One for each event loop. It works while anybody follows anything."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._followers: dict[str, set[Follower]] = defaultdict(set)
        self._standing: dict[str | int, object] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._now = asyncio.Event()

    def follow(self, topic: str, follower: Follower) -> None:
        """Tell this follower from now on what happens in the topic.

        Raises ValueError for a topic that no database can hold: all topics are asked for together, and one such would
        leave everybody unanswered.
        """
        if not is_sound(topic):
            raise ValueError("a topic that no row can have")
        self._followers[topic].add(follower)
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._listen()), asyncio.create_task(self._look_around())]

    def leave(self, topic: str, follower: Follower) -> None:
        """Tell it no more."""
        self._followers[topic].discard(follower)
        if not self._followers[topic]:
            del self._followers[topic]
            self.numbers.pop(topic, None)

    async def rest(self) -> None:
        """Stop when nobody follows anything any more."""
        if self._followers:
            return
        tasks, self._tasks, self._standing = self._tasks, [], {}
        await end(*tasks)

    async def _listen(self) -> None:
        """Hand on what comes by Redis, as long as it is there, and again once it is back."""
        while True:
            try:
                await self._hear_redis()
            except Exception as error:
                _log.warning("what changes is heard late, Redis does not answer: %s", error)
            await asyncio.sleep(_AGAIN)

    async def _hear_redis(self) -> None:
        # Without a timeout of the client's own: it sends by wait_for, which in Python 3.11 forgets a cancellation that
        # comes as the sending ends.
        line = redis.Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=_PATIENCE, socket_timeout=None, health_check_interval=30
        )
        async with line, line.pubsub() as news:
            async with asyncio.timeout(_PATIENCE):
                await news.subscribe(settings.NEWS_CHANNEL)
            self._now.set()  # what was sent before was heard by nobody
            while True:
                async with asyncio.timeout(_BEAT + _PATIENCE):
                    message = await news.get_message(ignore_subscribe_messages=True, timeout=_BEAT)
                if message is not None:
                    await self._tell(*msgspec.json.decode(message["data"]))

    async def _tell(self, topic: str, what: Mapping[str, Any]) -> None:
        for follower in tuple(self._followers.get(topic, ())):
            try:
                await follower.heard(what)
            except Exception:
                _log.exception("one who follows %s could not be told; the next beat finds it", topic)

    async def _look_around(self) -> None:
        """Read what is newest, every beat, and tell everybody."""
        while True:
            # Not wait_for: in Python 3.11 it forgets that it was cancelled where what it waits for comes just then.
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_BEAT):
                    await self._now.wait()
            self._now.clear()
            try:
                await self._look()
            except Exception:
                _log.exception("what is newest could not be read; trying again")

    async def _look(self) -> None:
        everybody = {follower for followers in self._followers.values() for follower in followers}
        sessions = {each.session for each in everybody if each.person is not None and each.session is not None}
        people = {each.person for each in everybody if each.person is not None}
        async with asyncio.timeout(10 * _BEAT):
            numbers = await in_thread(news_of, tuple(self._followers))
            standing = await in_thread(standing_of, sessions, people)
        before, self._standing = self._standing, standing
        for follower in everybody:
            if follower.person is not None and any(
                key in before and before[key] != standing.get(key) for key in (follower.session, follower.person) if key
            ):
                follower.doubted()
        for topic, number in numbers.items():
            if topic in self._followers:
                self.numbers[topic] = number
                for follower in tuple(self._followers[topic]):
                    follower.newest(topic, number)


async def end(*tasks: asyncio.Task[None]) -> None:
    """Cancel these tasks and wait until they have ended.

    Asked again and again: libraries that use wait_for forget a cancellation, in Python 3.11, where what it waits for
    comes just then.
    """
    left = set(tasks)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=_ASKED_AGAIN)


_LOOKOUTS: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, Lookout]] = WeakKeyDictionary()


def lookout() -> Lookout:
    """Lookout of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _LOOKOUTS:
        _LOOKOUTS[loop] = Lookout()
    return _LOOKOUTS[loop]
