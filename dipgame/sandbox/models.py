"""Shared trees of positions, studies, and questions to HANA."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from dipgame.games.models.game import new_slug

__all__ = ["Question", "SharedTree", "Study"]


class SharedTree(models.Model):
    """A tree of positions and orders, named after its content.

    It belongs to nobody, and never changes.
    """

    slug = models.SlugField(primary_key=True, max_length=20)
    tree: Any = models.JSONField()
    made_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager["SharedTree"]]

    def __str__(self) -> str:
        return self.slug


class Study(models.Model):
    """A tree of positions with comments and arrows, under a title.

    Its owner changes it. is_public: listed for everybody; else whoever has the link sees it.
    """

    slug = models.SlugField(unique=True, default=new_slug, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="studies")
    title = models.CharField(max_length=80)
    is_public = models.BooleanField(default=False)
    tree: Any = models.JSONField()
    made_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    id: int
    owner_id: int
    objects: ClassVar[models.Manager["Study"]]

    class Meta:
        verbose_name_plural = "studies"
        indexes = [
            models.Index(fields=["-changed_at", "-id"], condition=models.Q(is_public=True), name="studies_public"),
            models.Index(fields=["owner", "-changed_at"], name="studies_of_owner"),
        ]

    def __str__(self) -> str:
        return self.title


class Question(models.Model):
    """A question what HANA would order for a power on a position.

    It is kept under a name made from its content. since: when its state changed. orders, journal: the answer.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        THINKING = "thinking", "thinking"
        DONE = "done", "done"
        FAILED = "failed", "failed"

    key = models.SlugField(primary_key=True, max_length=40)
    position: Any = models.JSONField()
    rules = models.CharField(max_length=20)
    power = models.CharField(max_length=3)
    state = models.CharField(max_length=10, choices=State)
    since = models.DateTimeField()
    orders: Any = models.JSONField(default=list)
    journal: Any = models.JSONField(default=dict)

    objects: ClassVar[models.Manager["Question"]]

    def __str__(self) -> str:
        return f"{self.power}: {self.state}"
