"""Trees of positions that were shared."""

from typing import Any, ClassVar

from django.db import models

__all__ = ["SharedTree"]


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
