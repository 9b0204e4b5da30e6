"""From the coverage to what the pen draws: outlines, and every border once."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry import LineString, Polygon
from shapely.geometry.base import BaseGeometry

from tools.cartography.coverage import STRAIT
from tools.cartography.projection import Projection
from tools.cartography.shapes import polygons

__all__ = ["board_faces", "borders", "line_data", "ring_data"]

Corner = tuple[float, ...]
Segment = tuple[tuple[float, float], tuple[float, float]]


def board_faces(coverage: Mapping[str, BaseGeometry], projection: Projection) -> dict[str, BaseGeometry]:
    """The faces in board units, every coordinate rounded to a tenth; still a coverage."""
    faces = {}
    for code, shape in coverage.items():
        moved = shapely.transform(shape, lambda km: np.round(projection.to_board(km), 1) + 0.0)
        parts = [_without_spikes(part) for part in polygons(moved) if part.area > 0]
        faces[code] = shapely.multipolygons(parts)
    return faces


def _without_spikes(polygon: Polygon) -> Polygon:
    """Rounding can press a narrow tongue into a line that runs forth and back; such lines are taken out."""
    return Polygon(_unspiked(polygon.exterior.coords), [_unspiked(ring.coords) for ring in polygon.interiors])


def _unspiked(coordinates: Iterable[Corner]) -> list[Corner]:
    """The ring without its spikes; a second round, begun elsewhere, finds those at the ring's first point."""
    corners = list(coordinates)[:-1]
    for _ in range(2):
        kept: list[Corner] = []
        for corner in corners:
            kept.append(corner)
            while len(kept) > 1 and (kept[-1] == kept[-2] or (len(kept) > 2 and kept[-1] == kept[-3])):
                del kept[-1 if kept[-1] == kept[-2] else -2 :]
        corners = kept[len(kept) // 2 :] + kept[: len(kept) // 2]
    return [*corners, corners[0]]


def borders(faces: Mapping[str, BaseGeometry], seas: frozenset[str]) -> dict[str, list[LineString]]:
    """All lines between faces by kind: `land`, `sea`, `coast`; the mouths of straits and the frame are left out."""
    owners: dict[Segment, list[str]] = defaultdict(list)
    for code, shape in faces.items():
        for start, end in _segments(shape):
            owners[(start, end) if start < end else (end, start)].append(code)
    kinds: dict[str, list[Segment]] = defaultdict(list)
    for segment, codes in owners.items():
        if len(codes) == 2:
            kinds[_kind(codes, seas)].append(segment)
    kinds.pop("mouth", None)
    return {kind: _joined(segments) for kind, segments in kinds.items()}


def _kind(codes: list[str], seas: frozenset[str]) -> str:
    wet = [code in seas or code.endswith(STRAIT) for code in codes]
    if all(wet):
        return "sea" if set(codes) <= seas else "mouth"
    return "coast" if any(wet) else "land"


def _segments(shape: BaseGeometry) -> Iterable[Segment]:
    for polygon in polygons(shape):
        for ring in (polygon.exterior, *polygon.interiors):
            points = list(ring.coords)
            yield from ((one, other) for one, other in pairwise(points) if one != other)


def _joined(segments: list[Segment]) -> list[LineString]:
    return [
        part
        for part in shapely.get_parts(shapely.line_merge(shapely.multilinestrings([list(pair) for pair in segments])))
        if isinstance(part, LineString)
    ]


def ring_data(shapes: Iterable[Polygon]) -> str:
    """SVG path data of polygons."""
    return "".join(
        _data(list(ring.coords)[:-1], "z") for polygon in shapes for ring in (polygon.exterior, *polygon.interiors)
    )


def line_data(lines: Iterable[LineString]) -> str:
    """SVG path data of lines; one that ends where it starts is closed."""
    return "".join(
        _data(list(line.coords)[:-1], "z") if line.is_ring else _data(list(line.coords), "") for line in lines
    )


def _data(points: list[tuple[float, float]], end: str) -> str:
    """An absolute start and relative steps, in tenths, written as short as SVG allows."""
    tenths = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [(u - x, v - y) for (x, y), (u, v) in pairwise(tenths)]
    numbers = [_number(value) for step in steps if step != (0, 0) for value in step]
    start = _packed([_number(value) for value in tenths[0]])
    return f"M{start}l{_packed(numbers)}{end}" if numbers else ""


def _number(tenths: int) -> str:
    sign = "-" if tenths < 0 else ""
    whole, rest = divmod(abs(tenths), 10)
    return f"{sign}{whole or ('' if rest else '0')}" + (f".{rest}" if rest else "")


def _packed(numbers: list[str]) -> str:
    text = ""
    fraction = False
    for number in numbers:
        free = not text or number.startswith("-") or (number.startswith(".") and fraction)
        text += number if free else f" {number}"
        fraction = "." in number
    return text
