"""Curves for orders: plain arithmetic on points, no SVG elements.

Every arrow bends to its own right. Two units that move at each other therefore get arrows that part
like two lanes of a road, without either knowing of the other.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from frontend.board.geometry import Point

_BENDS = (0.16, 0.26, 0.08, -0.16, -0.26)
"""Curvatures of arrows, in the order in which they are tried; negative bends to the left."""

__all__ = ["Curve", "arrow_curve", "clear_curve", "through"]


@dataclass(frozen=True, slots=True)
class Curve:
    """A chain of cubic Bezier pieces: start point, then three points for each piece."""

    points: tuple[Point, ...]

    @property
    def pieces(self) -> int:
        return (len(self.points) - 1) // 3

    def at(self, share: float) -> Point:
        """The point after this share (0 to 1) of the curve."""
        return self._bezier(share)[0]

    def heading(self, share: float) -> float:
        """The direction of travel there, in degrees clockwise from due east, as SVG's rotate takes it."""
        dx, dy = self._bezier(share)[1]
        return math.degrees(math.atan2(dy, dx))

    def path(self) -> str:
        """SVG path data, one decimal."""
        start, *rest = self.points
        return f"M{_text(start)}C" + " ".join(_text(point) for point in rest)

    def trimmed(self, head: float, tail: float) -> "Curve":
        """Cut the first `head` and the last `tail` board units off; at least the middle half stays."""
        length = self.length()
        if length == 0:
            return self
        begin = min(head / length, 0.25)
        end = 1 - min(tail / length, 0.25)
        steps = 3 * self.pieces
        shares = [begin + (end - begin) * step / steps for step in range(steps + 1)]
        return through([self.at(share) for share in shares]) if self.pieces > 1 else self._cut(begin, end)

    def split(self) -> tuple["Curve", ...]:
        """The pieces of the curve, each as a curve of its own."""
        return tuple(Curve(self.points[3 * piece : 3 * piece + 4]) for piece in range(self.pieces))

    def length(self) -> float:
        """Length in board units, to about one percent."""
        steps = 8 * self.pieces
        points = [self.at(step / steps) for step in range(steps + 1)]
        return sum(math.dist(one, other) for one, other in pairwise(points))

    def _piece(self, share: float) -> tuple[tuple[Point, Point, Point, Point], float]:
        place = min(max(share, 0.0), 1.0) * self.pieces
        index = min(int(place), self.pieces - 1)
        a, b, c, d = self.points[3 * index : 3 * index + 4]
        return (a, b, c, d), place - index

    def _bezier(self, share: float) -> tuple[Point, Point]:
        (a, b, c, d), t = self._piece(share)
        ab, bc, cd = _mix(a, b, t), _mix(b, c, t), _mix(c, d, t)
        abc, bcd = _mix(ab, bc, t), _mix(bc, cd, t)
        return _mix(abc, bcd, t), (bcd[0] - abc[0], bcd[1] - abc[1])

    def _cut(self, begin: float, end: float) -> "Curve":
        first, last = self.at(begin), self.at(end)
        scale = (end - begin) / 3
        return Curve((first, _step(first, self._speed(begin), scale), _step(last, self._speed(end), -scale), last))

    def _speed(self, share: float) -> Point:
        dx, dy = self._bezier(share)[1]
        return 3 * dx, 3 * dy


def arrow_curve(start: Point, end: Point, bend: float = 0.16) -> Curve:
    """From start to end, bent to the right by `bend` times the distance, at most 46 units."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    distance = math.hypot(dx, dy) or 1.0
    bow = math.copysign(min(abs(bend) * distance, 46.0), bend) * 4 / 3
    aside = (-dy / distance * bow, dx / distance * bow)
    one = (start[0] + dx / 3 + aside[0], start[1] + dy / 3 + aside[1])
    other = (start[0] + dx * 2 / 3 + aside[0], start[1] + dy * 2 / 3 + aside[1])
    return Curve((start, one, other, end))


def clear_curve(start: Point, end: Point, others: Sequence[Point], room: float, both_ways: bool = False) -> Curve:
    """The first arrow from start to end that keeps `room` units from the other points; if none does, the clearest.

    both_ways: somebody comes the other way, so only bends to the right are tried.
    """
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    reach = math.dist(start, end) / 2 + room
    near = [point for point in others if math.dist(point, middle) < reach and point not in (start, end)]
    best: tuple[float, Curve] | None = None
    for bend in _BENDS[: 3 if both_ways else None]:
        curve = arrow_curve(start, end, bend)
        spots = [curve.at(step / 10) for step in range(1, 10)]
        clearance = min((math.dist(spot, point) for spot in spots for point in near), default=room)
        if clearance >= room:
            return curve
        if best is None or clearance > best[0] + 1:
            best = clearance, curve
    return best[1] if best is not None else arrow_curve(start, end)


def through(points: Sequence[Point]) -> Curve:
    """A smooth curve through all the points (Catmull-Rom). At least two points."""
    padded = [points[0], *points, points[-1]]
    chain: list[Point] = [points[0]]
    for before, here, there, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        chain += [
            (here[0] + (there[0] - before[0]) / 6, here[1] + (there[1] - before[1]) / 6),
            (there[0] - (after[0] - here[0]) / 6, there[1] - (after[1] - here[1]) / 6),
            there,
        ]
    return Curve(tuple(chain))


def _mix(one: Point, other: Point, t: float) -> Point:
    return one[0] + (other[0] - one[0]) * t, one[1] + (other[1] - one[1]) * t


def _step(point: Point, speed: Point, scale: float) -> Point:
    return point[0] + speed[0] * scale, point[1] + speed[1] * scale


def _text(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"
