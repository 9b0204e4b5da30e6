"""The index of finished games by position."""

from typing import ClassVar

from django.db import models

from dipgame.games.models import Game

__all__ = ["Indexed", "Visit"]


class Indexed(models.Model):
    """A game whose visits are written.

    finished_at: when it had ended then; one that ended anew is indexed anew.
    """

    game = models.OneToOneField(Game, on_delete=models.CASCADE, primary_key=True, related_name="indexed")
    finished_at = models.DateTimeField(null=True)

    objects: ClassVar[models.Manager["Indexed"]]

    def __str__(self) -> str:
        return f"{self.game_id}: {self.finished_at}"

    game_id: int


class Visit(models.Model):
    """A game came by a position.

    key: `bots.explorer.visits.key_of` the position. orders: the row of the visit, four bytes an
    order, the lowest first. ending: `Ending.as_bytes`.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="visits")
    key = models.BigIntegerField()
    orders = models.BinaryField()
    ending = models.BinaryField()

    id: int
    game_id: int
    objects: ClassVar[models.Manager["Visit"]]

    class Meta:
        indexes = [models.Index(fields=["key", "game"], name="visits_by_position")]

    def __str__(self) -> str:
        return f"{self.game_id} at {self.key}"
