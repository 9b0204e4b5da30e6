"""The drawn board: outlines and places of things, read from the committed `geometry.json`.

All numbers are board units: the picture is `width` by `height` of them, x to the right, y down. The
file is made by `tools/cartography`; nothing here knows how.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from adjudication.board import Province, Region, UnitKind, province_of

__all__ = ["GEOMETRY", "CoastPlaces", "Geometry", "Point", "ProvincePlaces"]

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CoastPlaces:
    """Places on one coast of a split province.

    Its fleet's token, its small label, and the offset of a dislodged fleet.
    """

    unit: Point
    dislodged: Point
    label: Point


@dataclass(frozen=True, slots=True)
class ProvincePlaces:
    """Outline and places of one province.

    path: SVG path data of the outline. unit: middle of the token. Everything else is told by its distance from
    there: dislodged, the token of a dislodged unit; label, the code's middle; long_label, the middle of the
    name in its lines; center, the supply center's dot, if there is one. The boxes are width and height of
    the names at their normal size.
    """

    path: str
    unit: Point
    dislodged: Point
    label: Point
    label_box: Point
    long_label: Point
    long_lines: tuple[str, ...]
    long_box: Point
    center: Point | None
    coasts: Mapping[str, CoastPlaces]


@dataclass(frozen=True, slots=True)
class Geometry:
    """The whole drawn board.

    seas gives each sea one of three tones so that neighbours differ. The remaining strings are path
    data: borders between lands, borders between seas, the coast, land nobody may enter, islands that
    are only scenery, water drawn over land that counts as one province (Bosporus, Oresund), canals, and the
    ways across a strait that armies and fleets may take.
    """

    width: float
    height: float
    provinces: Mapping[Province, ProvincePlaces]
    tones: Mapping[Province, int]
    land_borders: str
    sea_borders: str
    coast: str
    impassable: str
    islands: str
    straits: str
    canals: str
    links: str

    def unit_point(self, kind: UnitKind, region: Region) -> Point:
        """Place of a unit's token. Raises KeyError for an unknown region."""
        places = self.provinces[province_of(region)]
        coast = region[4:]
        return places.coasts[coast].unit if coast and kind == "F" else places.unit

    def dislodged_offset(self, kind: UnitKind, region: Region) -> Point:
        """Offset of a dislodged unit's token from the province's token."""
        places = self.provinces[province_of(region)]
        coast = region[4:]
        return places.coasts[coast].dislodged if coast and kind == "F" else places.dislodged

    def dislodged_point(self, kind: UnitKind, region: Region) -> Point:
        """The middle of a dislodged unit's token."""
        (x, y), (dx, dy) = self.unit_point(kind, region), self.dislodged_offset(kind, region)
        return x + dx, y + dy

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Geometry":
        """Read the form of `geometry.json`."""
        provinces = {code: _places(entry) for code, entry in data["provinces"].items()}
        return cls(
            width=data["width"],
            height=data["height"],
            provinces=MappingProxyType(provinces),
            tones=MappingProxyType(data["tones"]),
            land_borders=data["land_borders"],
            sea_borders=data["sea_borders"],
            coast=data["coast"],
            impassable=data["impassable"],
            islands=data["islands"],
            straits=data["straits"],
            canals=data["canals"],
            links=data["links"],
        )


def _places(entry: Mapping[str, Any]) -> ProvincePlaces:
    return ProvincePlaces(
        path=entry["path"],
        unit=_point(entry["unit"]),
        dislodged=_point(entry["dislodged"]),
        label=_point(entry["label"]),
        label_box=_point(entry["label_box"]),
        long_label=_point(entry["long_label"]),
        long_lines=tuple(entry["long_lines"]),
        long_box=_point(entry["long_box"]),
        center=_point(entry["center"]) if entry["center"] else None,
        coasts=MappingProxyType(
            {
                coast: CoastPlaces(_point(places["unit"]), _point(places["dislodged"]), _point(places["label"]))
                for coast, places in entry["coasts"].items()
            }
        ),
    )


def _point(pair: list[float]) -> Point:
    return pair[0], pair[1]


GEOMETRY: Final = Geometry.from_dict(
    json.loads(files("frontend.board").joinpath("geometry.json").read_text(encoding="utf-8"))
)
"""The standard board as drawn."""
