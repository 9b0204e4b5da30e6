"""Receipts of commands, so that none is carried out twice."""

from typing import ClassVar

from django.db import models

from dipgame.games.models.seat import Seat
from dipgame.games.models.talk import Message

__all__ = ["LONGEST_MARK", "Receipt"]

LONGEST_MARK = 40
"""Letters of the longest mark."""


class Receipt(models.Model):
    """A command that was carried out. mark: the page's own name for it, one per seat. message: what was said by it."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="receipts")
    mark = models.CharField(max_length=LONGEST_MARK)
    message = models.ForeignKey(Message, null=True, blank=True, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    id: int
    objects: ClassVar[models.Manager["Receipt"]]

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["seat", "mark"], name="receipt_once")]
        indexes = [models.Index(fields=["at"], name="receipt_age")]

    def __str__(self) -> str:
        return f"receipt {self.pk}"
