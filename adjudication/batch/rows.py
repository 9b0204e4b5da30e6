"""Order set after order set through the kernel, into arrays of outcomes."""

import numpy as np

from adjudication.batch.compiling import compiled, lowest_bit, word
from adjudication.batch.kernel import decide, seat
from adjudication.batch.layout import (
    ARRIVED,
    AT,
    BY_SEA,
    ENTRANTS,
    FACTS,
    GOAL,
    LIVE,
    MOVERS,
    NOBODY,
    ORDER,
    PLACE,
    SCRATCH,
    SPENT,
    Bytes,
    Orders,
    Outcomes,
    Policies,
    Units,
    Words,
)
from adjudication.encoding import CENTER_AT, PART, TARGET_SHIFT

__all__ = ["note", "resolve_rows", "take_centers"]


@compiled
def note(  # noqa: PLR0917
    units: Units, board: int, row: int, count: int, scratch: Words, facts: Words, outcomes: Outcomes
) -> None:
    """Write what `decide` found into a row of the outcomes."""
    arrived = facts[ARRIVED]
    for unit in range(count):
        goal_region = scratch[ORDER + unit] >> TARGET_SHIFT & PART
        outcomes.after[row, unit] = goal_region if arrived >> unit & 1 else units.regions[board, unit]
        outcomes.attackers[row, unit] = -1
    rest = arrived
    while rest:
        unit = lowest_bit(rest)
        rest &= rest - 1
        ahead = scratch[AT + scratch[GOAL + unit]]
        if ahead != NOBODY and not arrived >> ahead & 1:
            outcomes.attackers[row, ahead] = unit
    low = high = 0
    rest = facts[LIVE] & ~(arrived | facts[SPENT])
    while rest:
        unit = lowest_bit(rest)
        rest &= rest - 1
        goal = scratch[GOAL + unit]
        ahead = scratch[AT + goal]
        if (ahead == NOBODY or arrived >> ahead & 1) and not scratch[ENTRANTS + goal] & arrived:
            if goal < 64:
                low |= 1 << goal
            else:
                high |= 1 << (goal - 64)
    outcomes.contested[row, 0] = low
    outcomes.contested[row, 1] = high
    outcomes.by_sea[row] = arrived & facts[BY_SEA]


@compiled
def _clear(scratch: Words, facts: Words) -> None:
    """Remove the last order set's entrants from the scratch."""
    rest = facts[MOVERS]
    while rest:
        scratch[ENTRANTS + scratch[GOAL + lowest_bit(rest)]] = 0
        rest &= rest - 1


@compiled
def resolve_rows(units: Units, boards: Words, orders: Orders, policies: Policies, outcomes: Outcomes) -> None:
    """Adjudicate row after row.

    Args:
        units: the positions.
        boards: by row, which position its orders are for. Sorted is fastest.
        orders: by row and unit, legal orders as in `encoding`; the unit part is not read.
        policies: the rules to go by.
        outcomes: filled in.
    """
    scratch = np.zeros(SCRATCH, np.int64)
    facts = np.zeros(FACTS, np.int64)
    for place in range(128):
        scratch[AT + place] = NOBODY
    seated = word(-1)
    count = word(0)
    for row in range(orders.shape[0]):
        board = boards[row]
        if board != seated:
            for unit in range(count):
                scratch[AT + scratch[PLACE + unit]] = NOBODY
            count = word(units.counts[board])
            seat(units, board, count, scratch)
            seated = board
        outcomes.undecided[row] = not decide(orders, row, count, policies, scratch, facts)
        note(units, board, row, count, scratch, facts, outcomes)
        _clear(scratch, facts)


@compiled
def take_centers(units: Units, boards: Words, outcomes: Outcomes, owners: Bytes) -> None:
    """Write into `owners`, by row and center, the power of the undislodged unit that stands there."""
    for row in range(len(boards)):
        board = boards[row]
        for unit in range(units.counts[board]):
            center = CENTER_AT[outcomes.after[row, unit]]
            if center >= 0 and outcomes.attackers[row, unit] < 0:
                owners[row, center] = units.powers[board, unit]
