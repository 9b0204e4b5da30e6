"""After the end of a game in which nobody knew who was a bot, those who played say whom they took for one."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from adjudication.powers import POWERS
from dipgame.games import clock, events
from dipgame.games.errors import Gone, Malformed, NotSeated
from dipgame.games.locks import lock_game
from dipgame.games.models import Game, Guess
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["guess_bots"]


def guess_bots(user: "User", game: Game, bots: Iterable[str]) -> bool:
    """Say which other powers were bots; says whether everybody has, and all are told.

    Raises Malformed for what is no other power, NotSeated for who did not play, Gone where one has said it already or
    the answer is known.
    """
    named = set(bots)
    with atomic():
        game = lock_game(game.pk)
        seat = game.seats.filter(user=user).first()
        if seat is None:
            raise NotSeated("Only players may guess who was a bot.")
        if not named <= set(POWERS) or seat.power in named:
            raise Malformed("Choose among the other powers.")
        if game.poll_until is None or game.poll_until <= clock.now():
            raise Gone("The answer is known already.")
        at = clock.now()
        _, is_new = Guess.objects.get_or_create(
            game=game, by=user, defaults={"bots": " ".join(sorted(named)), "at": at}
        )
        if not is_new:
            raise Gone("You have answered already.")
        people = game.seats.filter(user__isnull=False, user__is_program=False)
        everybody = people.count() == Guess.objects.filter(game=game, by__in=people.values("user")).count()
        if everybody:
            game.poll_until = at
            game.save(update_fields=["poll_until"])
        events.game_changed(game, "status")
    return everybody
