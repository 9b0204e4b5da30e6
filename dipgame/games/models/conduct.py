"""Bad talk that was reported, and what the staff did about it."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from dipgame.games.models.game import Game
from dipgame.games.models.talk import Message

__all__ = ["Report", "Sanction"]


class Report(models.Model):
    """A person says that another's message is not to be borne. text: the message as it was then; words: what is wrong
    with it; answer: what the staff say to whoever reported it."""

    class State(models.TextChoices):
        OPEN = "open", "not looked at yet"
        UPHELD = "upheld", "something was done"
        DISMISSED = "dismissed", "nothing was done"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reports")
    message = models.ForeignKey(Message, null=True, on_delete=models.SET_NULL, related_name="reports")
    about = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_about")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="reports_made")
    text = models.TextField()
    words = models.TextField(blank=True)
    at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=State, default=State.OPEN)
    answer = models.TextField(blank=True)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    settled_at = models.DateTimeField(null=True, blank=True)

    id: int
    by_id: int
    objects: ClassVar[models.Manager["Report"]]

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["message", "by"], name="report_once"),
            models.CheckConstraint(
                name="report_settled",
                condition=Q(state="open", settled_at=None) | ~Q(state="open") & Q(settled_at__isnull=False),
            ),
        ]
        indexes = [models.Index(fields=["state", "id"], name="reports_by_state")]

    def __str__(self) -> str:
        return f"report {self.pk}"


class Sanction(models.Model):
    """A mute (no messages) or ban (no seats) for a while.

    It ends at `until`, or when it is lifted. The person may read it, with its reason.
    """

    class Kind(models.TextChoices):
        MUTE = "mute", "may not write to others"
        BAN = "ban", "may not play"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sanctions")
    kind = models.CharField(max_length=4, choices=Kind)
    reason = models.TextField()
    at = models.DateTimeField()
    until = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    report = models.ForeignKey(Report, null=True, blank=True, on_delete=models.SET_NULL, related_name="sanctions")
    lifted_at = models.DateTimeField(null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )

    id: int
    user_id: int
    objects: ClassVar[models.Manager["Sanction"]]

    class Meta:
        ordering = ["-id"]
        constraints = [models.CheckConstraint(name="sanction_ends_later", condition=Q(until__gt=F("at")))]
        indexes = [models.Index(fields=["user", "kind", "until"], name="sanctions_of_a_person")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind}"
