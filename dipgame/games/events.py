"""Tells browsers that something changed, once it is committed.

Messages carry no game data, only what changed: each socket reads what its own seat may see. Topics:
`game.<slug>` for everybody who watches a game, `seat.<id>` for the screens of one seat, `lobby`.

    {"type": "game.changed", "what": "seats" | "status" | "phase" | "ready" | "bots" | "deadline"
                                      | "votes" | "notices"}
    {"type": "sheet.changed", "phase": "S1901M"}
    {"type": "press.changed", "word": true}
    {"type": "lobby.changed", "slug": "..."}

Messages may be lost with Redis. What happened is therefore counted too (`models.News`), in the same transaction: a
page that knows a smaller number than the database has missed something.
"""

import json
import logging
from collections.abc import Iterable
from functools import cache
from typing import Any, Final, Literal

from django.conf import settings
from django.db import transaction
from django.db.models import F
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError
from redis.retry import Retry

from dipgame.games.models import Game, News
from dipgame.redis_absence import is_away, went_away

__all__ = [
    "LOBBY",
    "Change",
    "game_changed",
    "game_topic",
    "lobby_changed",
    "press_changed",
    "seat_topic",
    "send",
    "sheet_changed",
]

Change = Literal["seats", "status", "phase", "ready", "bots", "deadline", "votes", "notices"]

LOBBY: Final = "lobby"
_PATIENCE: Final = 1.0
"""Seconds after which a Redis that accepts and does not answer counts as gone."""
_log = logging.getLogger(__name__)


def game_topic(slug: str) -> str:
    """The topic of everybody who watches a game."""
    return f"game.{slug}"


def seat_topic(seat_id: int) -> str:
    """The topic of the screens of one seat."""
    return f"seat.{seat_id}"


def game_changed(game: Game, what: Change) -> None:
    """Tell everybody who watches the game; a change of seats or status also concerns the lobby."""
    _tell([game_topic(game.slug)], {"type": "game.changed", "what": what})
    if what in ("seats", "status"):
        lobby_changed(game)


def sheet_changed(seat_id: int, phase: str) -> None:
    """Tell the other screens of a seat that its orders changed."""
    _tell([seat_topic(seat_id)], {"type": "sheet.changed", "phase": phase})


def press_changed(seat_ids: Iterable[int], *, word: bool = True) -> None:
    """Tell the screens of these seats that their talk changed; not what was said. word: whether what anybody has
    promised may have changed, which is shown beside orders."""
    _tell([seat_topic(seat_id) for seat_id in seat_ids], {"type": "press.changed", "word": word})


def lobby_changed(game: Game) -> None:
    """Tell everybody who looks at the lobby."""
    _tell([LOBBY], {"type": "lobby.changed", "slug": game.slug})


def _tell(topics: list[str], message: dict[str, Any]) -> None:
    _count(topics)
    for topic in topics:
        transaction.on_commit(lambda topic=topic: send(topic, message), robust=True)  # type: ignore[misc]


def _count(topics: list[str]) -> None:
    """One more thing has happened in each of these."""
    rows = News.objects.filter(topic__in=topics)
    if rows.update(number=F("number") + 1) == len(topics):
        return
    known = set(rows.values_list("topic", flat=True))
    new = [topic for topic in topics if topic not in known]
    News.objects.bulk_create((News(topic=topic) for topic in new), ignore_conflicts=True)
    News.objects.filter(topic__in=new).update(number=F("number") + 1)


def send(topic: str, message: dict[str, Any]) -> None:
    """Send to the sockets that follow a topic. Without Redis this is logged; sockets find it by its number."""
    if is_away():
        return
    try:
        _redis(settings.REDIS_URL).publish(settings.NEWS_CHANNEL, json.dumps([topic, message]))
    except (RedisError, OSError) as error:
        went_away()
        _log.warning("nobody in %s was told of %s: %s", topic, message["type"], error)


@cache
def _redis(url: str) -> Redis:
    # A line that broke while it lay idle is replaced at once; for one that says nothing nobody waits twice.
    once_more = Retry(NoBackoff(), 1, supported_errors=(ConnectionError,))
    return Redis.from_url(url, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE, retry=once_more)
