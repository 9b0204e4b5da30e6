"""Those who played a game play another one by the same terms."""

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from django.urls import reverse

from bots.company import USUAL
from bots.game_terms import TERMS
from dipgame.accounts.locks import lock_person
from dipgame.games import clock
from dipgame.games.errors import NotRunning, NotSeated
from dipgame.games.locks import lock_game
from dipgame.games.models import Game
from dipgame.games.players import SOMEBODY, hides_names
from dipgame.games.private_word import folded
from dipgame.games.services.create_game import Terms
from dipgame.games.services.note import note
from dipgame.games.services.notify import Button, When
from dipgame.games.services.offer_game import offer_game
from dipgame.transactions import atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["offer_rematch"]

_WAITS: Final = timedelta(minutes=30)


def offer_rematch(user: "User", game: Game) -> Game:
    """The rematch of a game that is over: the one somebody offered already or, where none is, this person's new one.

    By the same terms and the same private word, powers by lot. Bots take the seats that are free after half an hour, at
    once where one person played with bots alone. Raises NotRunning while the game goes on, NotSeated for who did not
    play in it, TooManyGames.
    """
    with atomic():
        lock_person(user.pk)  # as `offer_game` does: a person comes before a game
        game = lock_game(game.pk)
        if game.status != Game.Status.FINISHED:
            raise NotRunning("A rematch begins when the game is over.")
        people = list(game.seats.filter(user__isnull=False))
        if user.pk not in {seat.user_id for seat in people}:
            raise NotSeated("A rematch is for those who played.")
        offered = Game.objects.filter(rematch_of=game).exclude(status=Game.Status.CANCELLED).first()
        if offered is not None:
            return offered
        terms = Terms(
            name=f"{game.name}, again"[:60],
            fill_bot=game.fill_bot or USUAL,
            quiet_zone=game.quiet_zone,
            word=game.private_word,
            first_position=game.first_position,
            fill_at=clock.now() + (_WAITS if len(people) > 1 else timedelta(0)),
            **{name: getattr(game, name) for name in TERMS},
        )
        made = offer_game(user, terms)
        made.rematch_of = game
        made.save(update_fields=["rematch_of"])
        if len(people) > 1:
            _tell_others(game, made, user)
    return made


def _tell_others(game: Game, made: Game, user: "User") -> None:
    """Ask those who played, in the room of the old game and wherever they are."""
    word = folded(made.private_word)
    address = reverse("group", args=[made.slug, word]) if word else reverse("waiting_room", args=[made.slug])
    who = SOMEBODY if hides_names(game) else user.name
    words = f"{who[:1].upper()}{who[1:]} offers a rematch: {made.name}."
    button = Button("Sit down", address)
    note(game, words, user, for_players=True, button=button, tell=When.UNLESS_SEEN)
