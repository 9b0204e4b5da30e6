"""Attempts at puzzles, votes, ratings, and puzzles from people's own games.

Other puzzles are data (`bots.puzzles.shipped`); rows name them by key.
"""

import datetime
from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from dipgame.games.models import Game
from dipgame.in_parts import InParts

__all__ = ["Attempt", "Daily", "GamePuzzles", "PuzzleRating", "Solver"]


class PuzzleRating(models.Model):
    """Difficulty of a puzzle (mu, sigma), from attempts, and its votes.

    retired: it is not offered any more.
    """

    puzzle = models.CharField(max_length=20, unique=True)
    mu = models.FloatField()
    sigma = models.FloatField()
    attempts = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    good = models.PositiveIntegerField(default=0)
    bad = models.PositiveIntegerField(default=0)
    retired = models.BooleanField(default=False)

    id: int
    objects: ClassVar[models.Manager["PuzzleRating"]]

    def __str__(self) -> str:
        return f"{self.puzzle}: {self.mu:.1f} ± {self.sigma:.1f}"


class Solver(models.Model):
    """Skill of a solver: belief and doubt (mu, sigma)."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="solver")
    mu = models.FloatField()
    sigma = models.FloatField()
    attempts = models.PositiveIntegerField(default=0)

    id: int
    user_id: int
    objects: ClassVar[models.Manager["Solver"]]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.mu:.1f} ± {self.sigma:.1f}"


class Attempt(models.Model):
    """A person's attempt at a puzzle; one each.

    solved: right at the first try, without hint or solution; it alone is rated. finished_at: when it was right at last,
    without the solution. shown: the solution was asked for. daily: the day whose puzzle it was then. vote: 1 good,
    -1 bad, 0 none.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="puzzle_attempts")
    puzzle = models.CharField(max_length=20)
    began_at = models.DateTimeField()
    solved = models.BooleanField()
    finished_at = models.DateTimeField(null=True)
    shown = models.BooleanField(default=False)
    daily = models.DateField(null=True)
    vote = models.SmallIntegerField(default=0)

    id: int
    user_id: int
    objects: ClassVar[models.Manager["Attempt"]]

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "puzzle"], name="attempt_once")]
        indexes = [models.Index(fields=["user", "daily"], name="attempts_daily")]

    def __str__(self) -> str:
        return f"{self.user_id} at {self.puzzle}: {'solved' if self.solved else 'not solved at once'}"


class Daily(models.Model):
    """The puzzle of a day (UTC)."""

    day: "models.DateField[datetime.date, datetime.date]" = models.DateField(unique=True)
    puzzle = models.CharField(max_length=20)

    id: int
    objects: ClassVar[models.Manager["Daily"]]

    class Meta:
        verbose_name_plural = "dailies"

    def __str__(self) -> str:
        return f"{self.day}: {self.puzzle}"


class GamePuzzles(InParts):
    """Puzzles in the positions of one power of a finished game.

    puzzles: as `bots.puzzles.puzzle` reads them. done: phases that were searched; steps: how many there are.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="puzzles")
    power = models.CharField(max_length=3)
    puzzles: Any = models.JSONField(default=list)
    done = models.PositiveSmallIntegerField(default=0)
    steps = models.PositiveSmallIntegerField(default=0)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    game_id: int
    objects: ClassVar[models.Manager["GamePuzzles"]]

    class Meta:
        verbose_name_plural = "game puzzles"
        constraints = [models.UniqueConstraint(fields=["game", "power"], name="puzzles_once")]
        indexes = [
            models.Index(fields=["asked_at", "id"], condition=models.Q(state="waiting"), name="puzzles_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.power} in {self.game_id}: {self.state}"
