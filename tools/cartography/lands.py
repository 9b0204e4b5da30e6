"""From units to lands: who gets which polygon, Britain's cuts, filled straits and inlets, islands."""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import shapely
from shapely.geometry import Point, Polygon
from shapely.geometry.base import BaseGeometry

from tools.cartography.natural_earth import Units
from tools.cartography.projection import Projection
from tools.cartography.shapes import GRID, less, longest_border, polygons, roughened, smoothed, together

__all__ = ["Lands", "make_lands"]

Recipe = Mapping[str, Any]


class Lands:
    """The result of `make_lands`, in bent kilometres.

    `faces`: one polygon per province code, or `x`-code of barren land, water between its parts included. `straits`:
    water that counts as land. `islands`: scenery.
    """

    def __init__(self, faces: dict[str, BaseGeometry], straits: BaseGeometry, islands: list[Polygon]) -> None:
        self.faces = faces
        self.straits = straits
        self.islands = islands


def make_lands(recipe: Recipe, units: Units, projection: Projection) -> Lands:
    """Follow the recipe from the units to the lands.

    Raises KeyError for a unit that the data do not have.
    """
    bent = {
        country: {name: projection.bend(shape) for name, shape in names.items()} for country, names in units.items()
    }
    _cut_polygons(recipe, bent, projection)
    seeds: dict[str, Point] = {}
    parts = _assigned(recipe, bent, seeds, projection)
    scenery = [piece for shape in parts.pop("islands") for piece in polygons(shape)]
    parts.pop("dropped")
    britain = together(bent[recipe["cut_units"]["a3"]].values())
    for code, shape in _cut_by_lines(recipe, britain, seeds, projection).items():
        parts[code].append(shape)
    lands = {code: together(shapes) for code, shapes in parts.items()}
    straits = _fill_straits(recipe, lands, projection)
    _close_inlets(recipe, lands, projection)
    scenery += _largest_parts(lands, projection)
    coverage = together(lands.values())
    islands = polygons(less(together(scenery), coverage))
    return Lands(lands, straits, [island for island in islands if island.area >= recipe["least_island_km2"]])


