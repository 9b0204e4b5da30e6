"""Fit the chances on games of bots, and test them on others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from bots.learning.archives import Phases
from bots.review.chances import signals_of, softmax, years_after

__all__ = ["BINS", "Lessons", "fitted", "loss_of", "table_of"]

Numbers: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]

BINS: Final = (0, 2, 5, 10, 15, 20, 25, 35, 45, 60, 80, 101)
"""Borders of the chances given, in percent, for the table."""

_VICTORY: Final = 18
_ENDS: Final = 4
"""Last years that each game is read with: its own, and others chosen evenly."""
_FIRST_END: Final = 1904
_RIDGE: Final = 1e-4
_STEPS: Final = 30


@dataclass(frozen=True, eq=False, slots=True)
class Lessons:
    """Movements, with who came in first.

    signals: (rows, 7, signals); centers, first: (rows, 7); games: (rows,).
    """

    signals: Numbers
    centers: Numbers
    first: Numbers
    games: npt.NDArray[np.int64]

    @classmethod
    def of(cls, phases: Phases) -> Self:
        """Lessons of games, each read as if it ended in several years.

        The boards before are the same.
        """
        parts = []
        for begin, end in _games(phases):
            turns = phases.boards.turns[begin:end]
            years = np.unique(turns[turns >= 2 * _FIRST_END] // 2)
            last = int(turns[-1] // 2)
            some = years[np.linspace(0, len(years) - 1, _ENDS).round().astype(int)] if len(years) else []
            for year in sorted({*map(int, some), last}):
                rows = np.arange(begin, begin + int((turns <= 2 * year + 1).sum()))
                parts.append((rows, np.full(len(rows), float(year)), _first(phases.centers[rows[-1]])))
        rows = np.concatenate([each for each, _, _ in parts])
        until = np.concatenate([each for _, each, _ in parts])
        first = np.concatenate([np.repeat(each[np.newaxis], len(rows), 0) for rows, _, each in parts])
        boards = phases.boards
        picked = type(boards)(
            boards.regions[rows], boards.powers[rows], boards.fleets[rows], boards.counts[rows],
            boards.owners[rows], boards.turns[rows],
        )  # fmt: skip
        left = years_after(picked.turns.astype(np.float64), until)
        signals, centers = signals_of(picked, phases.after[rows], phases.attackers[rows], left)
        return cls(signals, centers, first, phases.games[rows])

    def split(self, every: int) -> tuple[Self, Self]:
        """Those to learn from, and those held out: each so-manieth game."""
        held = self.games % every == 0
        return self._part(~held), self._part(held)

    def _part(self, which: Flags) -> Self:
        return type(self)(self.signals[which], self.centers[which], self.first[which], self.games[which])


def _games(phases: Phases) -> Iterator[tuple[int, int]]:
    """Rows of each game: the first, and the one after the last."""
    borders = np.flatnonzero(np.append(phases.games[1:] != phases.games[:-1], True)) + 1
    yield from zip([0, *borders[:-1].tolist()], borders.tolist(), strict=True)


def _first(centers: npt.NDArray[np.int8]) -> Numbers:
    """Shares of the first place: float64 (7,)."""
    first = (centers == centers.max()).astype(np.float64)
    return np.asarray(first / first.sum(), np.float64)


def fitted(lessons: Lessons) -> Numbers:
    """Weights of the greatest likelihood, by Newton's method with a little ridge."""
    signals, count = lessons.signals, lessons.signals.shape[2]
    weights = np.zeros(count)
    for _ in range(_STEPS):
        chances = softmax(signals, lessons.centers, weights)
        slope = np.einsum("rp,rps->s", lessons.first - chances, signals) / len(signals) - _RIDGE * weights
        mean = np.einsum("rp,rps->rs", chances, signals)
        bend = np.einsum("rp,rps,rpt->st", chances, signals, signals) - mean.T @ mean
        step = np.linalg.solve(bend / len(signals) + _RIDGE * np.eye(count), slope)
        weights += step
        if np.abs(step).max() < 1e-6:
            break
    return weights


def loss_of(lessons: Lessons, weights: Numbers) -> float:
    """Mean negative logarithm of the chance given to who came first.

    With equal chances it is 1.95.
    """
    chances = softmax(lessons.signals, lessons.centers, weights)
    return float(-(lessons.first * np.log(np.maximum(chances, 1e-12))).sum(axis=1).mean())


def table_of(
    lessons: Lessons, weights: Numbers, bins: Sequence[int] = BINS
) -> list[tuple[int, int, int, float, float]]:
    """Table of the chances given and what came of them.

    Rows: from, to (percent), how many times, the mean given and the share that came in first (percent).

    Powers without a center are left out.
    """
    chances = 100 * softmax(lessons.signals, lessons.centers, weights)
    alive = lessons.centers > 0
    given, first = chances[alive], 100 * lessons.first[alive]
    found = []
    for low, high in pairwise(bins):
        here = (given >= low) & (given < high)
        if here.any():
            found.append((low, min(high, 100), int(here.sum()), float(given[here].mean()), float(first[here].mean())))
    return found
