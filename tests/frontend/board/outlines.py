"""Reading the drawn outlines back, without a geometry library."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from frontend.board import GEOMETRY

Spot = tuple[int, int]
"""A point in tenths of a board unit."""

_TOKEN = re.compile(r"[Mlz]|-?(?:\d+\.?\d*|\.\d+)")


def rings(path: str) -> list[list[Spot]]:
    """The rings or lines of path data written with M, relative l and z; a ring repeats its first point at the end."""
    found: list[list[Spot]] = []
    numbers: list[int] = []
    command = ""
    for word in _TOKEN.findall(path):
        if word == "z":
            found[-1].append(found[-1][0])
        elif word in "Ml":
            command, numbers = word, []
        else:
            numbers.append(round(float(word) * 10))
            if len(numbers) == 2:
                x, y = numbers
                if command == "M":
                    found.append([(x, y)])
                else:
                    found[-1].append((found[-1][-1][0] + x, found[-1][-1][1] + y))
                numbers = []
    return found


@cache
def outline(code: str) -> list[list[Spot]]:
    """The rings of a province."""
    return rings(GEOMETRY.provinces[code].path)


@cache
def owners_of_edges() -> dict[tuple[Spot, Spot], set[str]]:
    """The provinces on either side of every edge of every outline."""
    owners: dict[tuple[Spot, Spot], set[str]] = defaultdict(set)
    for code in GEOMETRY.provinces:
        for ring in outline(code):
            for one, other in pairwise(ring):
                if one != other:
                    owners[min(one, other), max(one, other)].add(code)
    return dict(owners)


@cache
def owners_of_corners() -> dict[Spot, set[str]]:
    """The provinces that have this point on their outline."""
    owners: dict[Spot, set[str]] = defaultdict(set)
    for code in GEOMETRY.provinces:
        for ring in outline(code):
            for spot in ring:
                owners[spot].add(code)
    return dict(owners)


def border_ends(one: str, other: str) -> set[Spot]:
    """The points where the common border of two provinces begins or ends."""
    met: dict[Spot, int] = defaultdict(int)
    for edge, codes in owners_of_edges().items():
        if codes == {one, other}:
            for spot in edge:
                met[spot] += 1
    return {spot for spot, count in met.items() if count == 1}


def inside(code: str, x: float, y: float) -> bool:
    """True if a point lies inside a province (even-odd rule).

    x, y: in board units.
    """
    x, y = x * 10, y * 10
    hits = 0
    for ring in outline(code):
        for (x1, y1), (x2, y2) in pairwise(ring):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
                hits += 1
    return hits % 2 == 1


def rim(x: float, y: float, width: float, height: float) -> Iterator[tuple[float, float]]:
    """Points along the edge of a box, no two neighbours more than four units apart."""
    across, down = max(2, int(width // 4) + 1), max(2, int(height // 4) + 1)
    for step in range(across + 1):
        for side in (-0.5, 0.5):
            yield x - width / 2 + width * step / across, y + height * side
    for step in range(down + 1):
        for side in (-0.5, 0.5):
            yield x + width * side, y - height / 2 + height * step / down
