"""Lists of games as programs are told of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from django.urls import reverse

from adjudication.powers import as_power
from dipgame.address import site_address
from dipgame.games import queries
from dipgame.games.events import LOBBY
from dipgame.games.models import Game
from dipgame.games.numbers import number_of
from dipgame.games.players import hides_bots
from dipgame.games.private_word import folded
from frontend.api import shapes
from frontend.api.facts import terms_of, url_of
from frontend.lobby.listed_games import listed_game

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = [
    "PublicTables",
    "challenges",
    "link_of",
    "my_games",
    "my_games_since",
    "public_tables",
    "summaries",
]

_LIVE: Final = (Game.Status.RUNNING, Game.Status.OPEN)
_MOST: Final = 200
"""Games of a person that are told of."""
_MOST_TABLES: Final = 100
"""Public games that a person is told of."""


def my_games(person: "User") -> list[shapes.GameSummary]:
    """The person's games that wait or run, newest first."""
    return summaries(person, queries.my_games(person, *_LIVE)[:_MOST])


def my_games_since(person: "User", number: int) -> list[shapes.GameSummary]:
    """The person's games with news after this number, oldest news first.

    Those that ended are among them.

    Numbers of different games come from different clocks: a little of what came before is told again.
    """
    games = [*queries.my_games(person, *_LIVE)[:_MOST], *queries.my_games_ended(person, number - _SLACK)[:_MOST]]
    found = [each for each in summaries(person, games) if each["n"] > number - _SLACK]
    return sorted(found, key=lambda each: each["n"])


_SLACK: Final = 4 * 10_000_000
"""Ten seconds, in numbers: more than the clocks of a site's machines differ by."""


def summaries(person: "User", games: Iterable[Game]) -> list[shapes.GameSummary]:
    """These games in short.

    A few queries are made for all of them.
    """
    games = list(games)
    phases = queries.newest_phases(games)
    running = [game for game in games if game.status == Game.Status.RUNNING]
    sheets = queries.sheets_of(person, [phases[game.pk] for game in running if game.pk in phases])
    unread = queries.unread_in([seat for game in running for seat in game.seats.all() if seat.user_id == person.pk])
    declined = queries.declined_in(games)
    found: list[shapes.GameSummary] = []
    for game in games:
        seat = next((each for each in game.seats.all() if each.user_id == person.pk), None)
        row, sheet = phases.get(game.pk), sheets.get(game.pk)
        ended = 0 if game.finished_at is None else number_of(game.finished_at)
        began = number_of(game.created_at if seat is None or seat.joined_at is None else seat.joined_at)
        is_live = row is not None and row.is_live
        found.append(
            {
                "n": max(began, ended, 0 if row is None else queries.place_of(row)),
                "slug": game.slug,
                "name": game.name,
                "url": url_of(game),
                "status": game.status,
                "power": None if seat is None or game.is_dealt_later else as_power(seat.power),
                "phase": None if row is None else row.name,
                "index": None if row is None else row.index,
                "deadline": row.deadline.isoformat() if row is not None and is_live and row.deadline else None,
                "decides": sheet is not None and is_live and sheet.must_decide,
                "ready": sheet is not None and is_live and sheet.ready,
                "unread": unread.get(game.pk, 0),
                "declined": game.pk in declined,
            }
        )
    return found


@dataclass(frozen=True, slots=True)
class PublicTables:
    """Public games to join, the same for all who follow them.

    number: of the lobby's news before they were read. tables: each with its game.
    """

    number: int
    tables: tuple[tuple[Game, shapes.OpenTable], ...]

    def open_to(self, person: "User") -> list[shapes.OpenTable]:
        """Those that the person does not sit at; asks no database."""
        found = [table for game, table in self.tables if queries.may_sit_down(person, game)]
        return found[:_MOST_TABLES]


def public_tables(for_programs: bool) -> PublicTables:
    """Read the public games to join, those that wait longest first."""
    number = queries.news_of([LOBBY])[LOBBY]
    games = queries.public_tables(for_programs=for_programs)
    return PublicTables(number, tuple((game, _table(game)) for game in games))


def challenges(person: "User") -> list[shapes.OpenTable]:
    """Games that this bot's account is asked to."""
    return [_table(game) for game in queries.challenge_tables(person)]


def _table(game: Game) -> shapes.OpenTable:
    listed = listed_game(game)
    return {
        "slug": game.slug,
        "name": game.name,
        "url": url_of(game),
        "powers": list(listed.free_powers),
        "players": [chair.player for chair in listed.chairs if chair.player],
        "challenger": game.host.name if game.is_private and game.host is not None else None,
        "word": game.private_word or None,
        "seats": 0 if hides_bots(game) else max(0, min(listed.free, game.left)),  # type: ignore[attr-defined]
        "terms": terms_of(game),
        "fill_at": None if game.fill_at is None else game.fill_at.isoformat(),
    }


def link_of(game: Game) -> str:
    """The address that friends are sent.

    The word is in it, where the game is private.
    """
    word = folded(game.private_word)
    return site_address() + reverse("group", args=[game.slug, word]) if word else url_of(game)
