"""The standing that comes with the program.

`python -m bots.ladder --out bots/ladder/results` writes it.
"""

from functools import cache
from pathlib import Path

from bots.ladder.entrants import Table
from bots.ladder.standing import Standing, read_standing

__all__ = ["shipped_standing"]

_FOLDER = Path(__file__).with_name("results")


@cache
def shipped_standing(table: Table) -> Standing | None:
    """Standing of a table; None if none was measured."""
    path = _FOLDER / f"{table}.json"
    return read_standing(path.read_bytes()) if path.exists() else None
