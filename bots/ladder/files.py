"""Games of a table on disk: settings, then a line a game."""

import json
from pathlib import Path

from bots.ladder.played import Played, line_of, read_line
from bots.ladder.rounds import Settings
from bots.ladder.standing import standing_of, write_standing

__all__ = ["GameFile", "LadderError"]


class LadderError(Exception):
    """Raised where the ladder cannot go on; the message says why."""


class GameFile:
    """Games of a table in a folder.

    They are in `silent.jsonl`, the standing after them in `silent.json`. Opening it makes the folder, reads the games
    that are there, and cuts off a line that was not written to its end. Raises LadderError where they were played with
    other settings or cannot be read. anew: forget the games that are there.
    """

    def __init__(self, folder: Path, settings: Settings, *, anew: bool = False) -> None:
        self.settings = settings
        self.path, self.standing = folder / f"{settings.table}.jsonl", folder / f"{settings.table}.json"
        self.games: list[Played] = []
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if self.path.exists() and not anew:
                self._read()
            else:
                self.path.write_text(json.dumps(settings.as_dict()) + "\n", encoding="utf-8")
        except OSError as problem:
            raise LadderError(f"'{problem.filename or folder}' cannot be used: {problem.strerror}.") from problem

    def _read(self) -> None:
        whole, newline, _ = self.path.read_text(encoding="utf-8").rpartition("\n")
        first, *lines = whole.split("\n")
        try:
            found = json.loads(first)
            self.games = [read_line(line) for line in lines]
        except ValueError as problem:
            raise LadderError(f"'{self.path}' cannot be read: {problem}. Remove it, or give another --out.") from None
        if found != self.settings.as_dict():
            raise LadderError(
                f"The games in '{self.path}' were played with other settings: {found}. "
                "Give the same ones to go on with them, or another --out to start anew."
            )
        self.path.write_text(whole + newline, encoding="utf-8")

    def add(self, played: Played) -> None:
        """Add a game; it is on disk when this returns."""
        with self.path.open("a", encoding="utf-8") as file:
            file.write(line_of(played))
        self.games.append(played)

    def write_standing(self) -> None:
        """Write the table after all games."""
        self.standing.write_bytes(write_standing(standing_of(self.settings, self.games)))
