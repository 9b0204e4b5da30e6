"""The puzzles that come with the program."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from bots.puzzles.puzzle import Puzzle

__all__ = ["FILE", "read_puzzles", "shipped", "write_puzzles"]

FILE: Final = Path(__file__).parent / "puzzles.jsonl"


def read_puzzles(path: Path) -> dict[str, Puzzle]:
    """Read puzzles, one a line, by key.

    Raises ValueError, which names the line."""
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            puzzle = Puzzle.from_dict(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"line {number} of {path.name} is not a puzzle: {error}") from error
        found[puzzle.key] = puzzle
    return found


def write_puzzles(path: Path, puzzles: Mapping[str, Puzzle]) -> None:
    """Write puzzles, one a line."""
    lines = [json.dumps(each.as_dict(), separators=(",", ":"), ensure_ascii=False) for each in puzzles.values()]
    path.write_text("\n".join([*lines, ""]), encoding="utf-8")


@cache
def shipped() -> Mapping[str, Puzzle]:
    """The shipped puzzles by key."""
    return MappingProxyType(read_puzzles(FILE))
