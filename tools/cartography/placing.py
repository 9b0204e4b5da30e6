"""Search positions for tokens, labels and dots.

Each province gets a cluster: a token, its label and, on a center, a dot, with room for a smaller dislodged
token. At the size of 1 all of it must lie inside the province and nothing may touch. Clusters grow by up to
`GROWN` on a small screen; among the places that are right the search takes one that is right, or least
wrong, at that size too. Everything is done on a raster of one board unit.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import cos, pi, sin

import numpy as np
import shapely
from numpy.typing import NDArray
from scipy import ndimage
from shapely.geometry.base import BaseGeometry

__all__ = ["Cluster", "Raster", "Spot", "place_all", "place_coast", "place_long_label"]

Mask = NDArray[np.bool_]
Spot = tuple[int, int]
Half = tuple[float, float]

GROWN = 1.35
TOKEN = (15.5, 15.5)
BEATEN = (11.5, 11.5)
DOT = (6.5, 6.5)
COAST_LABEL = (9.0, 5.5)
"""Half width and half height of what is placed, in board units, a little air included."""


@dataclass
class Cluster:
    """Places relative to `unit`, which is absolute."""

    unit: Spot
    label: Spot
    beaten: Spot
    center: Spot | None
    score: float = 0.0


@dataclass
class Raster:
    """The board as pixels, and what is taken already by grown clusters."""

    width: int
    height: int
    taken: Mask = field(init=False)

    def __post_init__(self) -> None:
        self.taken = np.zeros((self.height, self.width), dtype=bool)

    def mask(self, shape: BaseGeometry) -> Mask:
        """True where a pixel's middle lies inside the shape."""
        found = np.zeros((self.height, self.width), dtype=bool)
        left, top, right, bottom = (int(edge) for edge in shape.bounds)
        xs = np.arange(max(left, 0), min(right + 2, self.width))
        ys = np.arange(max(top, 0), min(bottom + 2, self.height))
        grid_x, grid_y = np.meshgrid(xs, ys)
        found[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1] = shapely.contains_xy(shape, grid_x, grid_y)
        return found

    def take(self, spot: tuple[float, float], half: Half, scale: float) -> None:
        """Mark a box as taken."""
        x, y = spot
        w, h = half[0] * scale, half[1] * scale
        self.taken[max(int(y - h), 0) : int(y + h) + 1, max(int(x - w), 0) : int(x + w) + 1] = True

    def take_marks(self, cluster: Cluster) -> None:
        """Mark a cluster's token and dot as taken, grown."""
        self.take(cluster.unit, TOKEN, GROWN)
        if cluster.center is not None:
            self.take(_grown(cluster.unit, cluster.center), DOT, GROWN)


def fits(mask: Mask, half: Half) -> Mask:
    """True where a box of this half size, centered there, lies wholly within the mask."""
    size = (2 * int(np.ceil(half[1])) + 1, 2 * int(np.ceil(half[0])) + 1)
    lowest: Mask = ndimage.minimum_filter(mask.astype(np.uint8), size=size, mode="constant", cval=0).astype(bool)
    return lowest


def place_all(
    shapes: Mapping[str, BaseGeometry],
    label_sizes: Mapping[str, tuple[float, float]],
    centers: Iterable[str],
    hints: Mapping[str, Spot],
    *,
    raster: Raster,
    reserved: Sequence[tuple[Spot, Half]] = (),
) -> dict[str, Cluster]:
    """A cluster for every province, the most cramped first.

    Raises ValueError if one has no right place.
    """
    for spot, half in reserved:
        raster.take(spot, half, 1.0)
    masks = {code: raster.mask(shape) for code, shape in shapes.items()}
    room = {code: float(ndimage.distance_transform_edt(mask).max()) for code, mask in masks.items()}
    dotted = set(centers)
    clusters = {}
    for code in sorted(shapes, key=lambda code: room[code] - (6 if code in dotted else 0)):
        half = label_sizes[code][0] / 2, label_sizes[code][1] / 2
        cluster = _best(masks[code], half, code in dotted, hints.get(code), raster)
        if cluster is None:
            raise ValueError(f"{code} has no room for a token, its label and a dislodged unit")
        clusters[code] = cluster
        _take(cluster, half, raster)
    return clusters


