"""Tints of lands by their holder.

A supply center is its owner's. A land without a center has no owner in the rules; it is tinted as part of
the realm it belongs to in 1901 while that power keeps a center beside it, else for the one power that
owns all centers around it, else not at all.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from adjudication.board import STANDARD, Province
from adjudication.position import Position
from adjudication.powers import Power

__all__ = ["REALMS", "holders", "neighbours"]

_LANDS: Final[dict[Power, tuple[Province, ...]]] = {
    "AUS": ("BOH", "GAL", "TYR"),
    "ENG": ("CLY", "WAL", "YOR"),
    "FRA": ("BUR", "GAS", "PIC"),
    "GER": ("PRU", "RUH", "SIL"),
    "ITA": ("APU", "PIE", "TUS"),
    "RUS": ("FIN", "LVN", "UKR"),
    "TUR": ("ARM", "SYR"),
}
REALMS: Final[Mapping[Province, Power]] = MappingProxyType(
    {land: power for power, lands in _LANDS.items() for land in lands}
)
"""The power each land without a center belongs to at the start; ALB and NAF belong to nobody."""


def neighbours(province: Province) -> frozenset[Province]:
    """The provinces an army or a fleet may step to from this one."""
    fleets = (step[:3] for region in STANDARD.fleet_regions(province) for step in STANDARD.fleet_borders[region])
    return frozenset({step[:3] for step in STANDARD.army_borders.get(province, ())} | set(fleets))


_CENTERS_BESIDE: Final = MappingProxyType(
    {
        code: tuple(sorted(near for near in neighbours(code) if STANDARD.provinces[near].is_center))
        for code, facts in STANDARD.provinces.items()
        if facts.kind != "sea" and not facts.is_center
    }
)


def holders(position: Position, known: Mapping[Province, Power] | None = None) -> dict[Province, Power]:
    """The power whose tint each province wears; provinces of nobody are missing.

    known: holders of lands without a center, instead of the rule above.
    """
    held = dict(position.centers)
    if known is not None:
        return {**known, **held}
    for land, centers in _CENTERS_BESIDE.items():
        owners = {position.centers.get(center) for center in centers}
        realm = REALMS.get(land)
        if realm is not None and realm in owners:
            held[land] = realm
        elif len(owners) == 1 and (only := owners.pop()) is not None:
            held[land] = only
    return held
