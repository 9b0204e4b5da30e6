"""Retreats over integers: what dislodged units may do, and where everybody is then."""

import numpy as np

from adjudication.batch.compiling import compiled
from adjudication.batch.layout import Bytes, Flags, Orders, Outcomes, Units, Words
from adjudication.batch.legal import STEPS
from adjudication.encoding import (
    DISBAND,
    FLEET,
    PART,
    PROVINCE_AT,
    PROVINCES,
    RETREAT,
    TARGET_SHIFT,
    UNIT_SHIFT,
    VERB,
)

__all__ = ["settle_retreats", "write_retreats"]


PROVINCE_COUNT = len(PROVINCES)


@compiled
def write_retreats(  # noqa: PLR0917 - compiled functions take their arguments by position
    units: Units,
    fleets: Flags,
    board: int,
    outcomes: Outcomes,
    row: int,
    by_sea_open: bool,
    out: Orders,
    starts: Words,
) -> int:
    """Write each unit's retreat orders to `out`, unit u's in ascending order at starts[u] to starts[u + 1].

    A unit that was not dislodged has none; any other may go to neighbours that are empty, were left
    so by no standoff and are not where its attacker came from (unless that came by sea and
    `by_sea_open`), or disband. `out` needs room for MOST_STEPS + 1 a unit. Returns how many there are.
    """
    count = units.counts[board]
    closed = np.zeros(128, np.bool_)
    for unit in range(count):
        if outcomes.attackers[row, unit] < 0:
            closed[PROVINCE_AT[outcomes.after[row, unit]]] = True
    for province in range(PROVINCE_COUNT):
        if outcomes.contested[row, province >> 6] >> (province & 63) & 1:
            closed[province] = True
    total = 0
    for unit in range(count):
        starts[unit] = total
        attacker = outcomes.attackers[row, unit]
        if attacker < 0:
            continue
        origin = PROVINCE_AT[units.regions[board, attacker]]
        if by_sea_open and outcomes.by_sea[row] >> attacker & 1:
            origin = -1
        region = np.int64(units.regions[board, unit])
        kind = 1 if fleets[board, unit] else 0
        base = region << UNIT_SHIFT | (FLEET if kind else 0)
        for step in STEPS[kind, region]:
            if step < 0:
                break
            if not closed[PROVINCE_AT[step]] and PROVINCE_AT[step] != origin:
                out[total] = RETREAT | base | step << TARGET_SHIFT
                total += 1
        out[total] = DISBAND | base
        total += 1
        out[starts[unit] : total].sort()
    starts[count] = total
    return total


@compiled
def settle_retreats(units: Units, boards: Words, orders: Orders, outcomes: Outcomes, after: Bytes) -> None:
    """Write into `after`, by row and unit, where each unit is once the retreats are made, -1 for gone.

    Two units that retreat to the same province are both gone, and so is one without a RETREAT.
    """
    first = np.full(128, -1, np.int64)
    for row in range(len(boards)):
        count = units.counts[boards[row]]
        for unit in range(count):
            after[row, unit] = outcomes.after[row, unit]
            if outcomes.attackers[row, unit] < 0:
                continue
            after[row, unit] = -1
            order = np.int64(orders[row, unit])
            if order & VERB != RETREAT:
                continue
            target = order >> TARGET_SHIFT & PART
            other = first[PROVINCE_AT[target]]
            if other < 0:
                first[PROVINCE_AT[target]] = unit
                after[row, unit] = target
            else:
                after[row, other] = -1
        for unit in range(count):
            first[PROVINCE_AT[np.int64(orders[row, unit]) >> TARGET_SHIFT & PART]] = -1
