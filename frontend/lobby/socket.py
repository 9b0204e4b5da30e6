"""The live line of the lobby: says which open game changed, so that pages fetch their lists anew."""

import asyncio
import contextlib
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs

from autobahn.exception import Disconnected
from channels.generic.websocket import AsyncWebsocketConsumer

from dipgame.games.events import LOBBY, game_topic
from frontend.lookout import lookout

__all__ = ["LobbyConsumer"]


class LobbyConsumer(AsyncWebsocketConsumer):
    """One browser that looks at the lobby. What it sends is not listened to; the lobby is public.

    It gets `{"type": "lobby", "slug": ...}` when a game is offered, a seat taken or left, a game begun, and every few
    seconds `{"type": "lobby", "slug": null, "news": 41}`: a page made at a smaller number has missed something.
    With `?game=<slug>` it hears of that game alone.
    """

    session: str | None = None
    person: int | None = None

    async def connect(self) -> None:
        await self.accept()
        self.sending: set[asyncio.Task[None]] = set()
        game = parse_qs(self.scope["query_string"].decode("latin-1")).get("game", [""])[0]
        self.topic = game_topic(game) if game else LOBBY
        lookout().follow(self.topic, self)

    async def disconnect(self, code: int) -> None:
        lookout().leave(self.topic, self)
        await lookout().rest()

    async def heard(self, message: Mapping[str, Any]) -> None:
        """A game has changed."""
        self._say({"slug": message.get("slug")})

    def newest(self, topic: str, number: int) -> None:
        """So much has happened up to now."""
        self._say({"slug": None, "news": number})

    def doubted(self) -> None:
        """Nobody in particular looks."""

    def _say(self, what: Mapping[str, Any]) -> None:
        task = asyncio.create_task(self._send(json.dumps({"type": "lobby", **what})))
        self.sending.add(task)
        task.add_done_callback(self.sending.discard)

    async def _send(self, text: str) -> None:
        # The browser may have gone meanwhile.
        with contextlib.suppress(Disconnected):
            await self.send(text)
