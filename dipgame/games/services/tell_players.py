"""The host or the staff write to all who play a game."""

from typing import TYPE_CHECKING, Final

from django.db import transaction

from dipgame.games.errors import Malformed, TooLong
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Notice
from dipgame.games.services.note import note

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["LONGEST_WORDS", "tell_players"]

LONGEST_WORDS: Final = 500
"""Letters of what the host or the staff write, and of what is written to them."""


def tell_players(game: Game, words: str, actor: "User") -> Notice:
    """Write into the log what only the players of the game read. Raises Malformed for nothing, TooLong."""
    said = " ".join(words.split())
    if not said or not said.isprintable():
        raise Malformed("Write what the players are to know.")
    if len(said) > LONGEST_WORDS:
        raise TooLong(f"Write at most {LONGEST_WORDS} letters; these are {len(said)}.")
    with transaction.atomic():
        return note(lock_game(game.pk), said, actor, by_staff=True, for_players=True)
