"""Ways over the sea: which seas of a set hang together.

A set of seas is a mask, sea i as bit i.
"""

import numpy as np
import numpy.typing as npt

from adjudication.batch.compiling import compiled, lowest_bit
from adjudication.encoding import SEA_SEAS, SEAS

__all__ = ["STACK", "flood", "joined", "useful"]

STACK = 3 * (len(SEAS) + 2)


@compiled
def flood(fleets: int, start: int) -> int:
    """The seas of `fleets` that can be reached from the seas in `start`, themselves included."""
    reached = start & fleets
    fresh = reached
    while fresh:
        near = 0
        while fresh:
            near |= SEA_SEAS[lowest_bit(fresh)]
            fresh &= fresh - 1
        fresh = near & fleets & ~reached
        reached |= fresh
    return reached


@compiled
def joined(fleets: int, start: int, goal: int) -> bool:
    """True if adjacent `fleets` link seas in `start` and `goal`."""
    return fleets & start & goal != 0 or flood(fleets, start) & goal != 0


@compiled
def useful(fleets: int, start: int, goal: int, stack: npt.NDArray[np.int64]) -> int:
    """The seas of `fleets` on some way from `start` to `goal` of which no fleet can be left out.

    On such a way only the first sea is in `start`, only the last in `goal`, and seas are beside each
    other only when one follows the other. `stack` is scratch of STACK words.
    """
    found = 0
    firsts = fleets & start
    while firsts:
        first = firsts & -firsts
        firsts &= firsts - 1
        if first & goal:
            found |= first
            continue
        # Three words a step: the way so far, the seas still to be tried next, the seas for later steps.
        free = fleets & ~start
        near = SEA_SEAS[lowest_bit(first)]
        stack[0] = first
        stack[1] = near & free
        stack[2] = free & ~near
        depth = 0
        while depth >= 0:
            fresh = stack[depth + 1]
            if fresh == 0:
                depth -= 3
                continue
            sea = fresh & -fresh
            stack[depth + 1] = fresh & ~sea
            if sea & goal:
                found |= stack[depth] | sea
                continue
            near = SEA_SEAS[lowest_bit(sea)]
            free = stack[depth + 2]
            stack[depth + 3] = stack[depth] | sea
            stack[depth + 4] = near & free
            stack[depth + 5] = free & ~near
            depth += 3
    return found
