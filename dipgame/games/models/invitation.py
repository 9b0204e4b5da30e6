"""A seat offered to somebody by a link."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models

from dipgame.games.models.game import Game

__all__ = ["Invitation"]


def new_token() -> str:
    """What nobody guesses."""
    return secrets.token_urlsafe(16)


class Invitation(models.Model):
    """A link by which one person takes a seat, also at a table with a private word. Used once, up to a time."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    token = models.CharField(max_length=30, unique=True, default=new_token, editable=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations_made")
    at = models.DateTimeField()
    until = models.DateTimeField()
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    used_at = models.DateTimeField(null=True, blank=True)

    id: int
    game_id: int
    used_by_id: int | None
    objects: ClassVar[models.Manager["Invitation"]]

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return f"invitation {self.pk}"
