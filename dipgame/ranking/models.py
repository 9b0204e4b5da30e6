"""Ratings, and their history game by game.

Everything follows from the results of games (`dipgame.ranking.update`) and can be recomputed at any time.
"""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from dipgame.games.models import Game

__all__ = ["RatedGame", "Rating", "RatingChange"]


class Rating(models.Model):
    """Skill of a person or bot: belief and doubt (mu, sigma).

    talking: in games with messages, or without.

    games: how many it rests on. points: what the page sorts by (`dipgame.ranking.skill.points_of`).
    """

    talking = models.BooleanField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="ratings"
    )
    bot = models.CharField(max_length=40, blank=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    games = models.PositiveIntegerField()
    points = models.FloatField()

    id: int
    user_id: int | None
    objects: ClassVar[models.Manager["Rating"]]

    class Meta:
        ordering = ["-points", "id"]
        constraints = [
            models.CheckConstraint(
                name="rating_of_a_person_or_a_bot", condition=Q(user=None) & ~Q(bot="") | Q(user__isnull=False, bot="")
            ),
            models.UniqueConstraint(
                fields=["talking", "user"], condition=Q(user__isnull=False), name="rating_once_a_person"
            ),
            models.UniqueConstraint(fields=["talking", "bot"], condition=~Q(bot=""), name="rating_once_a_bot"),
        ]
        indexes = [models.Index(fields=["talking", "-points"])]

    def __str__(self) -> str:
        return f"{self.user or self.bot}: {self.points:.0f}"


class RatedGame(models.Model):
    """A game that has been counted, as the one of this number, from 1 on."""

    number = models.PositiveIntegerField(primary_key=True)
    game = models.OneToOneField(Game, on_delete=models.CASCADE, related_name="rated")

    game_id: int
    objects: ClassVar[models.Manager["RatedGame"]]

    class Meta:
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number}: game {self.game_id}"


class RatingChange(models.Model):
    """Rating after a game.

    place: 1 for the first; the best place of a bot with several seats.
    """

    rating = models.ForeignKey(Rating, on_delete=models.CASCADE, related_name="changes")
    rated = models.ForeignKey(RatedGame, on_delete=models.CASCADE, related_name="changes")
    place = models.PositiveSmallIntegerField()
    points = models.FloatField()

    id: int
    objects: ClassVar[models.Manager["RatingChange"]]

    class Meta:
        ordering = ["rated"]
        constraints = [models.UniqueConstraint(fields=["rating", "rated"], name="change_once")]

    def __str__(self) -> str:
        return f"{self.rating_id} after {self.rated_id}"
