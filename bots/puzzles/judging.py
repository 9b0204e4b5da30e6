"""Judge the goal of a puzzle over many outcomes at once."""

from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from adjudication.batch import Boards, Outcomes, owners_after
from adjudication.encoding import CENTERS, POWER_INDEX, PROVINCE_AT, PROVINCES, REGIONS
from adjudication.facts import reachable_provinces
from adjudication.powers import Power
from bots.puzzles.goal import VICTORY, Goal

__all__ = ["reached"]

Flags: TypeAlias = npt.NDArray[np.bool_]


def reached(goal: Goal, boards: Boards, outcomes: Outcomes) -> Flags:
    """True for each row that reaches the goal: bool (rows,).

    boards: the one position they are of.
    """
    if goal.kind == "deal":
        ours, theirs = goal.halves
        return reached(ours, boards, outcomes) & reached(theirs, boards, outcomes)
    power = POWER_INDEX[goal.power]
    if goal.kind == "stop":
        return _stopped(boards, outcomes, POWER_INDEX[cast(Power, goal.rival)])
    place = PROVINCES.index(goal.place)
    there = _standing(boards, outcomes, place)
    mine = boards.powers[0] == power
    if goal.kind != "keep":
        return np.asarray((there & mine).any(axis=1))
    lost = (there & ~mine).any(axis=1)
    vacant = ~there.any(axis=1)
    if vacant.any():
        lost |= vacant & (_retreating(boards, outcomes, place) & ~mine).any(axis=1)
    return np.asarray(~lost)


def _standing(boards: Boards, outcomes: Outcomes, place: int) -> Flags:
    """Units that stand in a place at the end: bool (rows, units)."""
    count = int(boards.counts[0])
    found = np.zeros(outcomes.after.shape, np.bool_)
    found[:, :count] = (PROVINCE_AT[outcomes.after[:, :count]] == place) & (outcomes.attackers[:, :count] < 0)
    return found


def _retreating(boards: Boards, outcomes: Outcomes, place: int) -> Flags:
    """Units that may retreat to an empty place: bool (rows, units)."""
    found = np.zeros(outcomes.after.shape, np.bool_)
    contested = (outcomes.contested[:, place // 64] >> (place % 64) & 1).astype(np.bool_)
    for column in range(int(boards.counts[0])):
        kind, region = ("F" if boards.fleets[0, column] else "A"), REGIONS[boards.regions[0, column]]
        if PROVINCES[place] not in reachable_provinces("F" if kind == "F" else "A", region):
            continue
        attackers = outcomes.attackers[:, column].astype(np.int64)
        beaten = attackers >= 0
        came_from = PROVINCE_AT[boards.regions[0, attackers]] == place
        by_sea = (outcomes.by_sea >> np.maximum(attackers, 0) & 1).astype(np.bool_)
        found[:, column] = beaten & ~contested & ~(came_from & ~by_sea)
    return found


def _stopped(boards: Boards, outcomes: Outcomes, rival: int) -> Flags:
    """True where the rival stays below 18 centers, whatever its retreats."""
    owners = owners_after(boards, outcomes)
    count = (owners == rival).sum(axis=1)
    mine = boards.powers[0] == rival
    rows = np.flatnonzero(((outcomes.attackers >= 0) & mine).any(axis=1) & (count < VICTORY))
    if rows.size:
        some = _of_rows(outcomes, rows)
        ways = np.zeros((len(rows), int(mine.sum()), len(CENTERS)), np.bool_)
        for center, place in enumerate(PROVINCES.index(each) for each in CENTERS):
            free = (owners[rows, center] != rival) & ~_standing(boards, some, place).any(axis=1)
            if free.any():
                ways[:, :, center] = _retreating(boards, some, place)[:, mine] & free[:, np.newaxis]
        most = np.minimum(ways.any(axis=2).sum(axis=1), ways.any(axis=1).sum(axis=1))
        for row in np.flatnonzero((most > 1) & (count[rows] + most >= VICTORY)):
            most[row] = _at_once(ways[row])
        count[rows] += most
    return np.asarray(count < VICTORY)


def _at_once(ways: Flags) -> int:
    """Match units with centers of their own; returns how many.

    ways: where each can go, bool (units, centers)."""
    taken: dict[int, int] = {}

    def settles(unit: int, seen: set[int]) -> bool:
        for center in np.flatnonzero(ways[unit]).tolist():
            if center not in seen:
                seen.add(center)
                if center not in taken or settles(taken[center], seen):
                    taken[center] = unit
                    return True
        return False

    return sum(settles(unit, set()) for unit in range(len(ways)))


def _of_rows(outcomes: Outcomes, rows: npt.NDArray[np.int64]) -> Outcomes:
    return Outcomes(
        outcomes.after[rows],
        outcomes.attackers[rows],
        outcomes.contested[rows],
        outcomes.by_sea[rows],
        outcomes.undecided[rows],
    )
