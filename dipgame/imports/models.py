"""Files of games, as people sent them."""

from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.db import models

from dipgame.games.models import Game
from dipgame.games.models.game import new_slug
from dipgame.in_parts import InParts

if TYPE_CHECKING:
    from dipgame.games.services.import_game import GameInFile

__all__ = ["GameImport"]


class GameImport(InParts):
    """A file that was sent to become a game.

    One row for each content that a person sent. name: of the file, empty for pasted text. digest: SHA-256 of the
    content. content: kept until a game has come of it. problem: why it was refused. game: what came of it; None where
    it was deleted since.
    """

    slug = models.SlugField(unique=True, default=new_slug, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="game_imports")
    name = models.CharField(max_length=120, blank=True)
    digest = models.CharField(max_length=64)
    content = models.BinaryField()
    problem = models.TextField(blank=True)
    game = models.ForeignKey(Game, null=True, on_delete=models.SET_NULL, related_name="+")

    id: int
    game_id: int | None
    owner_id: int
    objects: ClassVar[models.Manager["GameImport"]]

    found: "GameInFile | None" = None
    """The game that a worker has read, until it is stored."""

    class Meta:
        constraints = [models.UniqueConstraint(fields=["owner", "digest"], name="imported_once")]
        indexes = [
            models.Index(fields=["asked_at", "id"], condition=models.Q(state="waiting"), name="imports_waiting"),
        ]

    def __str__(self) -> str:
        return f"import {self.slug}: {self.state}"

    @property
    def title(self) -> str:
        """The file's name, or words for pasted text."""
        return self.name or "Pasted text"

    @property
    def can_be_read_again(self) -> bool:
        """True if it was refused, or no worker managed to read it."""
        return self.state == self.State.FAILED or bool(self.state == self.State.DONE and self.problem)
