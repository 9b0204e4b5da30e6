"""Load the kernel while the first solver of a process still thinks."""

import threading
from functools import cache

from bots.puzzles.puzzle import Puzzle
from bots.puzzles.shipped import shipped

__all__ = ["warm"]


@cache
def warm() -> None:
    """Begin to load what checks orders, once in a process."""
    threading.Thread(target=_load, args=(next(iter(shipped().values())),), daemon=True, name="puzzles").start()


def _load(puzzle: Puzzle) -> None:
    from bots.puzzles.checking import check

    check(puzzle.position, puzzle.goal, puzzle.answer)
