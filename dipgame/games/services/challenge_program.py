"""A person asks a bot's account for a game."""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.urls import reverse

from bots.company import USUAL
from dipgame.accounts.queries import has_blocked
from dipgame.games import clock, events
from dipgame.games.errors import NotOpen
from dipgame.games.models import Game, Notification
from dipgame.games.private_word import folded, new_word
from dipgame.games.services.create_game import Terms
from dipgame.games.services.notify import Button, notify
from dipgame.games.services.offer_game import offer_game
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["challenge_program"]

_WAITS: Final = timedelta(minutes=10)
_DAYS: Final = timedelta(days=3)
_LONGEST: Final = 60


def challenge_program(user: "User", program: "User") -> Game:
    """Offer a private table, and ask this bot's account to sit down.

    An ordinary game: it begins once both say so, or after ten minutes; bots of the site take the free seats, the
    challenged one's, too, where it does not come. Whom it does not read, it is not told of. Raises NotOpen for an
    account that is no bot's or one's own, Banned, TooManyGames.
    """
    if not program.is_program or program.pk == user.pk:
        raise NotOpen("Only a bot of somebody's can be asked in this way.")
    terms = Terms(
        name=f"{user.name} and {program.name}"[:_LONGEST],
        word=new_word(),
        programs=1,
        movement_seconds=int(_DAYS.total_seconds()),
        retreat_seconds=int(_DAYS.total_seconds()) // 3,
        adjustment_seconds=int(_DAYS.total_seconds()) // 3,
        fill_bot=USUAL,
        fill_at=clock.now() + _WAITS,
    )
    with atomic():
        game = offer_game(user, terms)
        if not has_blocked(program, user):
            address = reverse("group", args=[game.slug, folded(game.private_word)])
            words = {program.pk: f"{user.name} asks you for a game: {game.name}."}
            button = Button("Sit down", address)
            notify(game, words, Notification.Kind.ROOM, Notification.CHALLENGE, button=button)
            events.person_challenged(program.pk)
    return game
