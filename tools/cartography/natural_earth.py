"""Reading the polygons of Natural Earth's admin-1 units out of a GeoPackage, with sqlite3 alone."""

import sqlite3
from collections import defaultdict
from pathlib import Path
from typing import TypeAlias

import shapely
from shapely.geometry.base import BaseGeometry

__all__ = ["Units", "read_units"]

Units: TypeAlias = dict[str, dict[str, BaseGeometry]]
"""Polygons in lon/lat by country (adm0_a3) and unit name."""

_ENVELOPE_BYTES = (0, 32, 48, 48, 64)
_NEIGHBOURHOOD = shapely.box(-45, 20, 85, 82)


def read_units(path: Path) -> Units:
    """All units that reach into Europe's neighbourhood, cut to it.

    Pieces that share country and name are joined.
    """
    pieces: dict[str, dict[str, list[BaseGeometry]]] = defaultdict(lambda: defaultdict(list))
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        for country, name, blob in database.execute("SELECT adm0_a3, name, geom FROM states_provinces"):
            outline = shapely.make_valid(shapely.from_wkb(_well_known_bytes(blob)))
            if outline.intersects(_NEIGHBOURHOOD):
                pieces[country][name or ""].append(outline.intersection(_NEIGHBOURHOOD))
    return {
        country: {name: shapely.union_all(parts) for name, parts in names.items()} for country, names in pieces.items()
    }


def _well_known_bytes(blob: bytes) -> bytes:
    """A GeoPackage geometry without its header, whose length the flags in its fourth byte tell."""
    envelope = (blob[3] >> 1) & 7
    return blob[8 + _ENVELOPE_BYTES[envelope] :]
