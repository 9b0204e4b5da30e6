"""Somebody at a game says something to the others before it begins."""

from typing import TYPE_CHECKING

from dipgame import limits
from dipgame.games.conduct import check_may_write
from dipgame.games.errors import NoPress, NotOpen, NotSeated, TooFast
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Notice
from dipgame.games.services.note import note
from dipgame.games.services.notify import When
from dipgame.games.services.tell_players import checked_words
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["say_in_room"]


def say_in_room(user: "User", game: Game, words: str) -> Notice:
    """Write a line of one's own that all who sit at the game read, there and in their inbox.

    Raises NotOpen once the game has begun: then people talk in its talk. NotSeated for who neither sits there nor hosts
    it, NoPress for a game without talk, Muted, TooFast, and as `checked_words`.
    """
    said = checked_words(words)
    check_may_write(user)
    with atomic():
        game = lock_game(game.pk)
        if game.status != Game.Status.OPEN:
            raise NotOpen("The game has begun, or is over; write in its messages.")
        if user.pk not in (game.host_id, game.master_id) and not game.seats.filter(user=user).exists():
            raise NotSeated("Only players may write here; take a seat first.")
        if game.press_level == 0:
            raise NoPress("This game has no messages.")
        if not limits.MESSAGES.allows(user.pk):
            raise TooFast("Too many messages in a short time. Wait a minute, then write again.")
        return note(game, said, user, said=True, for_players=True, tell=When.UNLESS_SEEN)
