"""Refined Evolutionary Search, compiled (Loeb 1992, "Refined Evolutionary Search").

Plans are kept raw, as moves and holds only, and repaired: what allies do to one another becomes support. A convoy is a
repair, too (ours): a fleet that holds carries an allied army that its plan sends over the sea.
"""

from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch.compiling import compiler
from adjudication.batch.layout import Outcomes, Policies, Units
from adjudication.batch.rows import resolve_rows
from adjudication.encoding import (
    CONVOY,
    FAR,
    FLEET,
    HOLD,
    MOVE,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    SUPPORTED_FLEET,
    TARGET_SHIFT,
    UNIT_SHIFT,
    VERB,
    VIA,
)
from bots.hana.search.tables import SOURCES
from bots.hana.search.worth import row_worth
from bots.swarm.thinking import Chance, draw

__all__ = ["SEARCH_SOURCES", "SEATS", "Pool", "Scene", "repair", "search", "values_of_rows"]

Codes: TypeAlias = npt.NDArray[np.int32]
Bytes: TypeAlias = npt.NDArray[np.int8]
Flags: TypeAlias = npt.NDArray[np.bool_]
Words: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.float64]
Whole: TypeAlias = Any

SEATS: Final = 7
SEARCH_SOURCES: Final = (*SOURCES, Path(__file__))
"""Files whose functions end up in the compiled code."""

evolver: Final = compiler(*SEARCH_SOURCES)

_BY_SEA: Final = FAR | VIA
_GAIN: Final = 1e-9
"""Least gain, in centers, that counts as one."""


class Scene(NamedTuple):
    """A movement phase as the search reads it.

    sides: by unit, its alliance, -1 for none. fixed: by unit, whether its order is required. raw, raw_starts: by unit,
    the moves and the hold it may try; codes, starts: all orders it may have, ascending. unit_at: by province, the unit
    there, -1 for none. stakes: by alliance and power, 1 for a member, -1 for a mortal enemy, else 0. owned: by power, a
    bit for each of its centers; leader: by power, the other one that may win now, or -1; spared, friends: as
    `bots.hana.search.worth.row_worth` has them. seen: powers whose values count.
    """

    units: Units
    fleets: Flags
    owners: Bytes
    policies: Policies
    weights: Numbers
    sides: Words
    fixed: Flags
    raw: Codes
    raw_starts: Words
    codes: Codes
    starts: Words
    unit_at: Words
    stakes: Numbers
    owned: Words
    leader: Words
    spared: Words
    friends: Words
    seen: Flags


class Pool(NamedTuple):
    """Best plans so far.

    raw, best: int32 (1, units), the raw and the repaired plans of all. values: float64 (alliances,). past: int32
    (memory, units), the best plans after each change, in a ring; changes: how many there were.
    """

    raw: Codes
    best: Codes
    values: Numbers
    past: Codes
    changes: Words


@evolver
def _may(scene: Scene, unit: Whole, code: Whole) -> bool:
    """True if the unit may have this order."""
    low, high = scene.starts[unit], scene.starts[unit + 1]
    while low < high:
        middle = (low + high) // 2
        found = np.int64(scene.codes[middle])
        if found == code:
            return True
        if found < code:
            low = middle + 1
        else:
            high = middle
    return False


@evolver
def _base(scene: Scene, unit: Whole) -> Whole:
    return np.int64(scene.units.regions[0, unit]) << UNIT_SHIFT | (FLEET if scene.fleets[unit] else 0)


@evolver
def _hold(scene: Scene, plan: Codes, unit: Whole) -> None:
    """Let a unit hold if it may; else leave its order."""
    code = HOLD | _base(scene, unit)
    if _may(scene, unit, code):
        plan[unit] = code


