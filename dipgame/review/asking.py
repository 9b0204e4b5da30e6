"""Ask for the review of a game, and watch it.

A review is made in small parts of some seconds (`working`), so that bots who play with people never wait long. Asked
for twice, it is made once. One that fails, or whose worker was lost, goes to the end of the queue.
"""

import logging
from typing import TYPE_CHECKING, Final

from django.db.models import Q
from django.urls import reverse
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from dipgame.celery import app
from dipgame.games import clock
from dipgame.games.errors import NotRunning, TooManyGames
from dipgame.games.models import Game
from dipgame.limits import REVIEWS
from dipgame.redis_absence import is_away, went_away
from dipgame.review.models import Asker, Review
from dipgame.transactions import after_commit, atomic

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["MOST_OF_ONE", "MOST_WAITING", "WORK", "ahead_of", "ask_review", "review_of", "wake"]

WORK: Final = "review.work"

MOST_OF_ONE: Final = 3
"""Reviews that one person may wait for."""

MOST_WAITING: Final = 100
"""Reviews that may wait in all."""

_EXPIRES: Final = 120
_log = logging.getLogger(__name__)


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
        # One that failed is tried again, from where it stopped.
        Review.objects.filter(pk=review.pk, state=Review.State.FAILED).update(
            state=Review.State.WAITING, asked_at=clock.now(), tries=0, held_until=None
        )
        Asker.objects.get_or_create(review=review, user=person)
        after_commit(wake)
    review.refresh_from_db()
    return review


def _check_room(person: "User", *, is_new: bool) -> None:
    waiting = Review.objects.filter(state=Review.State.WAITING)
    if waiting.filter(askers__user=person).count() >= MOST_OF_ONE:
        raise TooManyGames(f"You wait for {MOST_OF_ONE} reviews already. Ask again when one of them is ready.")
    if is_new and waiting.count() >= MOST_WAITING:
        raise TooManyGames(f"{MOST_WAITING} reviews wait already. Ask again in an hour.")
    if not REVIEWS.allows(person.pk):
        raise TooManyGames(f"That is more than {REVIEWS.most} reviews within an hour. Ask again later.")


def review_of(game: Game) -> Review | None:
    """The review of a game, or None."""
    return Review.objects.filter(game=game).first()


def ahead_of(review: Review) -> int:
    """Number of reviews that are made before this one."""
    earlier = Q(asked_at__lt=review.asked_at) | Q(asked_at=review.asked_at, pk__lt=review.pk)
    return Review.objects.filter(earlier, state=Review.State.WAITING).count()


def address_of(game: Game) -> str:
    """The address of a game's review."""
    return reverse("game_review", args=[game.slug])


def wake() -> None:
    """Wake a worker, unless one is at a review.

    That one goes on to the next by itself. Without Redis this is logged, and left to the sweep.
    """
    waiting = Review.objects.filter(state=Review.State.WAITING)
    if not waiting.exists() or waiting.filter(held_until__gt=clock.now()).exists() or is_away():
        return
    try:
        app.send_task(WORK, expires=_EXPIRES)
    except (OperationalError, OSError, RedisError) as error:
        went_away()
        _log.warning("a worker could not be woken for reviews, the sweep will: %s", error)
