"""Programs that play over DAIDE."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from dipgame.games.models.game import Game

__all__ = ["Program"]


class Program(models.Model):
    """A program in a game.

    user: the guest as whom it holds its seat. passcode: with which it comes back.

    name, version: as it calls itself.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="played_by_programs")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="programs")
    passcode = models.PositiveSmallIntegerField(editable=False)
    name = models.CharField(max_length=40)
    version = models.CharField(max_length=40)

    id: int
    game_id: int
    user_id: int
    objects: ClassVar[models.Manager["Program"]]

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="program_once_in_a_game")]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"