@evolver
def _support(scene: Scene, plan: Codes, unit: Whole, other: Whole) -> bool:
    """Let a unit support what another one is ordered; else hold."""
    given = np.int64(plan[other])
    ward = np.int64(scene.units.regions[0, other]) << OTHER_SHIFT | (SUPPORTED_FLEET if scene.fleets[other] else 0)
    code = _base(scene, unit) | ward
    if given & VERB == MOVE:
        code |= SUPPORT_MOVE | (given >> TARGET_SHIFT & PART) << TARGET_SHIFT
    else:
        code |= SUPPORT_HOLD
    if _may(scene, unit, code):
        plan[unit] = code
        return True
    _hold(scene, plan, unit)
    return False


@evolver
def repair(scene: Scene, plan: Codes, side: Whole, chance: Chance) -> None:
    """Turn what allies do to one another into support, in place.

    plan: int32 (units,), raw.
    """
    count = np.int64(scene.units.counts[0])
    # Two to one place: one moves, the others support it.
    going = np.full(128, -1, np.int64)
    many = np.zeros(128, np.int64)
    for unit in range(count):
        code = np.int64(plan[unit])
        if scene.sides[unit] != side or code & VERB != MOVE:
            continue
        place = PROVINCE_AT[code >> TARGET_SHIFT & PART]
        many[place] += 1
        first = going[place]
        if first < 0 or (not scene.fixed[first] and (scene.fixed[unit] or draw(chance, many[place]) == 0)):
            going[place] = unit
    for unit in range(count):
        code = np.int64(plan[unit])
        if scene.sides[unit] == side and code & VERB == MOVE and not scene.fixed[unit]:
            mover = going[PROVINCE_AT[code >> TARGET_SHIFT & PART]]
            if mover != unit:
                _support(scene, plan, unit, mover)
    _stop_attacks(scene, plan, side)
    # Support for what is not ordered any more becomes support for what is.
    for unit in range(count):
        code = np.int64(plan[unit])
        if scene.sides[unit] != side or scene.fixed[unit] or code & VERB not in (SUPPORT_HOLD, SUPPORT_MOVE):
            continue
        other = scene.unit_at[PROVINCE_AT[code >> OTHER_SHIFT & PART]]
        given = np.int64(plan[other])
        moves = given & VERB == MOVE
        target = given >> TARGET_SHIFT & PART
        if moves != (code & VERB == SUPPORT_MOVE) or (moves and code >> TARGET_SHIFT & PART != target):
            _support(scene, plan, unit, other)
    _carry(scene, plan, side)


@evolver
def _stop_attacks(scene: Scene, plan: Codes, side: Whole) -> None:
    """Turn moves onto allies that attack back, or stay, into support."""
    count = np.int64(scene.units.counts[0])
    again = True
    while again:
        again = False
        for unit in range(count):
            code = np.int64(plan[unit])
            if scene.sides[unit] != side or scene.fixed[unit] or code & VERB != MOVE or code & _BY_SEA:
                continue
            other = scene.unit_at[PROVINCE_AT[code >> TARGET_SHIFT & PART]]
            if other < 0 or other == unit or scene.sides[other] != side:
                continue
            given = np.int64(plan[other])
            if given & VERB == MOVE:
                back = PROVINCE_AT[given >> TARGET_SHIFT & PART] == PROVINCE_AT[scene.units.regions[0, unit]]
                if not back or given & _BY_SEA or scene.fixed[other]:
                    continue
                _hold(scene, plan, other)
                _support(scene, plan, unit, other)
                _support(scene, plan, other, unit)
            else:
                _support(scene, plan, unit, other)
            again = again or np.int64(plan[unit]) & VERB != MOVE


@evolver
def _carry(scene: Scene, plan: Codes, side: Whole) -> None:
    """Let fleets that hold carry the armies that go by sea."""
    count = np.int64(scene.units.counts[0])
    for army in range(count):
        code = np.int64(plan[army])
        if scene.sides[army] != side or code & VERB != MOVE or code & _BY_SEA == 0:
            continue
        place = PROVINCE_AT[scene.units.regions[0, army]]
        way = CONVOY | place << OTHER_SHIFT | (code >> TARGET_SHIFT & PART) << TARGET_SHIFT
        for fleet in range(count):
            if scene.sides[fleet] != side or scene.fixed[fleet] or np.int64(plan[fleet]) & VERB != HOLD:
                continue
            if _may(scene, fleet, way | _base(scene, fleet)):
                plan[fleet] = way | _base(scene, fleet)


