"""Extend the board beyond its frame, for windows of another shape.

Every province, barren land and coast that ends at the frame goes straight on from there. It is drawn only; nothing
is placed there.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from frontend.board.geometry import Geometry, Point

__all__ = ["lines_onward", "strips_onward"]

REACH: Final = 1600.0
"""Extent of the drawing beyond the frame, in board units."""

NEAR: Final = 0.5
"""Distance within which a point counts as on the frame: outlines are rounded, and so is the board's height."""

_WORD: Final = re.compile(r"[Mlz]|-?(?:\d+\.?\d*|\.\d+)")


def strips_onward(data: str, board: Geometry) -> str:
    """Path data of the strips that continue an area beyond each stretch of the frame it touches; "" if none.

    data: a path of absolute M, relative l and z.
    """
    strips = []
    for ring in _rings(data):
        for one, other in pairwise(ring):
            for out in _ways_out(one, board):
                if out in _ways_out(other, board) and one != other:
                    strips.append(_area(one, other, _beyond(other, out), _beyond(one, out)))
        for corner in ring[:-1]:
            outs = list(_ways_out(corner, board))
            if len(outs) == 2:
                across, down = _beyond(corner, outs[0]), _beyond(corner, outs[1])
                strips.append(_area(corner, across, (across[0], down[1]), down))
    return "".join(strips)


def lines_onward(data: str, board: Geometry) -> str:
    """Path data that continues every line ending at the frame."""
    parts = []
    for line in _rings(data):
        for end in {line[0], line[-1]} if line[0] != line[-1] else ():
            for out in _ways_out(end, board):
                parts.append(f"M{_pair(end)}l{_pair((out[0] * REACH, out[1] * REACH))}")
    return "".join(sorted(parts))


def _ways_out(point: Point, board: Geometry) -> Iterator[tuple[int, int]]:
    """The directions in which the frame is left from here: none inside, two at a corner."""
    x, y = point
    if not NEAR <= x <= board.width - NEAR:
        yield (-1 if x < NEAR else 1), 0
    if not NEAR <= y <= board.height - NEAR:
        yield 0, (-1 if y < NEAR else 1)


def _beyond(point: Point, out: tuple[int, int]) -> Point:
    return point[0] + out[0] * REACH, point[1] + out[1] * REACH


def _area(first: Point, *others: Point) -> str:
    steps = [(there[0] - here[0], there[1] - here[1]) for here, there in pairwise((first, *others))]
    return f"M{_pair(first)}l{' '.join(_pair(step) for step in steps)}z"


def _pair(point: Point) -> str:
    return f"{round(point[0], 1):g} {round(point[1], 1):g}"


def _rings(data: str) -> list[list[Point]]:
    """The rings and lines of path data, rounded to a tenth; a ring repeats its first point at the end."""
    found: list[list[Point]] = []
    command, numbers = "", list[float]()
    for word in _WORD.findall(data):
        if word == "z":
            found[-1].append(found[-1][0])
        elif word in "Ml":
            command, numbers = word, []
        else:
            numbers.append(float(word))
            if len(numbers) == 2:
                x, y = numbers
                if command == "M":
                    found.append([(x, y)])
                else:
                    before = found[-1][-1]
                    found[-1].append((round(before[0] + x, 1), round(before[1] + y, 1)))
                numbers = []
    return found
