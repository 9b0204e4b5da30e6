"""DumbBot's decisions, compiled: movement, retreats, builds and removals of one power on one board.

The same algorithm as `bots.dumbbot` and `bots.walk`, drawing from a counter-based source of chance:
orders have the same probabilities as the slow player's, not the same draws.
"""

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch.legal import STEPS
from adjudication.encoding import (
    FLEET,
    HOLD,
    MOVE,
    PROVINCE_AT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    SUPPORTED_FLEET,
)
from bots.swarm.tables import DEFERRALS, PLACE_COUNT, swarm
from bots.swarm.worth import Opinion, Row
from bots.walk import ALTERNATIVE_DIFFERENCE, PLAY_ALTERNATIVE

__all__ = ["Chance", "draw", "insert", "order_units", "remove", "shuffle", "walk"]

Bytes: TypeAlias = npt.NDArray[np.int8]
Codes: TypeAlias = npt.NDArray[np.int32]
Flags: TypeAlias = npt.NDArray[np.bool_]
Words: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.float64]
Chance: TypeAlias = npt.NDArray[np.uint64]
"""The state of one source of chance: an array of one number (splitmix64)."""

Whole: TypeAlias = Any
"""A whole number inside compiled code, where Python's and numpy's are the same thing."""

_STRIDE = np.uint64(0x9E3779B97F4A7C15)
_FIRST_FACTOR = np.uint64(0xBF58476D1CE4E5B9)
_SECOND_FACTOR = np.uint64(0x94D049BB133111EB)
_30, _27, _33 = np.uint64(30), np.uint64(27), np.uint64(33)

UNIT_SHIFT, OTHER_SHIFT, TARGET_SHIFT = 4, 11, 18
"""Bit positions of the regions in an order's code."""

_MOST_CANDIDATES = 16


class _Mine(NamedTuple):
    """One power's units by province: who stands there and who goes there (-1: nobody), and to which region of it."""

    standing: Words
    mover: Words
    arrival: Words


@swarm
def draw(chance: Chance, below: Whole) -> Whole:
    """A whole number from 0 to below - 1."""
    chance[0] += _STRIDE
    mixed = chance[0]
    mixed = (mixed ^ (mixed >> _30)) * _FIRST_FACTOR
    mixed = (mixed ^ (mixed >> _27)) * _SECOND_FACTOR
    return np.int64(mixed >> _33) % below


@swarm
def walk(worths: Numbers, count: Whole, chance: Chance) -> Whole:
    """DumbBot's walk down a list of `count` worths; see `bots.walk.alternately`."""
    at = 0
    while at + 1 < count:
        reluctance = 0.0
        if worths[at] != 0:
            reluctance = ALTERNATIVE_DIFFERENCE * (worths[at] - worths[at + 1]) / worths[at]
        if draw(chance, 100) >= PLAY_ALTERNATIVE or draw(chance, 100) < reluctance:
            break
        at += 1
    return at


@swarm
def insert(worths: Numbers, items: Words, count: Whole, worth: float, item: Whole) -> Whole:
    """Put an item into a list sorted by falling worth, behind its equals. Returns the new length."""
    at = count
    while at > 0 and worths[at - 1] < worth:
        worths[at] = worths[at - 1]
        items[at] = items[at - 1]
        at -= 1
    worths[at] = worth
    items[at] = item
    return count + 1


@swarm
def remove(worths: Numbers, items: Words, count: Whole, at: Whole) -> Whole:
    """Take the item at an index out of a list.

    Returns the new length.
    """
    for index in range(at, count - 1):
        worths[index] = worths[index + 1]
        items[index] = items[index + 1]
    return count - 1


