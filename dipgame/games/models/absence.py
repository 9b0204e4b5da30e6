"""Missed turns and abandoned games, from which reliability is computed."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from adjudication.powers import POWER_NAMES
from dipgame.games.models.game import Game

__all__ = ["Absence"]


class Absence(models.Model):
    """A person was awaited by others and did not come, or gave a seat up. A phase for which only bots waited is none.

    power, since: of a seat that was given up or lost, and when the person had sat down.
    """

    class Kind(models.TextChoices):
        MISSED = "missed", "missed a phase, excused"
        REPLACED = "replaced", "stayed away, and a bot took the seat"
        LEFT = "left", "gave the seat up"
        REMOVED = "removed", "was taken off the seat by the host or the staff"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="absences")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="absences")
    kind = models.CharField(max_length=8, choices=Kind)
    at = models.DateTimeField()
    power = models.CharField(max_length=3, blank=True, choices=POWER_NAMES)
    since = models.DateTimeField(null=True)

    id: int
    objects: ClassVar[models.Manager["Absence"]]

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["user", "at"], name="absences_of_a_person")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} in {self.game_id}"
