"""Lands and seas as one coverage: no gap, no overlap, every border shared by exactly two."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from tools.cartography.lands import Lands
from tools.cartography.projection import Projection
from tools.cartography.shapes import GRID, less, longest_border, polygons, smoothed, together

__all__ = ["STRAIT", "make_coverage"]

STRAIT = "~"
"""Marks the faces of a coverage that are a province's water: `CON~`."""

_SPECK_KM2 = 80
"""Islets in a strait count as its water, puddles as its land."""


def make_coverage(recipe: Mapping[str, Any], lands: Lands, projection: Projection) -> dict[str, BaseGeometry]:
    """Faces by code, in bent kilometres, simplified together: provinces, `x`-codes, and `~`-codes for straits.

    Raises ValueError if a seed lies in no water or the faces are not a coverage.
    """
    window = shapely.box(*projection.window)
    lands_here = dict(lands.faces)
    seas = _seas(recipe, lands_here, window, projection)
    whole = {**lands_here, **seas}
    lines = shapely.union_all(
        [shape.boundary for shape in whole.values()] + [lands.straits.boundary, window.boundary], grid_size=GRID
    )
    names = list(whole)
    tree = shapely.STRtree([whole[name] for name in names])
    faces: dict[str, list[Polygon]] = defaultdict(list)
    for face in polygons(shapely.polygonize([lines])):
        inside = face.representative_point()
        hits = tree.query(inside, predicate="intersects")
        code = names[int(hits[0])] if len(hits) else names[int(tree.nearest(inside))]
        wet = code in recipe["straits"] and lands.straits.contains(inside)
        faces[code + STRAIT if wet else code].append(face)
    merged = _without_specks({code: shapely.coverage_union_all(found) for code, found in faces.items()}, recipe)
    codes = list(merged)
    exact = [merged[code] for code in codes]
    if not shapely.coverage_is_valid(exact):
        raise ValueError("the faces are not a coverage")
    simple = shapely.coverage_simplify(exact, recipe["simplify_km"])
    if not shapely.coverage_is_valid(simple):
        raise ValueError("simplifying broke the coverage")
    return dict(zip(codes, simple, strict=True))


def _without_specks(faces: dict[str, BaseGeometry], recipe: Mapping[str, Any]) -> dict[str, BaseGeometry]:
    """Every face in one piece, but for provinces with straits; what comes off goes to the best neighbour."""
    kept: dict[str, list[Polygon]] = {}
    loose: list[tuple[str, Polygon]] = []
    for code, shape in faces.items():
        parts = sorted(polygons(shape), key=lambda part: -part.area)
        least = _SPECK_KM2 if code.removesuffix(STRAIT) in recipe["straits"] else parts[0].area
        kept[code] = [part for part in parts if part.area >= least]
        loose += [(code, part) for part in parts if part.area < least]
    whole = {code: shapely.coverage_union_all(parts) for code, parts in kept.items()}
    for code, part in loose:
        base = code.removesuffix(STRAIT)
        family = {other: whole[other] for other in (base, base + STRAIT) if other in whole and other != code}
        home = longest_border(part, family) or longest_border(part, whole) or base
        kept[home].append(part)
    return {code: shapely.coverage_union_all(parts) for code, parts in kept.items()}


def _seas(
    recipe: Mapping[str, Any], lands: dict[str, BaseGeometry], window: Polygon, projection: Projection
) -> dict[str, BaseGeometry]:
    """Cut the water along the sea lines and name the faces.

    Pools that belong to no sea are added to the lands.
    """
    water = less(window, together(lands.values()))
    lines = [shapely.transform(smoothed(line["lonlat"]), projection.to_km) for line in recipe["sea_lines"]]
    noded = shapely.union_all([water.boundary, *lines], grid_size=GRID)
    faces = [face for face in polygons(shapely.polygonize([noded])) if water.contains(face.representative_point())]
    seeds = {code: entry["seed"] for code, entry in recipe["provinces"].items() if "seed" in entry}
    found = {code: _face_at(seed, faces, projection) for code, seed in seeds.items()}
    lakes = [(lake["sea"], _face_at(lake["lonlat"], faces, projection)) for lake in recipe["lakes"]]
    seas = dict(found)
    for sea, lake in lakes:
        if not lake.equals(found[sea]):
            seas[sea] = together([seas[sea], lake])
    known = [*found.values(), *(lake for _, lake in lakes)]
    for face in faces:
        if any(face.equals(other) for other in known):
            continue
        sea = longest_border(face, found)
        if sea is not None:
            seas[sea] = together([seas[sea], face])
        else:
            land = longest_border(face, lands) or min(lands, key=lambda code: lands[code].distance(face))
            lands[land] = together([lands[land], face])
    return seas


def _face_at(seed: list[float], faces: list[Polygon], projection: Projection) -> Polygon:
    place = Point(projection.to_km(np.array([seed], dtype=float))[0])
    for face in faces:
        if face.contains(place):
            return face
    raise ValueError(f"the seed {seed} lies in no water of the window")
