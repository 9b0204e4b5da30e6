"""Make reviews, a part at a time."""

from bots.review.reviewing import phase_reviewed
from dipgame.games.models import Notification
from dipgame.games.services.notify import Button, When, notify
from dipgame.in_parts import for_a_part
from dipgame.review.asking import QUEUE, address_of
from dipgame.review.models import Asker, Review
from dipgame.review.story import story_of

__all__ = ["work"]


def work() -> bool:
    """Make a part of the first review; true if there was one."""
    return QUEUE.work(_part, _tell)


def _part(review: Review) -> bool:
    """Review some more phases of the game; true if that was all."""
    story = story_of(review.game)
    movements = story.movements
    review.steps = len(movements)
    for index, _ in zip(movements[len(review.phases) :], for_a_part(), strict=False):
        before = review.phases[-1]["chances"] if review.phases else None
        review.phases.append(phase_reviewed(story, index, before))
    return len(review.phases) >= len(movements)


def _tell(review: Review) -> None:
    askers = Asker.objects.filter(review=review).values_list("user_id", flat=True)
    words = dict.fromkeys(askers, "The review of this game is ready.")
    button = Button("Read the review", address_of(review.game))
    notify(
        review.game, words, Notification.Kind.ROOM, f"review:{review.pk}", when=When.UNLESS_SEEN, button=button
    )  # fmt: skip
