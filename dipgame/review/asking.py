"""Ask for the review of a game, and watch it.

A review is made in parts (`working`). Asked for twice, it is made once.
"""

from typing import TYPE_CHECKING, Final

from django.urls import reverse

from dipgame.games import clock
from dipgame.games.errors import NotRunning, TooManyGames
from dipgame.games.models import Game
from dipgame.in_parts import Queue
from dipgame.limits import REVIEWS
from dipgame.review.models import Asker, Review
from dipgame.transactions import after_commit, atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["MOST_OF_ONE", "MOST_WAITING", "QUEUE", "address_of", "ask_review", "review_of"]

QUEUE: Final = Queue(Review, "review.work", kept=("phases", "steps"))

MOST_OF_ONE: Final = 3
"""Reviews that one person may wait for."""

MOST_WAITING: Final = 100
"""Reviews that may wait in all."""


def ask_review(person: "User", game: Game) -> Review:
    """The game's review, made or to be made.

    The person is told when it is ready. Raises NotRunning for a game that is not over, TooManyGames where too many
    wait.
    """
    if game.status != Game.Status.FINISHED:
        raise NotRunning("A game can be reviewed when it is over.")
    review = review_of(game)
    if review is not None and review.state == Review.State.DONE:
        return review
    waits = review is not None and review.state == Review.State.WAITING
    if not waits or not Asker.objects.filter(review=review, user=person).exists():
        _check_room(person, is_new=not waits)
    with atomic():
        review, _ = Review.objects.get_or_create(game=game, defaults={"asked_at": clock.now()})
        QUEUE.ask_again(review)
        Asker.objects.get_or_create(review=review, user=person)
        after_commit(QUEUE.wake)
    review.refresh_from_db()
    return review


def _check_room(person: "User", *, is_new: bool) -> None:
    if QUEUE.waiting.filter(askers__user=person).count() >= MOST_OF_ONE:
        raise TooManyGames(f"You wait for {MOST_OF_ONE} reviews already. Ask again when one of them is ready.")
    if is_new and QUEUE.waiting.count() >= MOST_WAITING:
        raise TooManyGames(f"{MOST_WAITING} reviews wait already. Ask again in an hour.")
    if not REVIEWS.allows(person.pk):
        raise TooManyGames(f"That is more than {REVIEWS.most} reviews within an hour. Ask again later.")


def review_of(game: Game) -> Review | None:
    """The review of a game, or None."""
    return Review.objects.filter(game=game).first()


def address_of(game: Game) -> str:
    """The address of a game's review."""
    return reverse("game_review", args=[game.slug])
