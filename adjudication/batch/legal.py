"""All legal orders of a movement phase as integers.

A convoyed move is legal when fleets of any powers stand in seas that lead from coast to coast; a
convoy when its fleet is part of such a way and could not be left out of it; the support of a convoyed
move when there is a way without the supporter's own fleet.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from adjudication.batch.compiling import compiled
from adjudication.batch.layout import Bytes, Flags, Orders, Words
from adjudication.batch.seas import STACK, flood, useful
from adjudication.board import STANDARD, UnitKind
from adjudication.encoding import (
    COAST_SEAS,
    CONVOY,
    FAR,
    FLEET,
    HOLD,
    MOVE,
    OTHER_SHIFT,
    PROVINCE_AT,
    PROVINCES,
    REGION_INDEX,
    REGIONS,
    SEAS,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    SUPPORTED_FLEET,
    TARGET_SHIFT,
    UNIT_SHIFT,
    VIA,
)

__all__ = ["MOST_STEPS", "REACH", "STEPS", "find_unknown", "write_legal_orders"]


MOST_STEPS: Final = 12
_PROVINCE_COUNT: Final = len(PROVINCES)
_SEA_COUNT: Final = len(SEAS)
_KINDS: Final[tuple[UnitKind, UnitKind]] = ("A", "F")


def _steps(kind: UnitKind) -> npt.NDArray[np.int64]:
    table = np.full((128, MOST_STEPS), -1, np.int64)
    for region, nears in STANDARD.borders(kind).items():
        table[REGION_INDEX[region], : len(nears)] = [REGION_INDEX[near] for near in nears]
    return table


STEPS: Final = np.stack([_steps(kind) for kind in _KINDS])
"""By kind (army 0, fleet 1) and region: the regions a unit may step to, then -1."""

REACH: Final = np.zeros((2, 128, 128), np.bool_)
"""By kind, region and province: whether such a unit may step into the province, on any coast."""
for _kind in (0, 1):
    for _region in range(len(REGIONS)):
        for _near in STEPS[_kind, _region]:
            if _near >= 0:
                REACH[_kind, _region, PROVINCE_AT[_near]] = True


_LANDS: Final = np.full((2, 128, MOST_STEPS), -1, np.int64)
"""By kind and region: the provinces on land that such a unit may step into, ascending, then -1."""
for _kind in (0, 1):
    for _region in range(len(REGIONS)):
        _lands = _SEA_COUNT + np.flatnonzero(REACH[_kind, _region, _SEA_COUNT:])
        _LANDS[_kind, _region, : len(_lands)] = _lands


def _touching() -> npt.NDArray[np.bool_]:
    reach = REACH.astype(np.float32)
    own = np.zeros_like(reach)
    own[:, np.arange(128), PROVINCE_AT] = 1
    found: npt.NDArray[np.bool_] = np.tensordot(reach, reach + own, (2, 2)) > 0
    return found


_TOUCH: Final = _touching()
"""By kind and region of two units: whether the first may support a hold or a step of the second."""


@compiled
def write_legal_orders(  # noqa: PLR0917 - compiled functions take their arguments by position
    regions: Bytes, fleet: Flags, convoys: bool, ascending: bool, out: Orders, starts: Words
) -> int:
    """Write each unit's legal orders to `out`, unit u's at starts[u] to starts[u + 1].

    They come in ascending order or, if not `ascending`, in that of `adjudication.options`: hold, moves, moves by sea,
    supports of each unit, supports of armies at sea, convoys. Returns how many there are; when they do not fit into
    `out`, what was written means nothing.
    """
    count = len(regions)
    limit = len(out)
    total = 0
    fleets = 0
    for unit in range(count):
        place = PROVINCE_AT[regions[unit]]
        if convoys and place < _SEA_COUNT:
            fleets |= 1 << place

    stack = np.zeros(STACK, np.int64)
    # By army and target: the seas whose fleets may convoy it there.
    ways = np.zeros((count, _PROVINCE_COUNT), np.int64)
    sailors = np.empty(count, np.int64)
    sailor_count = 0
    for unit in range(count):
        place = PROVINCE_AT[regions[unit]]
        start = COAST_SEAS[place] & fleets
        if fleet[unit] or start == 0:
            continue
        around = flood(fleets, start)
        for target in range(_SEA_COUNT, _PROVINCE_COUNT):
            if target != place and COAST_SEAS[target] & around:
                ways[unit, target] = useful(around, start, COAST_SEAS[target], stack)
        sailors[sailor_count] = unit
        sailor_count += 1

    for unit in range(count):
        starts[unit] = total
        region = np.int64(regions[unit])
        place = PROVINCE_AT[region]
        kind = 1 if fleet[unit] else 0
        base = region << UNIT_SHIFT | (FLEET if fleet[unit] else 0)
        if total < limit:
            out[total] = HOLD | base
        total += 1

        for step in STEPS[kind, region]:
            if step < 0:
                break
            if total < limit:
                out[total] = MOVE | base | step << TARGET_SHIFT
            total += 1
        if kind == 0:
            for target in range(_SEA_COUNT, _PROVINCE_COUNT):
                if ways[unit, target]:
                    if total < limit:
                        out[total] = MOVE | base | target << TARGET_SHIFT | (VIA if REACH[0, region, target] else FAR)
                    total += 1

        for other in range(count):
            other_region = np.int64(regions[other])
            other_kind = 1 if fleet[other] else 0
            if other == unit or not _TOUCH[kind, region, other_kind, other_region]:
                continue
            ward = base | other_region << OTHER_SHIFT | (SUPPORTED_FLEET if other_kind else 0)
            if REACH[kind, region, PROVINCE_AT[other_region]]:
                if total < limit:
                    out[total] = SUPPORT_HOLD | ward
                total += 1
            for step in STEPS[other_kind, other_region]:
                if step < 0:
                    break
                if REACH[kind, region, PROVINCE_AT[step]]:
                    if total < limit:
                        out[total] = SUPPORT_MOVE | ward | step << TARGET_SHIFT
                    total += 1

        own_sea = 1 << place if place < _SEA_COUNT else 0
        for army in sailors[:sailor_count]:
            army_region = np.int64(regions[army])
            for target in _LANDS[kind, region]:
                if target < 0 or army == unit:
                    break
                way = ways[army, target]
                if (
                    way
                    and not REACH[0, army_region, target]
                    and flood(way & ~own_sea, COAST_SEAS[army_region]) & COAST_SEAS[target]
                ):
                    if total < limit:
                        out[total] = SUPPORT_MOVE | base | army_region << OTHER_SHIFT | target << TARGET_SHIFT
                    total += 1
        if own_sea:
            for army in sailors[:sailor_count]:
                carried = CONVOY | base | np.int64(regions[army]) << OTHER_SHIFT
                for target in range(_SEA_COUNT, _PROVINCE_COUNT):
                    if ways[army, target] & own_sea:
                        if total < limit:
                            out[total] = carried | target << TARGET_SHIFT
                        total += 1
        if ascending and total <= limit:
            out[starts[unit] : total].sort()
    starts[count] = total
    return total


@compiled
def find_unknown(codes: Orders, starts: Words, orders: Orders, rows: Words, unknown: Flags) -> None:
    """Mark, by row and unit, the orders that are not among the legal ones of their unit.

    Args:
        codes, starts: the legal orders of one position, as `write_legal_orders` gives them.
        orders: by row and unit; `rows` says which rows are for that position.
        unknown: same shape, filled in for those rows.
    """
    for row in rows:
        for unit in range(len(starts) - 1):
            code = orders[row, unit]
            low, high = starts[unit], starts[unit + 1]
            end = high
            while low < high:
                middle = (low + high) // 2
                if codes[middle] < code:
                    low = middle + 1
                else:
                    high = middle
            unknown[row, unit] = low == end or codes[low] != code
