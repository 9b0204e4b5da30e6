"""Players' guesses at who was a bot, in games that hid it."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from dipgame.games.models.game import Game

__all__ = ["Guess"]


class Guess(models.Model):
    """One person's answer to the question who was a bot. bots: the codes of powers, with blanks between."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="guesses")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="guesses")
    bots = models.CharField(max_length=27, blank=True)
    at = models.DateTimeField()

    id: int
    objects: ClassVar[models.Manager["Guess"]]

    class Meta:
        ordering = ["id"]
        verbose_name_plural = "guesses"
        constraints = [models.UniqueConstraint(fields=["game", "by"], name="guess_once")]

    def __str__(self) -> str:
        return f"{self.by_id} in {self.game_id}: {self.bots}"
