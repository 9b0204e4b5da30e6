"""Make reviews, a part at a time."""

import logging
import time
from datetime import datetime, timedelta
from typing import Final

from bots.review.reviewing import phase_reviewed
from dipgame.games import clock
from dipgame.games.models import Notification
from dipgame.games.services.notify import Button, When, notify
from dipgame.review.asking import address_of, wake
from dipgame.review.models import Asker, Review
from dipgame.review.story import story_of
from dipgame.transactions import atomic

__all__ = ["LEASE", "work"]

LEASE: Final = timedelta(minutes=3)
"""Time after which a worker that has a review is taken for lost; a part takes some seconds, the first
one of a site, which compiles the search, up to two minutes."""

_PART: Final = 2.0
"""Seconds after which a part ends with the phase at hand."""
_TRIES: Final = 3
_log = logging.getLogger(__name__)


def work() -> bool:
    """Make a part of the review that was asked for first.

    True if there was one. False while a worker is at another. One that fails, or whose worker was lost, goes to the
    end of the queue.
    """
    now = clock.now()
    waiting = Review.objects.filter(state=Review.State.WAITING)
    waiting.filter(held_until__lte=now).update(held_until=None, asked_at=now)
    if waiting.filter(held_until__gt=now).exists():
        return False
    review = waiting.order_by("asked_at", "id").select_related("game").first()
    if review is None:
        return False
    until = now + LEASE
    if not waiting.filter(pk=review.pk, held_until=None).update(held_until=until, tries=review.tries + 1):
        return False
    if review.tries >= _TRIES:
        _keep(review, until, Review.State.FAILED)
    else:
        try:
            _keep(review, until, _part(review))
        except Exception:
            _log.exception("the review of game %s stopped", review.game_id)
            Review.objects.filter(pk=review.pk, held_until=until).update(held_until=None, asked_at=clock.now())
            if not waiting.filter(tries=0).exists():
                # Only failed ones wait: the sweep tries again later, when the cause may be gone.
                return True
    wake()
    return True


def _part(review: Review) -> Review.State:
    """Review some more phases of the game."""
    began, story = time.monotonic(), story_of(review.game)
    movements = story.movements
    review.steps = len(movements)
    for index in movements[len(review.phases) :]:
        before = review.phases[-1]["chances"] if review.phases else None
        review.phases.append(phase_reviewed(story, index, before))
        if time.monotonic() - began > _PART:
            break
    return Review.State.DONE if len(review.phases) >= len(movements) else Review.State.WAITING


def _keep(review: Review, held: datetime, state: Review.State) -> None:
    """Store a part, and tell who asked once it is done.

    Not where another worker took the review over, or the game is gone.
    """
    with atomic():
        kept = Review.objects.filter(pk=review.pk, held_until=held).update(
            phases=review.phases, steps=review.steps, state=state, held_until=None, tries=0
        )
        if kept and state == Review.State.DONE:
            askers = Asker.objects.filter(review=review).values_list("user_id", flat=True)
            words = dict.fromkeys(askers, "The review of this game is ready.")
            button = Button("Read the review", address_of(review.game))
            notify(
                review.game, words, Notification.Kind.ROOM, f"review:{review.pk}",
                when=When.UNLESS_SEEN, button=button,
            )  # fmt: skip
