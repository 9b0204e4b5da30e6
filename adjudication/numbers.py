"""Provinces, regions, powers and centers by number.

A province is 0 to 74: the seas first (so that a set of seas fits the lowest bits of one word), then
the others, both sorted. A region is 0 to 80: a province's own number, or 75 to 80 for the six split
coasts. A power is its index in POWERS, a center its index in the sorted centers.
"""

from collections.abc import Mapping
from typing import Final

from adjudication.board import STANDARD, Region
from adjudication.powers import POWERS, Power

__all__ = ["CENTERS", "POWER_INDEX", "PROVINCES", "REGIONS", "REGION_INDEX", "SEAS"]

SEAS: Final = tuple(sorted(code for code, facts in STANDARD.provinces.items() if facts.kind == "sea"))
PROVINCES: Final = SEAS + tuple(sorted(set(STANDARD.provinces) - set(SEAS)))
REGIONS: Final[tuple[Region, ...]] = PROVINCES + tuple(
    f"{code}/{coast}" for code in PROVINCES for coast in STANDARD.provinces[code].coasts
)
REGION_INDEX: Final[Mapping[Region, int]] = {region: index for index, region in enumerate(REGIONS)}
POWER_INDEX: Final[Mapping[Power, int]] = {power: index for index, power in enumerate(POWERS)}
CENTERS: Final = STANDARD.centers
