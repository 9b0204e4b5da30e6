"""Provinces, regions and orders as small integers, and back.

Those of provinces, regions, powers and centers are in `adjudication.numbers`.

An order is one int32. From the lowest bit: verb (4 bits), the unit's region (7), a region (7: the
supported unit's, the convoyed army's), a target region (7), then flags: VIA, FAR (an army's target
it can only reach by sea), SUPPORTED_FLEET, FLEET. Parts a verb does not use are zero, so equal
orders are equal numbers.

A unit is its power << 8 | fleet << 7 | the rank of its region in alphabetical order: units sort as
their numbers do.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias, assert_never

import numpy as np
import numpy.typing as npt

from adjudication.board import STANDARD, Region, UnitKind, province_of
from adjudication.numbers import CENTERS, POWER_INDEX, PROVINCES, REGION_INDEX, REGIONS, SEAS
from adjudication.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from adjudication.position import Unit, make_unit
from adjudication.powers import POWERS, Power

__all__ = [
    "BUILD",
    "CENTERS",
    "CENTER_AT",
    "COAST_SEAS",
    "CONVOY",
    "DISBAND",
    "FAR",
    "FLEET",
    "HOLD",
    "MOVE",
    "OTHER_SHIFT",
    "PART",
    "POWER_INDEX",
    "PROVINCES",
    "PROVINCE_AT",
    "RANKED",
    "RANK_AT",
    "REGIONS",
    "REGION_INDEX",
    "REGION_OF_RANK",
    "REMOVE",
    "RETREAT",
    "SEAS",
    "SEA_SEAS",
    "SUPPORTED_FLEET",
    "SUPPORT_HOLD",
    "SUPPORT_MOVE",
    "TARGET_SHIFT",
    "UNITS",
    "UNIT_SHIFT",
    "VERB",
    "VIA",
    "WAIVE",
    "Codes",
    "decode_order",
    "encode_order",
    "unit_numbers",
]

Codes: TypeAlias = npt.NDArray[np.int32]
"""Orders as integers."""

HOLD: Final = 0
MOVE: Final = 1
SUPPORT_HOLD: Final = 2
SUPPORT_MOVE: Final = 3
CONVOY: Final = 4
RETREAT: Final = 5
DISBAND: Final = 6
BUILD: Final = 7
REMOVE: Final = 8
WAIVE: Final = 9

VIA: Final = 1 << 25
FAR: Final = 1 << 26
SUPPORTED_FLEET: Final = 1 << 27
FLEET: Final = 1 << 28

VERB: Final = 15
PART: Final = 127
UNIT_SHIFT: Final = 4
OTHER_SHIFT: Final = 11
TARGET_SHIFT: Final = 18

PROVINCE_AT: Final = np.zeros(128, np.int64)
"""The province of each region; 128 long, so that any seven bits may index it."""
PROVINCE_AT[: len(REGIONS)] = [REGION_INDEX[province_of(region)] for region in REGIONS]

RANK_AT: Final = np.zeros(128, np.int64)
"""By region: its place among all regions in alphabetical order, which is how units are sorted."""
RANK_AT[: len(REGIONS)] = np.argsort(np.argsort(np.array(REGIONS)))

REGION_OF_RANK: Final = np.full(128, -1, np.int64)
"""By rank: the region."""
REGION_OF_RANK[RANK_AT[: len(REGIONS)]] = np.arange(len(REGIONS))

RANKED: Final[tuple[Region, ...]] = tuple(sorted(REGIONS))
"""Regions by rank."""

CENTER_AT: Final = np.full(128, -1, np.int64)
"""The center of each region, -1 where there is none."""
CENTER_AT[: len(REGIONS)] = [
    CENTERS.index(province_of(region)) if province_of(region) in CENTERS else -1 for region in REGIONS
]


def _seas_beside(code: Region) -> int:
    beside = {
        near
        for region, nears in STANDARD.fleet_borders.items()
        if province_of(region) == code
        for near in nears
        if near in SEAS
    }
    return sum(1 << REGION_INDEX[sea] for sea in beside)


SEA_SEAS: Final = np.array([_seas_beside(sea) for sea in SEAS], np.int64)
"""For each sea, the set of seas beside it."""

COAST_SEAS: Final = np.array(
    [0 if code in SEAS else _seas_beside(code) for code in PROVINCES] + [0] * (128 - len(PROVINCES)), np.int64
)
"""For each land province, the set of seas beside it; a convoy begins and ends there."""


_RANK: Final = {region: rank for rank, region in enumerate(RANKED)}
_KIND: Final[dict[UnitKind, int]] = {"A": 0, "F": 1 << 7}
_POWER: Final[dict[Power, int]] = {power: index << 8 for power, index in POWER_INDEX.items()}


UNITS: Final[dict[int, Unit]] = {
    _POWER[power] + _KIND[kind] + _RANK[region]: make_unit(power, kind, region)
    for kind in _KIND
    for region in STANDARD.borders(kind)
    for power in POWERS
}
"""Units that can be, by number: always the same objects, those of `make_unit`."""

_number: Final = {id(unit): number for number, unit in UNITS.items()}.__getitem__
"""Numbers by the identity of units that are never let go: most units of a position are those of `make_unit`."""


def unit_numbers(units: Sequence[Unit]) -> list[int]:
    """The numbers of units.

    Raises KeyError for an unknown power, kind or region. Says nothing about whether such a unit can stand there.
    """
    try:
        return list(map(_number, map(id, units)))
    except KeyError:
        return [_POWER[unit.power] + _KIND[unit.kind] + _RANK[unit.region] for unit in units]


def _pack(verb: int, unit: int = 0, other: int = 0, target: int = 0, flags: int = 0) -> int:
    return verb | unit << UNIT_SHIFT | other << OTHER_SHIFT | target << TARGET_SHIFT | flags


def encode_order(order: Order) -> int:
    """The integer of an order.

    Raises KeyError when it names a region the board does not have.

    Says nothing about legality. The inverse is `decode_order`.
    """
    match order:
        case Waive():
            return WAIVE
        case Hold(kind, region):
            return _pack(HOLD, REGION_INDEX[region], flags=_fleet(kind))
        case Move(kind, region, target, via):
            far = kind == "A" and target not in STANDARD.army_borders.get(region, ())
            flags = _fleet(kind) | (VIA if via else 0) | (FAR if far else 0)
            return _pack(MOVE, REGION_INDEX[region], 0, REGION_INDEX[target], flags)
        case Support(kind, region, supported_kind, supported, target):
            flags = _fleet(kind) | (SUPPORTED_FLEET if supported_kind == "F" else 0)
            unit, other = REGION_INDEX[region], REGION_INDEX[supported]
            if target is None:
                return _pack(SUPPORT_HOLD, unit, other, 0, flags)
            return _pack(SUPPORT_MOVE, unit, other, REGION_INDEX[target], flags)
        case Convoy(kind, region, army, target):
            return _pack(CONVOY, REGION_INDEX[region], REGION_INDEX[army], REGION_INDEX[target], _fleet(kind))
        case Retreat(kind, region, target):
            return _pack(RETREAT, REGION_INDEX[region], 0, REGION_INDEX[target], _fleet(kind))
        case Disband(kind, region):
            return _pack(DISBAND, REGION_INDEX[region], flags=_fleet(kind))
        case Build(kind, region):
            return _pack(BUILD, REGION_INDEX[region], flags=_fleet(kind))
        case Remove(kind, region):
            return _pack(REMOVE, REGION_INDEX[region], flags=_fleet(kind))
        case _:
            assert_never(order)


@lru_cache(maxsize=1 << 15)  # more than there are orders that some position allows (19,338)
def decode_order(code: int) -> Order:
    """The order of an integer made by `encode_order`.

    The same object for the same integer, while it is remembered. Raises ValueError for an integer that no order has.
    """
    verb = code & VERB
    numbers = [code >> shift & PART for shift in (UNIT_SHIFT, OTHER_SHIFT, TARGET_SHIFT)]
    if code < 0 or max(numbers) >= len(REGIONS):
        raise ValueError(f"{code} is not the code of an order")
    region, other, target = (REGIONS[number] for number in numbers)
    kind: UnitKind = "F" if code & FLEET else "A"
    supported_kind: UnitKind = "F" if code & SUPPORTED_FLEET else "A"
    orders: dict[int, Order] = {
        HOLD: Hold(kind, region),
        MOVE: Move(kind, region, target, bool(code & VIA)),
        SUPPORT_HOLD: Support(kind, region, supported_kind, other),
        SUPPORT_MOVE: Support(kind, region, supported_kind, other, target),
        CONVOY: Convoy(kind, region, other, target),
        RETREAT: Retreat(kind, region, target),
        DISBAND: Disband(kind, region),
        BUILD: Build(kind, region),
        REMOVE: Remove(kind, region),
        WAIVE: Waive(),
    }
    order = orders.get(verb)
    if order is None or encode_order(order) != code:
        raise ValueError(f"{code} is not the code of an order")
    return order


def _fleet(kind: UnitKind) -> int:
    return FLEET if kind == "F" else 0
