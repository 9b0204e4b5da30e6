"""`python -m tools.cartography world_map.gpkg` writes `frontend/board/geometry.json`."""

import argparse
import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import shapely
from shapely.geometry import LineString
from shapely.geometry.base import BaseGeometry

from adjudication.board import STANDARD
from tools.cartography.coverage import STRAIT, make_coverage
from tools.cartography.lands import Lands, make_lands
from tools.cartography.lettering import in_lines, text_width
from tools.cartography.natural_earth import read_units
from tools.cartography.outlines import board_faces, borders, line_data, ring_data
from tools.cartography.placing import (
    Cluster,
    Raster,
    Spot,
    place_all,
    place_coast,
    place_long_label,
)
from tools.cartography.projection import Projection
from tools.cartography.shapes import polygons, smoothed

LAND_SIZE, SEA_SIZE, LONG_SIZE, SEA_SPACING = 16.0, 15.0, 13.0, 0.8
LINE_HEIGHT, LONG_LEADING = 12.0, 13.0
GEOMETRY = Path(__file__).parents[2] / "frontend" / "board" / "geometry.json"
SEAS = frozenset(code for code, facts in STANDARD.provinces.items() if facts.kind == "sea")


def main() -> None:
    """Build, place, write; say what happens."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("gpkg", type=Path, help="world_map.gpkg of the Debian package qgis-common")
    parser.add_argument("--out", type=Path, default=GEOMETRY)
    options = parser.parse_args()
    recipe = json.loads(files("tools.cartography").joinpath("recipe.json").read_text(encoding="utf-8"))
    projection = Projection.from_recipe(recipe["projection"])
    print("Reading the world and joining its units to lands")
    lands = make_lands(recipe, read_units(options.gpkg), projection)
    print("Cutting the seas, making one coverage of everything")
    coverage = make_coverage(recipe, lands, projection)
    print("Looking for places for tokens and names")
    geometry = assemble(recipe, lands, coverage, projection)
    options.out.write_text(as_text(geometry), encoding="utf-8")
    print(f"Wrote {options.out}, {options.out.stat().st_size // 1024} KiB")


def assemble(
    recipe: dict[str, Any], lands: Lands, coverage: dict[str, BaseGeometry], projection: Projection
) -> dict[str, Any]:
    """Everything `geometry.json` holds."""
    faces = board_faces(coverage, projection)
    whole = {
        code: shapely.coverage_union_all([coverage[part] for part in (code, code + STRAIT) if part in coverage])
        for code in STANDARD.provinces
    }
    shapes = board_faces(whole, projection)
    dry = {
        code: max(polygons(faces[code]), key=lambda part: part.area)
        for code, strait in recipe["straits"].items()
        if strait["dry"]
    }
    lines = borders(faces, SEAS)
    islands = shapely.transform(shapely.simplify(shapely.multipolygons(lands.islands), 2), projection.to_board)
    return {
        "width": projection.width,
        "height": projection.height,
        "provinces": _places(recipe, shapes, {**shapes, **dry}, projection),
        "tones": _tones(lines["sea"], faces),
        "land_borders": line_data(lines["land"]),
        "sea_borders": line_data(lines["sea"]),
        "coast": line_data(lines["coast"]),
        "impassable": ring_data(part for code in faces if code[0] == "x" for part in polygons(faces[code])),
        "islands": ring_data(polygons(islands)),
        "straits": ring_data(part for code in faces if code.endswith(STRAIT) for part in polygons(faces[code])),
        "canals": line_data(_line(canal, projection) for canal in recipe["canals"]),
        "links": "".join(_two_way(_line(link, projection)) for link in recipe["links"]),
    }


def _line(entry: dict[str, Any], projection: Projection) -> LineString:
    line = shapely.transform(smoothed(entry["lonlat"], steps=4), projection.to_km)
    return LineString(projection.to_board(shapely.get_coordinates(line)))


def _two_way(line: LineString, head: float = 4.5) -> str:
    """A line with an open arrow head at both ends."""
    points = shapely.get_coordinates(line)
    data = line_data([line])
    for tip, other in ((points[0], points[-1]), (points[-1], points[0])):
        back = (other - tip) / np.hypot(*(other - tip)) * head
        aside = np.array([-back[1], back[0]]) * 0.7
        data += line_data([LineString([tip + back + aside, tip, tip + back - aside])])
    return data


def _spot(lonlat: list[float], projection: Projection) -> Spot:
    x, y = projection.to_board(projection.to_km(np.array([lonlat], dtype=float)))[0]
    return round(x), round(y)


def _places(
    recipe: dict[str, Any],
    shapes: dict[str, BaseGeometry],
    firm: dict[str, BaseGeometry],
    projection: Projection,
) -> dict[str, Any]:
    """Outline and places by province; `firm` are the shapes to place things in, dry land where there are straits."""
    raster = Raster(int(projection.width), int(projection.height))
    sizes = {code: _code_size(code) for code in shapes}
    hints = {code: _spot(lonlat, projection) for code, lonlat in recipe["hints"].items()}
    reserved = [(_spot(canal["lonlat"][2], projection), (8.0, 8.0)) for canal in recipe["canals"]]
    clusters = place_all(firm, sizes, STANDARD.centers, hints, raster=raster, reserved=reserved)
    sea = raster.mask(shapely.union_all([shapes[code] for code in SEAS]))
    provinces: dict[str, Any] = {}
    for code in sorted(shapes):
        cluster = clusters[code]
        provinces[code] = {
            "path": ring_data(polygons(shapes[code])),
            "unit": list(cluster.unit),
            "dislodged": list(cluster.beaten),
            "label": list(cluster.label),
            "label_box": [round(side, 1) for side in sizes[code]],
            "center": list(cluster.center) if cluster.center else None,
            "coasts": {},
        }
        for coast, wish in recipe["coasts"].get(code, {}).items():
            unit, beaten, label = place_coast(
                raster.mask(shapes[code]),
                sea,
                raster,
                cluster,
                (sizes[code][0] / 2, sizes[code][1] / 2),
                unit=_spot(wish["unit"], projection),
                label=_spot(wish["label"], projection),
            )
            provinces[code]["coasts"][coast] = {"unit": list(unit), "dislodged": list(beaten), "label": list(label)}
    _long_labels(provinces, clusters, shapes, raster)
    return provinces


def _long_labels(
    provinces: dict[str, Any], clusters: dict[str, Cluster], shapes: dict[str, BaseGeometry], raster: Raster
) -> None:
    raster.taken[:] = False
    for cluster in clusters.values():
        raster.take_marks(cluster)
    for code in sorted(shapes, key=lambda code: shapes[code].area):
        rows = in_lines(STANDARD.provinces[code].name)
        italic = code in SEAS
        width = max(text_width(row, LONG_SIZE, italic) for row in rows)
        box = width + 2, LONG_LEADING * len(rows)
        spot = place_long_label(raster.mask(shapes[code]), raster, clusters[code], box)
        provinces[code] |= {"long_label": list(spot), "long_lines": list(rows), "long_box": [round(s, 1) for s in box]}


def _code_size(code: str) -> tuple[float, float]:
    if code in SEAS:
        return text_width(code, SEA_SIZE, True, SEA_SPACING) + 2, LINE_HEIGHT
    return text_width(code.capitalize(), LAND_SIZE) + 2, LINE_HEIGHT


def _tones(lines: list[LineString], faces: dict[str, BaseGeometry]) -> dict[str, int]:
    """A tone out of three for each sea so that no two neighbours share one, those with most neighbours first."""
    beside: dict[str, set[str]] = {code: set() for code in SEAS}
    for line in lines:
        pair = [code for code in SEAS if faces[code].distance(line) < 0.01 and faces[code].boundary.intersects(line)]
        for code in pair:
            beside[code] |= {other for other in pair if other != code}
    tones: dict[str, int] = {}
    for code in sorted(SEAS, key=lambda code: (-len(beside[code]), code)):
        used = {tones[other] for other in beside[code] if other in tones}
        tones[code] = min({0, 1, 2} - used, default=0)
    return dict(sorted(tones.items()))


def as_text(geometry: dict[str, Any]) -> str:
    """JSON with a line for each province, so that a change shows where it is."""
    places = geometry["provinces"].items()
    provinces = ",\n".join(f"{json.dumps(code)}: {json.dumps(entry)}" for code, entry in places)
    others = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in geometry.items() if key != "provinces"]
    rest = ",\n".join(others)
    return f'{{\n{rest},\n"provinces": {{\n{provinces}\n}}\n}}\n'


if __name__ == "__main__":
    main()
