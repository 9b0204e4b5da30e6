"""Limits for one person: games, and bots in them."""

from typing import TYPE_CHECKING, Final

from dipgame import limits
from dipgame.games import queries
from dipgame.games.errors import TooManyAnHour, TooManyGames

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["MOST_BOTS", "MOST_GAMES", "check_bots", "check_import", "check_new_game"]

MOST_GAMES: Final = 30
"""Games that wait or run, offered by one person."""

MOST_BOTS: Final = 120
"""Bots at the tables that one person offers, or sits at with bots alone, those that are still to come included."""


def check_bots(person: "User") -> None:
    """After bots sat down, in the transaction in which they did. Raises TooManyGames where that are too many."""
    _, bots = queries.hosted(person)
    if bots > MOST_BOTS:
        raise TooManyGames(
            f"That would be {bots} bots in your games; the limit is {MOST_BOTS}. Finish or leave one of them first."
        )


def check_import(person: "User") -> None:
    """Count one more try to import a file. Raises TooManyAnHour."""
    if not limits.IMPORTS.allows(person.pk):
        raise TooManyAnHour(
            f"That is more than {limits.IMPORTS.most} tries to import a game within an hour. Try again in an hour."
        )


def check_new_game(person: "User") -> None:
    """Counts a game more of this person's within the hour. Raises TooManyGames."""
    if not limits.NEW_GAMES.allows(person.pk):
        raise TooManyAnHour(f"That is more than {limits.NEW_GAMES.most} new games within an hour. Try again later.")
