"""Orders in every notation, shared by the tests of readers and writers.

The rows of `cases/notation.json`.
"""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from adjudication.position import Position, position_from_dict

__all__ = ["ROWS", "board_of", "rows_with"]

ROWS: Final[list[dict[str, Any]]] = json.loads(
    (Path(__file__).parent / "cases" / "notation.json").read_text(encoding="utf-8")
)["orders"]
_PHASES: Final = {"M": "S1902M", "R": "S1902R", "A": "W1902A"}


def rows_with(*columns: str) -> list[Any]:
    """Rows that have these columns, as parameters of a test."""
    found = [row for row in ROWS if all(column in row for column in columns)]
    return [pytest.param(row, id=f"{row['kind']} {row['order']}") for row in found]


def board_of(row: dict[str, Any]) -> Position:
    """The board of a row, with the units that its order names."""
    return position_from_dict({"phase": _PHASES[row["kind"]], "units": [], "centers": {}, **row["board"]})
