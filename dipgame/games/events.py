"""Tells browsers that something changed, once it is committed.

Messages carry no game data, only what changed: each socket reads what its own seat may see. Groups:
`game.<slug>` for everybody who watches a game, `seat.<id>` for the screens of one seat, `lobby`.

    {"type": "game.changed", "what": "seats" | "status" | "phase" | "ready" | "bots" | "deadline"}
    {"type": "sheet.changed", "phase": "S1901M"}
    {"type": "press.changed"}
    {"type": "lobby.changed", "slug": "..."}
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import Any, Final, Literal

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from redis.exceptions import RedisError

from dipgame.games.models import Game

__all__ = [
    "LOBBY_GROUP",
    "Change",
    "game_changed",
    "game_group",
    "lobby_changed",
    "press_changed",
    "seat_group",
    "send",
    "sheet_changed",
]

Change = Literal["seats", "status", "phase", "ready", "bots", "deadline"]

LOBBY_GROUP: Final = "lobby"
_PATIENCE: Final = 10
"""Seconds after which a Redis that accepts and does not answer counts as gone."""
_log = logging.getLogger(__name__)


def game_group(slug: str) -> str:
    """The group of everybody who watches a game."""
    return f"game.{slug}"


def seat_group(seat_id: int) -> str:
    """The group of the sockets of one seat."""
    return f"seat.{seat_id}"


def game_changed(game: Game, what: Change) -> None:
    """Tell everybody who watches the game; a change of seats or status also concerns the lobby."""
    _after_commit(game_group(game.slug), {"type": "game.changed", "what": what})
    if what in ("seats", "status"):
        lobby_changed(game)


def sheet_changed(seat_id: int, phase: str) -> None:
    """Tell the other screens of a seat that its orders changed."""
    _after_commit(seat_group(seat_id), {"type": "sheet.changed", "phase": phase})


def press_changed(seat_ids: Iterable[int]) -> None:
    """Tell the screens of these seats that their talk changed; not what was said."""
    for seat_id in seat_ids:
        _after_commit(seat_group(seat_id), {"type": "press.changed"})


def lobby_changed(game: Game) -> None:
    """Tell everybody who looks at the lobby."""
    _after_commit(LOBBY_GROUP, {"type": "lobby.changed", "slug": game.slug})


def _after_commit(group: str, message: dict[str, Any]) -> None:
    transaction.on_commit(lambda: send(group, message), robust=True)


def send(group: str, message: dict[str, Any]) -> None:
    """Send to a group of sockets. Without Redis this is logged; browsers read the state anew when they reconnect."""
    try:
        async_to_sync(_send)(group, message)
    except (RedisError, OSError) as error:
        _log.warning("nobody in %s was told of %s: %s", group, message["type"], error)


async def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    if layer is not None:
        async with asyncio.timeout(_PATIENCE):
            await layer.group_send(group, message)
