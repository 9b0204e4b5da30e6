"""News counters by topic, which tell a page that it missed something."""

from typing import ClassVar

from django.db import models

__all__ = ["News"]


class News(models.Model):
    """Counter of a topic's news that pages should show.

    topic: as in `dipgame.games.events`.

    The number rises in the transaction of what happened, so whoever reads a number reads rows at least as new. It may
    skip, it never falls, and it is not lost with Redis. Lock rows after all others.
    """

    topic = models.CharField(max_length=40, primary_key=True)
    number = models.PositiveBigIntegerField(default=0)

    objects: ClassVar[models.Manager["News"]]

    class Meta:
        verbose_name_plural = "news"

    def __str__(self) -> str:
        return f"{self.topic}: {self.number}"