def _take(cluster: Cluster, half: Half, raster: Raster) -> None:
    raster.take_marks(cluster)
    raster.take(_grown(cluster.unit, cluster.label), half, GROWN)


def _grown(unit: Spot, offset: Spot) -> tuple[float, float]:
    return unit[0] + offset[0] * GROWN, unit[1] + offset[1] * GROWN


def _best(mask: Mask, half: Half, dotted: bool, hint: Spot | None, raster: Raster) -> Cluster | None:
    rows, columns = np.nonzero(mask)
    pad = 90
    top, left = max(rows.min() - pad, 0), max(columns.min() - pad, 0)
    view = slice(top, rows.max() + pad), slice(left, columns.max() + pad)
    inside, free = mask[view], ~raster.taken[view]
    deep = ndimage.distance_transform_edt(np.pad(inside, 1))[1:-1, 1:-1]
    base = np.minimum(deep, 45) / 45 + 0.8 * deep / deep.max()
    if hint is not None:
        ys, xs = np.indices(inside.shape)
        away = np.hypot(xs + left - hint[0], ys + top - hint[1])
        base = base + 3 * np.exp(-((away / 30) ** 2)) - away / 150
    sizes = {"token": TOKEN, "label": half, "beaten": BEATEN, "dot": DOT}
    right = {name: fits(inside, size) for name, size in sizes.items() if name != "token"}
    right["token"] = deep > TOKEN[0] - 1
    grown = {name: (size[0] * GROWN, size[1] * GROWN) for name, size in sizes.items()}
    clear = {name: fits(free, size) for name, size in grown.items()}
    roomy = {name: fits(inside, size) for name, size in grown.items()}
    best: Cluster | None = None
    for label, dot, liking in _layouts(half, dotted):
        parts: list[tuple[str, Spot]] = [("token", (0, 0)), ("label", label)]
        parts += [("dot", dot)] if dot is not None else []
        if best is not None and best.score >= base.max() + liking + 3.3 * len(parts) + 0.3:
            continue
        possible = np.logical_and.reduce([_shifted(right[name], offset) for name, offset in parts])
        if not possible.any():
            continue
        score = base + liking
        for name, offset in parts:
            far = round(offset[0] * GROWN), round(offset[1] * GROWN)
            score = score + 2.5 * _shifted(clear[name], far) + 0.8 * _shifted(roomy[name], far)
        for beaten in _beaten_spots(label, half, dot):
            here = possible & _shifted(right["beaten"], beaten)
            if not here.any():
                continue
            rated = np.where(here, score + 0.3 * _shifted(clear["beaten"], beaten), -np.inf)
            y, x = np.unravel_index(int(rated.argmax()), rated.shape)
            if best is None or rated[y, x] > best.score:
                best = Cluster((int(x + left), int(y + top)), label, beaten, dot, float(rated[y, x]))
    return best


def _shifted(mask: Mask, offset: Spot) -> Mask:
    """The mask at each pixel plus the offset; False beyond the edge."""
    dx, dy = offset
    height, width = mask.shape
    moved = np.zeros_like(mask)
    ys, xs = slice(max(-dy, 0), min(height - dy, height)), slice(max(-dx, 0), min(width - dx, width))
    source_ys, source_xs = slice(max(dy, 0), min(height + dy, height)), slice(max(dx, 0), min(width + dx, width))
    moved[ys, xs] = mask[source_ys, source_xs]
    return moved


def _layouts(half: Half, dotted: bool) -> Iterable[tuple[Spot, Spot | None, float]]:
    """Places of label and dot about a token, each with how much it is liked: label below, dot above is best."""
    w, h = half
    gap = TOKEN[1] + h + 1
    beside = TOKEN[0] + w + 1
    labels: list[tuple[Spot, float]] = [((0, round(gap)), 0.9), ((0, -round(gap)), 0.6)]
    labels += [((side * round(beside), dy), 0.45 - abs(dy) / 60) for side in (1, -1) for dy in (0, 6, -6)]
    labels += [
        ((side * round(w * share), up * round(gap)), 0.4 + (0.1 if up > 0 else 0))
        for side, up, share in product((1, -1), (1, -1), (0.35, 0.7))
    ]
    for label, liking in labels:
        if not dotted:
            yield label, None, liking
            continue
        for step in range(16):
            angle = step * pi / 8
            reach = TOKEN[0] + DOT[0]
            dot = round(reach * cos(angle)), round(reach * sin(angle))
            if not _touch(dot, DOT, label, half):
                yield label, dot, liking + (0.35 if step == 12 else 0.25 if step == 4 else 0)
        side_dot = label[0] + round(w + DOT[0]), label[1]
        if not _touch(side_dot, DOT, (0, 0), TOKEN):
            yield label, side_dot, liking + 0.1


