"""The live line of the lobby: says which open game changed, so that pages fetch their lists anew."""

import json
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer

from dipgame.games.events import LOBBY_GROUP

__all__ = ["LobbyConsumer"]


class LobbyConsumer(AsyncWebsocketConsumer):
    """One browser that looks at the lobby. What it sends is not listened to; the lobby is public."""

    async def connect(self) -> None:
        await self.channel_layer.group_add(LOBBY_GROUP, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(LOBBY_GROUP, self.channel_name)

    async def lobby_changed(self, event: dict[str, Any]) -> None:
        """A game is offered, a seat taken or left, a game has begun."""
        await self.send(json.dumps({"type": "lobby", "slug": event["slug"]}))
