"""A position as arrays, and what an ending is worth.

Board planes, int8 0 or 1, shape (81, 27): one row a region of `adjudication.encoding.REGIONS` (the 75 provinces, then
the six split coasts); the columns are PLANES. A unit on a split coast stands in the coast's row alone; owners of
centers and contested provinces stand in the row of the province.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.encoding import CENTERS, POWER_INDEX, REGION_INDEX, REGIONS
from adjudication.env.actions import SLOTS
from adjudication.legality import needed_adjustments
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.powers import POWERS
from adjudication.rulebook import Rulebook

__all__ = [
    "CONTESTED",
    "DISLODGED",
    "FIRST_YEAR",
    "LAST_YEAR",
    "OWNER",
    "PHASES",
    "PLANES",
    "REWARDS",
    "Reward",
    "board_planes",
    "center_counts",
    "check_settings",
    "due_counts",
    "final_rewards",
    "phase_number",
]

Bytes: TypeAlias = npt.NDArray[np.int8]
Floats: TypeAlias = npt.NDArray[np.float32]
Reward: TypeAlias = Literal["centers", "win", "draw", "squares"]

REWARDS: Final[Mapping[Reward, str]] = {
    "centers": "each step: supply centers gained, minus those lost",
    "win": "at the end: 1 for the winner, 0 for the others",
    "draw": "at the end: 1 for the winner; without one, 1 shared equally among the powers that own a center",
    "squares": "at the end: 1 for the winner; without one, the square of a power's centers over the sum of all squares",
}

PHASES: Final = ("SM", "SR", "FM", "FR", "WA")
"""Phases of a year by number: spring movement and retreats, fall movement and retreats, adjustments."""

FIRST_YEAR: Final = 1901
LAST_YEAR: Final = 9_998

DISLODGED: Final = 9
OWNER: Final = 18
CONTESTED: Final = 26
PLANES: Final = (
    "army",
    "fleet",
    *(f"unit of {power}" for power in POWERS),
    "dislodged army",
    "dislodged fleet",
    *(f"dislodged unit of {power}" for power in POWERS),
    *(f"center of {power}" for power in POWERS),
    "center of nobody",
    "contested",
)


def check_settings(last_year: int, reward: str, rulebook: Rulebook) -> None:
    """Raise ValueError for settings that no environment can have."""
    if reward not in REWARDS:
        raise ValueError(f"reward: {reward!r} is not one of {', '.join(REWARDS)}")
    if not FIRST_YEAR <= last_year <= LAST_YEAR:
        raise ValueError(f"last_year: {last_year} is not between {FIRST_YEAR} and {LAST_YEAR}")
    if rulebook.victory_centers > SLOTS + 1:
        raise ValueError(f"rulebook: {SLOTS + 1} centers at most may be needed to win, not {rulebook.victory_centers}")


def board_planes(position: Position) -> Bytes:
    """The board planes of a position: int8 (81, 27)."""
    at: list[int] = []
    units = [(unit, 0) for unit in position.units]
    units += [(each.unit, DISLODGED) for each in position.dislodged]
    for unit, first in units:
        row = REGION_INDEX[unit.region] * len(PLANES) + first
        at += (row + (unit.kind == "F"), row + 2 + POWER_INDEX[unit.power])
    for center in CENTERS:
        owner = position.centers.get(center)
        owned = len(POWERS) if owner is None else POWER_INDEX[owner]
        at.append(REGION_INDEX[center] * len(PLANES) + OWNER + owned)
    at += (REGION_INDEX[province] * len(PLANES) + CONTESTED for province in position.contested)
    board = np.zeros(len(REGIONS) * len(PLANES), np.int8)
    board[at] = 1
    return board.reshape(len(REGIONS), len(PLANES))


def phase_number(phase: Phase) -> int:
    """The index of a phase in PHASES."""
    return PHASES.index(phase.season + phase.kind)


def due_counts(position: Position) -> Bytes:
    """Builds (+) or removals (-) due to each power: int8 (7,).

    Zeros outside adjustment phases.
    """
    if position.phase.kind != "A":
        return np.zeros(len(POWERS), np.int8)
    return np.array([needed_adjustments(position, power) for power in POWERS], np.int8)


def center_counts(position: Position) -> npt.NDArray[np.int64]:
    """Centers of each power: int64 (7,)."""
    counts = Counter(position.centers.values())
    return np.array([counts[power] for power in POWERS], np.int64)


def final_rewards(reward: Reward, centers: npt.NDArray[np.int64], winners: npt.NDArray[np.bool_]) -> Floats:
    """Rewards of games that end now: float32 (games, 7).

    centers: int64 (games, 7). winners: bool, same shape, a row of False for a game that nobody won. "centers" is paid
    step by step, so it gives zeros here.
    """
    return _ENDINGS[reward](centers, winners).astype(np.float32)


def _shared(winners: npt.NDArray[np.bool_], weights: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """1 for a winner, else shares in proportion to the weights."""
    sums = np.maximum(weights.sum(axis=1, keepdims=True), 1)
    return np.where(winners.any(axis=1, keepdims=True), winners, weights / sums).astype(np.float64)


_Ending: TypeAlias = Callable[[npt.NDArray[np.int64], npt.NDArray[np.bool_]], npt.NDArray[Any]]

_ENDINGS: Final[Mapping[Reward, _Ending]] = {
    "centers": lambda centers, _: np.zeros(centers.shape, np.float32),
    "win": lambda _, winners: winners.astype(np.float32),
    "draw": lambda centers, winners: _shared(winners, (centers > 0).astype(np.int64)),
    "squares": lambda centers, winners: _shared(winners, centers**2),
}
