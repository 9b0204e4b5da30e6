"""Small tools on polygons and lines that several steps of the build share."""

import random
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

__all__ = ["GRID", "less", "longest_border", "polygons", "roughened", "smoothed", "together"]

GRID = 0.05
"""All overlays snap to this grid, in kilometres: without it slivers appear between neighbours."""


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """The polygons in a shape; stray lines and points that overlays leave behind are dropped."""
    parts = shapely.get_parts(shapely.get_parts(shape))
    return [part for part in parts if isinstance(part, Polygon) and not part.is_empty]


def together(shapes: Iterable[BaseGeometry]) -> BaseGeometry:
    """The union, polygons only."""
    return shapely.union_all(polygons(shapely.union_all(list(shapes), grid_size=GRID)), grid_size=GRID)


def less(shape: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """The shape without the other, polygons only."""
    return _solid(shapely.difference(_solid(shape), _solid(other), grid_size=GRID))


def _solid(shape: BaseGeometry) -> BaseGeometry:
    """Its polygons, valid and on the grid: what overlays accept."""
    parts = [shapely.set_precision(part, GRID) for part in polygons(shapely.make_valid(shape))]
    return shapely.union_all([part for piece in parts for part in polygons(piece)], grid_size=GRID)


def longest_border(piece: BaseGeometry, neighbours: Mapping[str, BaseGeometry]) -> str | None:
    """The neighbour that shares the longest border with the piece; None if it touches nobody along a line."""
    edge = piece.buffer(0.2).boundary
    lengths = {
        name: edge.intersection(shape).length for name, shape in neighbours.items() if shape.distance(piece) < 0.2
    }
    best = max(lengths, key=lengths.__getitem__, default=None)
    return best if best is not None and lengths[best] > 1 else None


def smoothed(points: Sequence[Sequence[float]], steps: int = 12) -> LineString:
    """A line through all the points without corners (Catmull-Rom)."""
    given = np.array(points, dtype=float)
    padded = np.vstack([2 * given[0] - given[1], given, 2 * given[-1] - given[-2]])
    t = np.linspace(0, 1, steps, endpoint=False)[:, None]
    pieces = []
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        curve = 2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3
        pieces.append(curve / 2)
    return LineString(np.vstack([*pieces, given[-1:]]))


def roughened(line: LineString, chance: random.Random, rounds: int = 4, share: float = 0.1) -> LineString:
    """The line with its middles pushed aside again and again, so that a cut looks like a border that grew."""
    points = list(line.simplify(0.02).coords)
    for _ in range(rounds):
        finer = [points[0]]
        for (x, y), (u, v) in pairwise(points):
            push = chance.uniform(-share, share)
            finer += [((x + u) / 2 - (v - y) * push, (y + v) / 2 + (u - x) * push), (u, v)]
        points = finer
    return LineString(points)