@swarm
def order_units(row: Row, power: Whole, opinion: Opinion, chance: Chance, codes: Codes) -> None:
    """Write a movement order for every unit of a power to its column of `codes`."""
    worth, competition = opinion.worth, opinion.competition
    regions, fleets = row.regions, row.fleets
    mine = _Mine(
        np.full(PLACE_COUNT, -1, np.int64), np.full(PLACE_COUNT, -1, np.int64), np.zeros(PLACE_COUNT, np.int64)
    )
    queue = np.empty(PLACE_COUNT, np.int64)
    waiting = 0
    for unit in range(row.units):
        if row.powers[unit] == power:
            mine.standing[PROVINCE_AT[regions[unit]]] = unit
            codes[unit] = -1
            queue[waiting] = unit
            waiting += 1
    shuffle(queue, waiting, chance)

    worths = np.empty(_MOST_CANDIDATES, np.float64)
    items = np.empty(_MOST_CANDIDATES, np.int64)
    deferrals = 0
    while waiting > 0:
        unit = queue[0]
        waiting -= 1
        for index in range(waiting):
            queue[index] = queue[index + 1]
        region = np.int64(regions[unit])
        kind = 1 if fleets[unit] else 0
        base = region << UNIT_SHIFT | (FLEET if fleets[unit] else 0)
        candidates = 0
        for near in STEPS[kind, region]:
            if near < 0:
                break
            candidates = insert(worths, items, candidates, worth[kind, near], near)
        candidates = insert(worths, items, candidates, worth[kind, region] + 1, region)
        while True:
            chosen = walk(worths, candidates, chance)
            target = items[chosen]
            if target == region:
                codes[unit] = HOLD | base
                break
            province = PROVINCE_AT[target]
            friend = mine.standing[province]
            if friend >= 0 and codes[friend] < 0:
                if deferrals < DEFERRALS:
                    deferrals += 1
                    waiting = _put_behind(queue, waiting, friend, unit)
                    break
            elif friend >= 0 and codes[friend] & 15 != MOVE:
                if competition[province] > 1:
                    codes[unit] = _support_to_hold(base, np.int64(regions[friend]), fleets[friend])
                    break
            elif mine.mover[province] >= 0:
                if competition[province] > 0:
                    helped = mine.mover[province]
                    arrival = mine.arrival[province]
                    codes[unit] = _support_to_move(base, np.int64(regions[helped]), fleets[helped], arrival)
                    break
            else:
                mine.mover[province] = unit
                mine.arrival[province] = target
                codes[unit] = MOVE | base | target << TARGET_SHIFT
                break
            candidates = remove(worths, items, candidates, chosen)

    for unit in range(row.units):
        if row.powers[unit] == power and codes[unit] & 15 == HOLD:
            _use_hold(row, unit, opinion, mine, codes)


@swarm
def _use_hold(row: Row, unit: Whole, opinion: Opinion, mine: _Mine, codes: Codes) -> None:
    """Turn a hold into a support of the most valuable place where it helps, if there is one."""
    region = np.int64(row.regions[unit])
    kind = 1 if row.fleets[unit] else 0
    base = region << UNIT_SHIFT | (FLEET if row.fleets[unit] else 0)
    best = 0.0
    found: Whole = np.int64(-1)
    for near in STEPS[kind, region]:
        if near < 0:
            break
        if found >= 0 and opinion.worth[kind, near] <= best:
            continue
        province = PROVINCE_AT[near]
        rivals = opinion.competition[province]
        helped, friend = mine.mover[province], mine.standing[province]
        if helped >= 0:
            if rivals > 0:
                arrival = mine.arrival[province]
                found = _support_to_move(base, np.int64(row.regions[helped]), row.fleets[helped], arrival)
                best = opinion.worth[kind, near]
        elif friend >= 0 and rivals > 1 and codes[friend] & 15 != MOVE:
            found = _support_to_hold(base, np.int64(row.regions[friend]), row.fleets[friend])
            best = opinion.worth[kind, near]
    if found >= 0:
        codes[unit] = found


@swarm
def _support_to_hold(base: Whole, other: Whole, other_fleet: Whole) -> Whole:
    return SUPPORT_HOLD | base | other << OTHER_SHIFT | (SUPPORTED_FLEET if other_fleet else 0)


@swarm
def _support_to_move(base: Whole, other: Whole, other_fleet: Whole, target: Whole) -> Whole:
    flags = SUPPORTED_FLEET if other_fleet else 0
    return SUPPORT_MOVE | base | other << OTHER_SHIFT | target << TARGET_SHIFT | flags


@swarm
def shuffle(items: Words, count: Whole, chance: Chance) -> None:
    for index in range(count - 1, 0, -1):
        other = draw(chance, index + 1)
        items[index], items[other] = items[other], items[index]


@swarm
def _put_behind(queue: Words, waiting: Whole, friend: Whole, unit: Whole) -> Whole:
    at = 0
    while queue[at] != friend:
        at += 1
    for index in range(waiting, at + 1, -1):
        queue[index] = queue[index - 1]
    queue[at + 1] = unit
    return waiting + 1
