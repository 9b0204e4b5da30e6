"""Shared trees of positions, and questions to HANA."""

from typing import Any, ClassVar

from django.db import models

__all__ = ["Question", "SharedTree"]


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
