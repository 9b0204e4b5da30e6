"""Judge the goal of a puzzle over many outcomes at once."""

from typing import TypeAlias, cast

import numpy as np
import numpy.typing as npt

from adjudication.batch import Boards, Outcomes, owners_after
from adjudication.batch.encoding import CENTERS, POWER_INDEX, PROVINCE_AT, PROVINCES, REGIONS
from adjudication.facts import reachable_provinces
from adjudication.powers import Power
from bots.puzzles.goal import VICTORY, Goal

__all__ = ["reached"]

Flags: TypeAlias = npt.NDArray[np.bool_]


def reached(goal: Goal, boards: Boards, outcomes: Outcomes) -> Flags:
    """True for each row that reaches the goal: bool (rows,).

    boards: the one position they are of.
    """
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
    """True where the rival stays below 18 centers.

    Its retreats are counted as it would wish them."""
    owners = owners_after(boards, outcomes)
    count = (owners == rival).sum(axis=1)
    beaten = ((outcomes.attackers >= 0) & (boards.powers[0] == rival)).any(axis=1)
    for row in np.flatnonzero(beaten & (count < VICTORY)):
        some = _row(outcomes, int(row))
        for center, place in enumerate(PROVINCES.index(each) for each in CENTERS):
            if owners[row, center] == rival or _standing(boards, some, place).any():
                continue
            count[row] += bool((_retreating(boards, some, place) & (boards.powers[0] == rival)).any())
    return np.asarray(count < VICTORY)


def _row(outcomes: Outcomes, row: int) -> Outcomes:
    one = slice(row, row + 1)
    return Outcomes(
        outcomes.after[one],
        outcomes.attackers[one],
        outcomes.contested[one],
        outcomes.by_sea[one],
        outcomes.undecided[one],
    )
