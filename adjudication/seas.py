"""Sea ways: which fleets can carry an army from coast to coast.

Sets of seas are bit masks.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from adjudication.board import STANDARD, Province, province_of

__all__ = ["SEA_BIT", "SeaMask", "can_carry", "mask_of", "seas_in", "useful_seas"]

SeaMask: TypeAlias = int
"""A set of sea provinces, one bit each, as in SEA_BIT."""

_SEAS: Final[tuple[Province, ...]] = tuple(code for code, facts in STANDARD.provinces.items() if facts.kind == "sea")
SEA_BIT: Final[dict[Province, SeaMask]] = {sea: 1 << index for index, sea in enumerate(_SEAS)}
_BITS: Final = tuple(1 << index for index in range(len(_SEAS)))


def mask_of(provinces: Iterable[Province]) -> SeaMask:
    """The seas among some provinces, as a mask."""
    mask = 0
    for province in provinces:
        mask |= SEA_BIT.get(province, 0)
    return mask


def seas_in(mask: SeaMask) -> tuple[Province, ...]:
    """The seas of a mask, in alphabetical order."""
    return tuple(sea for sea in _SEAS if SEA_BIT[sea] & mask)


def _shore(province: Province) -> SeaMask:
    """The seas that touch any coast of a province."""
    return mask_of(
        province_of(neighbor)
        for region in STANDARD.fleet_regions(province)
        for neighbor in STANDARD.fleet_borders[region]
    )


_BESIDE_SEA: Final[dict[SeaMask, SeaMask]] = {SEA_BIT[sea]: _shore(sea) for sea in _SEAS}
_BESIDE_COAST: Final[dict[Province, SeaMask]] = {
    code: _shore(code) for code, facts in STANDARD.provinces.items() if facts.kind == "coast"
}


@lru_cache(maxsize=1 << 16)
def can_carry(army: Province, target: Province, fleets: SeaMask) -> bool:
    """True if carrying fleets in these seas link the two coasts.

    False when either end has no coast, or both are the same.
    """
    reached = _BESIDE_COAST.get(army, 0) & fleets
    landing = _BESIDE_COAST.get(target, 0) & fleets
    if army == target or not landing:
        return False
    frontier = reached
    while frontier:
        if reached & landing:
            return True
        bit = frontier & -frontier
        grown = _BESIDE_SEA[bit] & fleets & ~reached
        reached |= grown
        frontier = (frontier ^ bit) | grown
    return False


@lru_cache(maxsize=1 << 16)
def useful_seas(army: Province, target: Province, fleets: SeaMask) -> SeaMask:
    """Those of the fleets that some shortest-cut chain needs: a chain from which no fleet can be left out.

    A fleet that only makes a detour is of no use to the army and may not be ordered to carry it
    (DATC 6.F.12, 6.G.19).
    """
    if not can_carry(army, target, fleets):
        return 0
    start, landing = _BESIDE_COAST[army], _BESIDE_COAST[target]
    return _chains(start & fleets, landing, start, 0, fleets)


def _chains(steps: SeaMask, landing: SeaMask, closed: SeaMask, chain: SeaMask, fleets: SeaMask) -> SeaMask:
    """All seas on chains that go on from `chain` by one of `steps`.

    closed: the seas next to the start or to any fleet of the chain; to step back beside one of
    those later would make the fleets between them a detour.
    """
    useful = 0
    for bit in _BITS:
        if not bit & steps:
            continue
        if bit & landing:
            useful |= chain | bit
            continue
        onward = _BESIDE_SEA[bit] & fleets & ~closed
        if onward:
            useful |= _chains(onward, landing, closed | _BESIDE_SEA[bit] | bit, chain | bit, fleets)
    return useful
