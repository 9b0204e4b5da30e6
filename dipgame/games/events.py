"""Tells browsers that something changed, once it is committed.

What is sent says what changed, and each socket reads what its own seat may see. What somebody said and nothing else
changed by is sent itself, to the seats that hear it, so that no page of theirs has to ask for it. Topics: `game.<slug>`
for everybody who watches a game, `seat.<id>` for the screens of one seat, `person.<id>` for whoever this is, `lobby`.

    {"type": "game.changed", "what": "seats" | "status" | "phase" | "ready" | "bots" | "deadline"
                                      | "votes" | "notices"}
    {"type": "sheet.changed", "phase": "S1901M"}
    {"type": "press.changed", "word": true}
    {"type": "message.said", "person": 7, "number": 12, "message": Spoken}
        number: what the seat's news count up to with this message; person: who holds the seat.
    {"type": "person.changed"}
        Signed out, suspended, or with another password: look again who it is.
    {"type": "person.seated"}
        Has a seat in one game more.
    {"type": "person.challenged"}
        Is asked to sit down at a table.
    {"type": "lobby.changed"}
        The list of open games; not which of them, and nothing of games that have begun.

Messages may be lost with Redis. What happened is therefore counted too (`models.News`), in the same transaction: a
page that knows a smaller number than the database has missed something.
"""

import logging
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, Literal, TypedDict

import msgspec
from django.conf import settings
from django.db import connection
from django.db.models import F
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError, RedisError
from redis.retry import Retry

from dipgame.games.models import Game, News
from dipgame.games.players import hides_bots
from dipgame.redis_absence import is_away, went_away
from dipgame.transactions import Step, after_commit, hold

__all__ = [
    "LOBBY",
    "Change",
    "Spoken",
    "bots_busy",
    "forget_how_often",
    "game_changed",
    "game_topic",
    "lobby_changed",
    "message_said",
    "person_challenged",
    "person_changed",
    "person_seated",
    "person_topic",
    "press_changed",
    "seat_topic",
    "send",
    "sheet_changed",
]

Change = Literal["seats", "status", "phase", "ready", "bots", "deadline", "votes", "notices"]


class Spoken(TypedDict):
    """A message that changed nothing else, as its row has it. speaker: the power; bot: the bot that spoke, or empty;
    phase: its name; at: ISO time."""

    id: int
    between: str
    speaker: str
    bot: str
    text: str
    term: str
    level: int | None
    phase: str
    at: str
    reply_to: int | None


_ROUND: Final = 100
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


def person_topic(person: int) -> str:
    """The topic of a person, wherever they look."""
    return f"person.{person}"


def game_changed(game: Game, what: Change) -> None:
    """Tell everybody who watches the game; the seats of a public one that is open also concern the lobby.

    Where nobody may know who is a bot, nobody hears of anybody's readiness either: bots are ready sooner, and how often
    pages are told something would count them. One's own Ready comes with one's sheet.
    """
    if what in ("ready", "bots") and hides_bots(game):
        return
    _tell([game_topic(game.slug)], {"type": "game.changed", "what": what})
    if what == "seats" and game.status == Game.Status.OPEN:
        lobby_changed(game)


def forget_how_often(game: Game) -> None:
    """Round the number of what happened in a game up to hundreds, so that it does not tell how many joined it."""
    hold(Step.NEWS)
    row = News.objects.filter(topic=game_topic(game.slug))
    row.update(number=(F("number") / _ROUND + 1) * _ROUND)


def bots_busy(seat_ids: Iterable[int]) -> None:
    """Have the screens of these seats look which bots are writing. Not counted: the next look tells it as well."""
    for seat_id in seat_ids:
        _send_then(seat_topic(seat_id), {"type": "game.changed", "what": "bots"})


def sheet_changed(seat_id: int, phase: str) -> None:
    """Tell the other screens of a seat that its orders changed."""
    _tell([seat_topic(seat_id)], {"type": "sheet.changed", "phase": phase})


def press_changed(seat_ids: Iterable[int], *, word: bool = True) -> None:
    """Tell the screens of these seats that their talk changed; not what was said. word: whether what anybody has
    promised may have changed, which is shown beside orders."""
    _tell([seat_topic(seat_id) for seat_id in seat_ids], {"type": "press.changed", "word": word})


def message_said(spoken: Spoken, hearers: Mapping[int, int | None], *, unheard: Iterable[int] = ()) -> None:
    """Tell seats what was said, where nothing else changed by it. hearers: by seat, who holds it (None: a bot, which
    has no page). unheard: seats whose persons do not want to hear the speaker; they look by themselves."""
    numbers = _count([*map(seat_topic, hearers)])
    for seat, person in hearers.items():
        topic = seat_topic(seat)
        said = {"type": "message.said", "person": person, "number": numbers[topic], "message": spoken}
        if person is not None:
            _send_then(topic, {"type": "press.changed", "word": False} if seat in unheard else said)


def person_changed(person: int) -> None:
    """Have the sockets of a person look again who it is."""
    _send_then(person_topic(person), {"type": "person.changed"})


def person_seated(person: int) -> None:
    """Tell a person's streams of a new seat."""
    _tell([person_topic(person)], {"type": "person.seated"})


def person_challenged(person: int) -> None:
    """Tell a bot's streams of a table it is asked to."""
    _tell([person_topic(person)], {"type": "person.challenged"})


def lobby_changed(game: Game) -> None:
    """Tell pages of the lobby that its list is another.

    A private game is in no list.
    """
    if not game.is_private:
        _tell([LOBBY], {"type": "lobby.changed"})


def _tell(topics: list[str], message: dict[str, Any]) -> None:
    _count(topics)
    for topic in topics:
        _send_then(topic, message)


def _send_then(topic: str, message: dict[str, Any]) -> None:
    after_commit(lambda: send(topic, message))


def _count(topics: Iterable[str]) -> dict[str, int]:
    """One more thing has happened in each of these: what they count up to now. Rows are locked by name, so that two who
    tell the same seats do not wait for each other. Nothing but the table's own name is put into the statement."""
    rows = sorted(set(topics))
    if not rows:
        return {}
    hold(Step.NEWS)
    table, values = News._meta.db_table, ", ".join(["(%s, 1)"] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (topic, number) VALUES {values} "  # noqa: S608  # nosec B608
            f"ON CONFLICT (topic) DO UPDATE SET number = {table}.number + 1 RETURNING topic, number",
            rows,
        )
        return dict(cursor.fetchall())


def send(topic: str, message: dict[str, Any]) -> None:
    """Send to the sockets that follow a topic. Without Redis this is logged; sockets find it by its number."""
    if is_away():
        return
    try:
        _redis(settings.REDIS_URL).publish(settings.NEWS_CHANNEL, msgspec.json.encode([topic, message]))
    except (RedisError, OSError) as error:
        went_away()
        _log.warning("nobody in %s was told of %s: %s", topic, message["type"], error)


@cache
def _redis(url: str) -> Redis:
    # A line that broke while it lay idle is replaced at once; for one that says nothing nobody waits twice.
    once_more = Retry(NoBackoff(), 1, supported_errors=(ConnectionError,))
    return Redis.from_url(url, socket_timeout=_PATIENCE, socket_connect_timeout=_PATIENCE, retry=once_more)
