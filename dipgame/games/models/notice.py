"""The room of a game in lines: what happened around it, and what is said there to all."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from dipgame.games.models.game import Game

__all__ = ["Notice"]


class Notice(models.Model):
    """A line of a game's log. words: a sentence. phase: in which it happened, `S1901M`, empty before the first.

    actor: the person who did it; None where nobody did but the rules. by_staff: whether as staff or host. for_players:
    whether only those who sit, or sat, at the game may read it. said: whether these are the actor's own words. button,
    address: what one may do about it, and where; empty for nothing. Moments in words are marked (`clock.mark`).
    number: its place among the messages of the game (`dipgame.games.numbers`); 0 in older lines, which have their time.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notices")
    at = models.DateTimeField()
    number = models.PositiveBigIntegerField(default=0, db_default=0, editable=False)
    phase = models.CharField(max_length=6, blank=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    by_staff = models.BooleanField(default=False)
    for_players = models.BooleanField(default=False)
    said = models.BooleanField(default=False, db_default=False)
    words = models.TextField()
    button = models.CharField(max_length=30, blank=True, default="", db_default="")
    address = models.CharField(max_length=200, blank=True, default="", db_default="")

    id: int
    actor_id: int | None
    objects: ClassVar[models.Manager["Notice"]]

    class Meta:
        ordering = ["id"]

    def __str__(self) -> str:
        return self.words
