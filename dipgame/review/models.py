"""Reviews, and the people who asked for them."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from dipgame.games.models import Game
from dipgame.in_parts import InParts

__all__ = ["Asker", "Review"]


class Review(InParts):
    """A review of a finished game; one a game.

    phases: what `bots.review.reviewing.phase_reviewed` gave for each movement phase so far; steps: how many there are.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="review")
    phases: Any = models.JSONField(default=list)
    steps = models.PositiveSmallIntegerField(default=0)

    game_id: int
    objects: ClassVar[models.Manager["Review"]]

    class Meta:
        indexes = [
            models.Index(fields=["asked_at", "id"], condition=models.Q(state="waiting"), name="reviews_waiting"),
        ]

    def __str__(self) -> str:
        return f"review of {self.game_id}: {self.state}"


class Asker(models.Model):
    """Somebody who is told when a review is ready."""

    review = models.ForeignKey(Review, on_delete=models.CASCADE, related_name="askers")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reviews_asked")

    id: int
    user_id: int
    objects: ClassVar[models.Manager["Asker"]]

    class Meta:
        constraints = [models.UniqueConstraint(fields=["review", "user"], name="asked_once")]

    def __str__(self) -> str:
        return f"{self.user_id} asked for {self.review_id}"
