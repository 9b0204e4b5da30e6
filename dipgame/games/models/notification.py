"""Notifications: lines of a person's inbox, some of them mailed."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from dipgame.games.models.game import Game

__all__ = ["Notification"]


class Notification(models.Model):
    """A person is told of something in a game, once. words: a sentence. key: what it is about, so that nobody is told
    twice. seen_at: when the person looked. mail_at: when it is due as a mail, unless it was seen before; None: not by
    mail, or not any more. mailed_at: when it was. push_at, pushed_at: the same for the person's browsers.
    button, address: what one may do about it, and where; empty: look at the game.
    """

    class Kind(models.TextChoices):
        PHASE = "phase", "A phase begins in which I have something to decide"
        DEADLINE = "deadline", "A deadline is near and my orders are missing"
        LETTER = "letter", "Somebody wrote to me while I was away"
        PROMISE = "promise", "A promise of mine is due and my orders do not keep it"
        VOTE = "vote", "Others vote on a draw, a concession or a pause, or a vote of mine lapsed"
        SEAT = "seat", "I stayed away: a phase waits for me, or a bot has my seat"
        ROOM = "room", "The host or somebody before the start writes, or something happens around a game"
        OVER = "over", "A game is over"

    CHALLENGE: ClassVar[str] = "challenge"
    """Key of a request to a bot's account to sit down at a table."""
    DECLINED: ClassVar[str] = "challenge:declined"
    """Key of such a request once the bot has declined it."""
    ABOUT_ONESELF: ClassVar[tuple[str, ...]] = ("removed", "taken:", "sanction:", "lifted:", "report:", CHALLENGE)
    """Beginnings of keys of what concerns the person alone: it is told also without a seat in the game any more."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notifications")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notifications")
    kind = models.CharField(max_length=8, choices=Kind)
    key = models.CharField(max_length=40)
    words = models.TextField()
    button = models.CharField(max_length=30, blank=True, default="", db_default="")
    address = models.CharField(max_length=200, blank=True, default="", db_default="")
    at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True, blank=True)
    mail_at = models.DateTimeField(null=True, blank=True)
    mailed_at = models.DateTimeField(null=True, blank=True)
    push_at = models.DateTimeField(null=True, blank=True)
    pushed_at = models.DateTimeField(null=True, blank=True)

    id: int
    user_id: int
    game_id: int
    objects: ClassVar[models.Manager["Notification"]]

    class Meta:
        ordering = ["id"]
        constraints = [models.UniqueConstraint(fields=["user", "game", "key"], name="told_once")]
        indexes = [
            models.Index(fields=["user", "-at"], name="inbox"),
            models.Index(fields=["user"], condition=Q(seen_at=None), name="inbox_unseen"),
            models.Index(fields=["mail_at"], condition=Q(mail_at__isnull=False), name="mail_to_come"),
            models.Index(fields=["push_at"], condition=Q(push_at__isnull=False), name="push_to_come"),
        ]

    def __str__(self) -> str:
        return self.words

    @property
    def path(self) -> str:
        """Address with more about it: its own, or the game's."""
        return self.address or reverse("game", args=[self.game.slug])
