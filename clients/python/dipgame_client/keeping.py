"""A bot's memory of a game between starts, in a file."""

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

__all__ = ["Keeper", "Kept"]


@dataclass(slots=True)
class Kept:
    """memory: the bot's.

    number: the `n` up to which lines of the stream were handled. turn: the phase and how often phases were taken back,
    of what follows. orders: decided in it, None for not yet; sent: whether the site has them. opened: whether its talk
    was opened. heard: the id of the newest message the bot heard.
    """

    memory: dict[str, Any] = field(default_factory=dict)
    number: int | None = None
    turn: str = ""
    orders: list[str] | None = None
    sent: bool = False
    opened: bool = False
    heard: int = 0

    def begin(self, turn: str) -> None:
        """Begin a turn; one that was begun goes on."""
        if turn != self.turn:
            self.turn, self.orders, self.sent, self.opened = turn, None, False, False


class Keeper:
    """The file of one game."""

    def __init__(self, folder: Path, slug: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._path = folder / f"{slug}.json"

    def load(self) -> Kept:
        """Read what was kept.

        A fresh one where there is nothing, or nothing that can be read.
        """
        try:
            return Kept(**json.loads(self._path.read_text(encoding="utf-8")))
        except (OSError, ValueError, TypeError):
            return Kept()

    def save(self, kept: Kept) -> None:
        """Write the file.

        A crash leaves it as it was before.
        """
        draft = self._path.with_suffix(".new")
        draft.write_text(json.dumps(asdict(kept)), encoding="utf-8")
        os.replace(draft, self._path)
