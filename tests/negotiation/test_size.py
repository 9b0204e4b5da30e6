"""The reader stays small: lines, productions, and how deep its modules import each other."""

import re
from functools import cache
from pathlib import Path

from negotiation.grammar.productions import productions

ROOM = Path(__file__).parents[2] / "negotiation"
LINES = 6_500
PRODUCTIONS = 1_000
DEPTH = 6
"""Rooms that import each other in a row, at most."""


def _lines(room: str) -> int:
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in room_files(room))


def room_files(room: str) -> list[Path]:
    return sorted((ROOM / room).glob("*.py"))


@cache
def _depth(room: str) -> int:
    """Rooms in the longest row of imports that begins with one."""
    texts = [path.read_text(encoding="utf-8") for path in room_files(room)]
    named = {one for text in texts for one in re.findall(r"^from negotiation\.(\w+)\.", text, re.MULTILINE)}
    return 1 + max(map(_depth, named - {room}), default=0)


def test_the_rooms_that_write_and_read_are_small():
    assert _lines("english") <= LINES
    assert _lines("grammar") <= LINES


def test_there_are_few_productions():
    assert sum(1 for _ in productions()) <= PRODUCTIONS


def test_rooms_import_each_other_in_a_short_row():
    assert max(_depth(path.name) for path in ROOM.iterdir() if room_files(path.name)) <= DEPTH
