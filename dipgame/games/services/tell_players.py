"""The host or the staff write to all who play a game."""

from typing import TYPE_CHECKING, Final

from dipgame.games.errors import Malformed, TooLong
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Notice
from dipgame.games.services.note import note
from dipgame.games.services.notify import When
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["LONGEST_WORDS", "checked_words", "tell_players"]

LONGEST_WORDS: Final = 500
"""Letters of what the host or the staff write, and of what is written to them."""


def tell_players(game: Game, words: str, actor: "User") -> Notice:
    """Write what all players of the game read, in its room and in their inbox. Raises as `checked_words`."""
    said = checked_words(words)
    with atomic():
        game = lock_game(game.pk)
        return note(game, said, actor, by_staff=True, for_players=True, said=True, tell=When.UNLESS_SEEN)


def checked_words(words: str) -> str:
    """The words in one line. Raises Malformed for nothing, TooLong."""
    said = " ".join(words.split())
    if not said or not said.isprintable():
        raise Malformed("Write a message to the players.")
    if len(said) > LONGEST_WORDS:
        raise TooLong(f"Write at most {LONGEST_WORDS} characters; these are {len(said)}.")
    return said
