"""The lobby's connection: tells pages that the list of open games, or one game, has changed, to be fetched anew.

Close codes are those of a game's socket: 4404 no such game for this person, 4401 signed out meanwhile.
"""

import asyncio
import contextlib
import json
import logging
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qs

from autobahn.exception import Disconnected
from channels.generic.websocket import AsyncWebsocketConsumer

from dipgame.games.events import LOBBY, game_topic, person_topic
from frontend.access import NO_ACCESS_CODE, SIGNED_OUT_CODE, Access, access_under, session_of
from frontend.lookout import end, lookout
from frontend.threads import in_thread

__all__ = ["LobbyConsumer"]

_SLUG: Final = re.compile(r"[-a-zA-Z0-9_]{1,50}")
_AGAIN: Final = 2.0
"""Seconds until a look that failed is tried again."""

_log = logging.getLogger(__name__)


class LobbyConsumer(AsyncWebsocketConsumer):
    """One browser that looks at the lobby, which is public, or waits for one game. What it sends is not listened to.

    It gets `{"type": "lobby"}` when the list of open games changes, and every few seconds `{"type": "lobby", "news":
    41}`: a page made at a smaller number has missed something. With `?game=<slug>` it hears of that game alone, as far
    as `frontend.access` lets this person see it: of one that is shown a phase later, up to its beginning.
    """

    session: str | None = None
    person: int | None = None
    slug: str | None = None
    access: Access | None = None

    async def connect(self) -> None:
        self.news = 0
        self.is_stale = False
        self.changed = asyncio.Event()
        self.teller: asyncio.Task[None] | None = None
        self.topics: tuple[str, ...] = ()
        await self.accept()
        query = parse_qs(self.scope["query_string"].decode("latin-1"), keep_blank_values=True)
        if "game" not in query:
            self._follow(LOBBY)
        elif not await self._may_see(query["game"][0]):
            await self.close(NO_ACCESS_CODE)
            return
        self.teller = asyncio.create_task(self._tell())

    async def disconnect(self, code: int) -> None:
        if self.teller is not None:
            await end(self.teller)
        self._follow()
        await lookout().rest()

    async def heard(self, message: Mapping[str, Any]) -> None:
        """Something has changed, or who looks may not be who they were."""
        self.is_stale = self.slug is None
        self.changed.set()

    def newest(self, topic: str, number: int) -> None:
        """So much has happened up to now."""
        if topic in self.topics[:1]:
            self.news = number
            self.changed.set()

    def doubted(self) -> None:
        """Look again who this is."""
        self.changed.set()

    async def _may_see(self, slug: str) -> bool:
        if not _SLUG.fullmatch(slug):
            return False
        self.session = session_of(self.scope)
        self.access = await in_thread(access_under, self.session, slug)
        if self.access is None:
            return False
        self.slug, self.person, self.news = slug, self.access.person, self.access.news[0]
        of_person = () if self.person is None else (person_topic(self.person),)
        self._follow(game_topic(slug), *of_person)
        return True

    def _follow(self, *topics: str) -> None:
        for topic in self.topics:
            lookout().leave(topic, self)
        for topic in topics:
            lookout().follow(topic, self)
        self.topics = topics

    async def _tell(self) -> None:
        """Say what is new, however much has happened meanwhile, in one frame."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            try:
                code = None if self.slug is None else await self._look(self.slug)
            except Exception:
                _log.exception("a page that waits for %s could not be told what changed; trying again", self.slug)
                await asyncio.sleep(_AGAIN)
                self.changed.set()
                continue
            if code is not None:
                self._follow()
                await self.close(code)
                return
            told = {"type": "lobby"} if self.is_stale else {"type": "lobby", "news": self.news}
            self.is_stale = False
            with contextlib.suppress(Disconnected):  # the browser may have gone meanwhile
                await self.send(json.dumps(told))

    async def _look(self, slug: str) -> int | None:
        """Read how much has happened that this person may know; the code to close with where that is nothing more."""
        before, access = self.access, await in_thread(access_under, self.session, slug, self.person)
        if access is None:
            return NO_ACCESS_CODE
        if access.person != self.person:
            return SIGNED_OUT_CODE
        both_delayed = before is not None and before.delayed and access.delayed
        self.news = before.news[0] if before is not None and both_delayed else access.news[0]
        self.access = before if both_delayed else access
        return None
