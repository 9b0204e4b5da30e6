"""A bot's account declines a game it is asked for."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from django.urls import reverse

from dipgame.games import events, queries
from dipgame.games.errors import NotOpen
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Notification
from dipgame.games.services.note import note
from dipgame.games.services.notify import Button, When
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["REASONS", "decline_challenge"]

REASONS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "": "",
        "busy": " It has as many games as it can play.",
        "later": " Ask it again later.",
        "terms": " It does not play by these terms.",
    }
)
"""Reasons a bot may give, with the sentence that the challenger reads. No words of its own: nobody reads them first."""


def decline_challenge(program: "User", game: Game, reason: str = "") -> None:
    """Decline a challenge, and tell whoever asked.

    The game goes on waiting; bots of the site take the seat. reason: a key of `REASONS`. Raises NotOpen where the bot
    is not asked, or the game has begun.
    """
    with atomic():
        game = lock_game(game.pk)
        if game.status != Game.Status.OPEN or not queries.may_sit_down(program, game):
            raise NotOpen("This game has begun, is over, or you sit there.")
        asked = Notification.objects.filter(user=program, game=game, key=Notification.CHALLENGE)
        if not asked.update(key=Notification.DECLINED, words=f"You declined the game {game.name}.", button=""):
            raise NotOpen("Nobody asks you for this game.")
        words = f"{program.name} declines the game.{REASONS[reason]} Bots of the site can take the seat."
        button = Button("Look", reverse("waiting_room", args=[game.slug]))
        note(game, words, program, for_players=True, button=button, tell=When.UNLESS_SEEN)
        events.person_challenged(program.pk)