def _beaten_spots(label: Spot, half: Half, dot: Spot | None) -> Iterable[Spot]:
    """Places of a dislodged token: around the token, clear of label and dot."""
    for distance, step in product((27, 31, 36), range(16)):
        angle = step * pi / 8 - pi / 4
        spot = round(distance * cos(angle)), round(distance * sin(angle))
        if not _touch(spot, BEATEN, label, half) and (dot is None or not _touch(spot, BEATEN, dot, DOT)):
            yield spot


def _touch(one: Spot, half: Half, other: Spot, half_other: Half) -> bool:
    return abs(one[0] - other[0]) < half[0] + half_other[0] and abs(one[1] - other[1]) < half[1] + half_other[1]


def place_coast(
    land: Mask, sea: Mask, raster: Raster, cluster: Cluster, label_half: Half, *, unit: Spot, label: Spot
) -> tuple[Spot, Spot, Spot]:
    """Token, dislodged token (relative to it) and coast label (absolute), as near to the wished spots as is right.

    The token keeps clear of the province's label and dot, not of its token: only one of them is ever there.
    """
    open_land = land.copy()
    fixed = [(cluster.label, label_half)]
    fixed += [(cluster.center, DOT)] if cluster.center is not None else []
    for (dx, dy), (w, h) in fixed:
        x, y = cluster.unit[0] + dx, cluster.unit[1] + dy
        open_land[int(y - h) : int(y + h) + 1, int(x - w) : int(x + w) + 1] = False
    token = fits(open_land, (TOKEN[0] - 1, TOKEN[1] - 1))
    small = fits(open_land, BEATEN)
    best: tuple[float, Spot, Spot] | None = None
    for distance, step in product((27, 31, 36), range(16)):
        angle = step * pi / 8 - pi / 4
        beaten = round(distance * cos(angle)), round(distance * sin(angle))
        spot, away = _nearest(token & _shifted(small, beaten), unit)
        if spot is not None and (best is None or away < best[0] - 0.5):
            best = away, spot, beaten
    free = sea & ~raster.taken
    place, _ = _nearest(fits(free, COAST_LABEL), label)
    if best is None or place is None:
        raise ValueError(f"no room for a coast near {unit}")
    raster.take(place, COAST_LABEL, 1.0)
    return best[1], best[2], place


def _nearest(mask: Mask, spot: Spot) -> tuple[Spot | None, float]:
    ys, xs = np.nonzero(mask)
    if not len(ys):
        return None, np.inf
    away = np.hypot(xs - spot[0], ys - spot[1])
    index = int(away.argmin())
    return (int(xs[index]), int(ys[index])), float(away[index])


def place_long_label(mask: Mask, raster: Raster, cluster: Cluster, size: tuple[float, float]) -> Spot:
    """Place a full name, relative to the token.

    Clear of every token, dot and name, as far inside as may be.
    """
    half = size[0] / 2, size[1] / 2
    own = [((0, 0), TOKEN)] + ([(cluster.center, DOT)] if cluster.center is not None else [])
    best: tuple[float, Spot] = (-np.inf, (0, 0))
    for dx, dy in product(range(-72, 73, 4), range(-60, 61, 3)):
        if any(_touch((dx, dy), half, spot, box) for spot, box in own):
            continue
        x, y = cluster.unit[0] + dx, cluster.unit[1] + dy
        if not (half[0] + 3 < x < raster.width - half[0] - 3 and half[1] + 3 < y < raster.height - half[1] - 3):
            continue
        box = slice(int(y - half[1]), int(y + half[1]) + 1), slice(int(x - half[0]), int(x + half[0]) + 1)
        score = 3 * mask[box].mean() - 12 * raster.taken[box].mean() - (abs(dx) * 1.3 + abs(dy)) / 60 + (dy > 0) * 0.2
        if score > best[0]:
            best = score, (dx, dy)
    raster.take((cluster.unit[0] + best[1][0], cluster.unit[1] + best[1][1]), half, 1.0)
    return best[1]