def _takers(recipe: Recipe) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everybody who takes units, barren land marked by an `x`."""
    for code, entry in recipe["provinces"].items():
        for take in entry.get("units", ()):
            yield code, take
    for code, takes in recipe["impassable"].items():
        for take in takes:
            yield f"x{code}", take
    for scenery in ("islands", "dropped"):
        for take in recipe[scenery]:
            yield scenery, take


def _cut_polygons(recipe: Recipe, bent: Units, projection: Projection) -> None:
    """Split a unit in two: what lies in the polygon becomes a unit named `name (CODE)`."""
    for cut in recipe["cut_polygons"]:
        knife = projection.bend(Polygon(cut["lonlat"]), step=0.1)
        whole = bent[cut["a3"]][cut["name"]]
        bent[cut["a3"]][f"{cut['name']} ({cut['to']})"] = shapely.intersection(whole, knife, grid_size=GRID)
        bent[cut["a3"]][cut["name"]] = less(whole, knife)


def _assigned(
    recipe: Recipe, bent: Units, seeds: dict[str, Point], projection: Projection
) -> dict[str, list[BaseGeometry]]:
    """Polygons by taker.

    Seeds of those who take by a cut are noted on the way.
    """
    parts: dict[str, list[BaseGeometry]] = defaultdict(list)
    named: dict[str, set[str]] = defaultdict(set)
    for cut in recipe["cut_polygons"]:
        named[cut["a3"]].add(f"{cut['name']} ({cut['to']})")
        parts[cut["to"]].append(bent[cut["a3"]][f"{cut['name']} ({cut['to']})"])
    for taker, take in _takers(recipe):
        if isinstance(take["take"], list):
            for name in take["take"]:
                named[take["a3"]].add(name)
                parts[taker].append(bent[take["a3"]][name])
    for taker, take in _takers(recipe):
        if take["take"] == "rest":
            rest = bent.get(take["a3"], {})
            parts[taker] += [shape for name, shape in rest.items() if name not in named[take["a3"]]]
        elif take["take"] == "cut" and "seed" in take:
            seeds[taker] = Point(projection.to_km(np.array([take["seed"]], dtype=float))[0])
    return parts


def _cut_by_lines(
    recipe: Recipe, whole: BaseGeometry, seeds: Mapping[str, Point], projection: Projection
) -> dict[str, BaseGeometry]:
    """Cut Britain along its lines; each face goes to the seed inside it, a face without one to its best neighbour."""
    chance = random.Random(1901)
    lines = [roughened(smoothed(line["lonlat"]), chance) for line in recipe["cut_lines"]]
    bent = [shapely.transform(line, projection.to_km) for line in lines]
    noded = shapely.union_all([whole.boundary, *bent], grid_size=GRID)
    faces = [face for face in polygons(shapely.polygonize([noded])) if whole.contains(face.representative_point())]
    named = {code: [face for face in faces if face.contains(seed)] for code, seed in seeds.items()}
    owned = {code: found[0] for code, found in named.items()}
    kept = dict(owned)
    for face in faces:
        if not any(face.equals(own) for own in owned.values()):
            code = longest_border(face, owned) or min(owned, key=lambda one: owned[one].distance(face))
            kept[code] = together([kept[code], face])
    return kept


def _fill_straits(recipe: Recipe, lands: dict[str, BaseGeometry], projection: Projection) -> BaseGeometry:
    """Give a province the water between its parts, so that the rules and the picture agree on what touches."""
    filled = []
    for code, fill in recipe["straits"].items():
        others = together(shape for other, shape in lands.items() if other != code)
        water = [projection.bend(Polygon(box), step=0.1) for box in fill["boxes"]]
        if fill["close_km"]:
            closed = lands[code].buffer(fill["close_km"]).buffer(-fill["close_km"])
            avoid = fill["except"]
            centre = Point(projection.to_km(np.array([avoid["lonlat"]]))[0])
            water.append(less(closed, centre.buffer(avoid["radius_km"])))
        strait = less(less(together(water), others), lands[code])
        filled.append(strait)
        lands[code] = together([lands[code], strait])
    return together(filled)


def _close_inlets(recipe: Recipe, lands: dict[str, BaseGeometry], projection: Projection) -> None:
    """Fill fjords and gaps between skerries; each filled piece goes to the land that holds most of its shore."""
    reach = recipe["close_inlets_km"]
    everything = together(lands.values())
    discs = [
        Point(projection.to_km(np.array([keep["lonlat"]]))[0]).buffer(keep["radius_km"]) for keep in recipe["keep_open"]
    ]
    filled = less(less(everything.buffer(reach).buffer(-reach), everything), shapely.union_all(discs))
    pieces: dict[str, list[BaseGeometry]] = defaultdict(list)
    for piece in polygons(filled):
        code = longest_border(piece, lands)
        if code is not None:
            pieces[code].append(piece)
    for code, shapes in pieces.items():
        lands[code] = together([lands[code], *shapes])


def _largest_parts(lands: dict[str, BaseGeometry], projection: Projection) -> list[Polygon]:
    """Keep one polygon per land.

    A smaller part goes to the land it touches; the rest are islands.
    """
    window = shapely.box(*projection.window)
    loose: list[tuple[str, Polygon]] = []
    for code, shape in lands.items():
        parts = sorted(polygons(shapely.intersection(shape, window, grid_size=GRID)), key=lambda part: -part.area)
        lands[code] = parts[0]
        loose += [(code, part) for part in parts[1:]]
    islands = []
    for code, part in loose:
        neighbour = longest_border(part, {other: shape for other, shape in lands.items() if other != code})
        if neighbour is None:
            islands.append(part)
        else:
            lands[neighbour] = together([lands[neighbour], part])
    return islands