@evolver
def _values(scene: Scene, outcomes: Outcomes, row: Whole, planes: Words, values: Numbers) -> None:
    """Write the value of a row to each power that is seen."""
    count = np.int64(scene.units.counts[0])
    regards = np.zeros(SEATS, np.float64)
    for power in range(SEATS):
        if scene.seen[power]:
            values[power] = row_worth(
                scene.units.regions[0],
                scene.units.powers[0],
                scene.fleets,
                count,
                scene.owners,
                scene.owned[power],
                scene.leader[power],
                np.int64(power),
                regards,
                scene.spared[power],
                scene.friends[power],
                outcomes.after[row],
                outcomes.attackers[row],
                scene.weights,
                planes,
            )


@evolver
def values_of_rows(scene: Scene, rows: Codes, outcomes: Outcomes, values: Numbers) -> None:
    """Write the values of order sets: float64 (rows, 7).

    rows: int32 (rows, units).

    Where a paradox is left open, everybody is taken to stay.
    """
    resolve_rows(scene.units, np.zeros(len(rows), np.int64), rows, scene.policies, outcomes)
    planes = np.zeros(SEATS * 4, np.int64)
    for row in range(len(rows)):
        if outcomes.undecided[row]:
            outcomes.after[row] = scene.units.regions[0]
            outcomes.attackers[row] = -1
        _values(scene, outcomes, row, planes, values[row])


@evolver
def search(  # noqa: PLR0917 - compiled functions take their arguments by position
    scene: Scene, pool: Pool, first: Whole, last: Whole, width: Whole, chance: Chance, outcomes: Outcomes
) -> None:
    """Try the mutations first to last - 1 of width.

    outcomes: room for one row.
    """
    count = np.int64(scene.units.counts[0])
    sides = len(scene.stakes)
    columns = np.empty(count, np.int64)
    raw = np.empty(count, np.int32)
    plan = np.empty((1, count), np.int32)
    boards = np.zeros(1, np.int64)
    powers = np.zeros(SEATS, np.float64)
    fresh = np.zeros(sides, np.float64)
    planes = np.zeros(SEATS * 4, np.int64)
    for step in range(first, last):
        side = step % sides
        mine = np.int64(0)
        for unit in range(count):
            if scene.sides[unit] == side:
                columns[mine] = unit
                mine += 1
        if mine == 0:
            continue
        chosen = max(np.int64(1), -(-mine * (width - step) // width))
        raw[:] = pool.raw[0]
        for index in range(chosen):
            other = index + draw(chance, mine - index)
            columns[index], columns[other] = columns[other], columns[index]
            unit = columns[index]
            start = scene.raw_starts[unit]
            raw[unit] = scene.raw[start + draw(chance, scene.raw_starts[unit + 1] - start)]
        plan[0] = pool.best[0]
        for index in range(mine):
            plan[0, columns[index]] = raw[columns[index]]
        repair(scene, plan[0], side, chance)
        resolve_rows(scene.units, boards, plan, scene.policies, outcomes)
        if outcomes.undecided[0]:
            continue
        _values(scene, outcomes, 0, planes, powers)
        for each in range(sides):
            total = 0.0
            for power in range(SEATS):
                total += scene.stakes[each, power] * powers[power]
            fresh[each] = total
        if fresh[side] > pool.values[side] + _GAIN:
            pool.raw[0] = raw
            pool.best[0] = plan[0]
            pool.values[:] = fresh
            pool.past[pool.changes[0] % len(pool.past)] = plan[0]
            pool.changes[0] += 1
