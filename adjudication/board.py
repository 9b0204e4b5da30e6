"""The board: provinces, regions, borders, supply centers. Facts only; nothing here moves."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from adjudication.powers import Power, as_power

__all__ = ["STANDARD", "Board", "Province", "ProvinceFacts", "Region", "UnitKind", "province_of"]

Province: TypeAlias = str
"""A province's code, `PAR`, `STP`, `ECH`: three capitals, the DAIDE codes."""

Region: TypeAlias = str
"""Region a unit stands in: a province code, or for a fleet on a split coast province/coast, `STP/SC`."""

UnitKind: TypeAlias = Literal["A", "F"]
ProvinceKind: TypeAlias = Literal["sea", "coast", "inland"]


def province_of(region: Region) -> Province:
    """The province of a region: `STP` for `STP/SC`, `PAR` for `PAR`."""
    return region[:3]


@dataclass(frozen=True, slots=True)
class ProvinceFacts:
    """Constants of a province.

    `coasts` is empty, or e.g. ("NC", "SC") if split.
    """

    code: Province
    name: str
    kind: ProvinceKind
    is_center: bool
    coasts: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Board:
    """A map to play on.

    `army_borders` and `fleet_borders` give, for every region a unit of that kind may stand in, the
    regions it may step to, sorted. Armies use bare province codes; fleets use `STP/NC`-style codes
    on split coasts and bare codes elsewhere.
    """

    name: str
    provinces: Mapping[Province, ProvinceFacts]
    homes: Mapping[Power, tuple[Province, ...]]
    army_borders: Mapping[Region, tuple[Region, ...]]
    fleet_borders: Mapping[Region, tuple[Region, ...]]
    opening_phase: str
    opening_units: Mapping[Power, tuple[str, ...]] = field(repr=False)

    @cached_property
    def centers(self) -> tuple[Province, ...]:
        """All supply centers, sorted (34 on the standard board)."""
        return tuple(sorted(code for code, facts in self.provinces.items() if facts.is_center))

    @cached_property
    def home_of(self) -> Mapping[Province, Power]:
        """The power a home center belongs to; neutral centers are missing."""
        return MappingProxyType({home: power for power, homes in self.homes.items() for home in homes})

    def borders(self, kind: UnitKind) -> Mapping[Region, tuple[Region, ...]]:
        """The borders for a kind of unit; its keys are all regions such a unit may stand in."""
        return self.army_borders if kind == "A" else self.fleet_borders

    def fleet_regions(self, province: Province) -> tuple[Region, ...]:
        """Regions open to a fleet: none inland, two on a split coast."""
        coasts = self.provinces[province].coasts
        if coasts:
            return tuple(f"{province}/{coast}" for coast in coasts)
        return (province,) if province in self.fleet_borders else ()

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Board":
        """Build a board from the form of `standard/board.json`, each border given once."""
        provinces = {
            code: ProvinceFacts(code, facts["name"], facts["kind"], facts["center"], tuple(facts["coasts"]))
            for code, facts in data["provinces"].items()
        }
        return cls(
            name=data["name"],
            provinces=MappingProxyType(provinces),
            homes=MappingProxyType({as_power(power): tuple(homes) for power, homes in data["homes"].items()}),
            army_borders=_both_ways(data["army_borders"]),
            fleet_borders=_both_ways(data["fleet_borders"]),
            opening_phase=data["opening"]["phase"],
            opening_units=MappingProxyType(
                {as_power(power): tuple(units) for power, units in data["opening"]["units"].items()}
            ),
        )


def _both_ways(pairs: list[list[Region]]) -> Mapping[Region, tuple[Region, ...]]:
    borders: dict[Region, set[Region]] = {}
    for one, other in pairs:
        borders.setdefault(one, set()).add(other)
        borders.setdefault(other, set()).add(one)
    return MappingProxyType({region: tuple(sorted(borders[region])) for region in sorted(borders)})


STANDARD: Final = Board.from_dict(
    json.loads(files("adjudication").joinpath("standard/board.json").read_text(encoding="utf-8"))
)
"""The board of the standard game."""
