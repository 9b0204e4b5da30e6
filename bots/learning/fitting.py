"""A learnt worth: what each power will have, judged from what a movement phase left (`bots.hana.search.features`).

The target is what a power has in the years to come, the nearer ones counting more: the centers at the end of this year
and each later one, every year counting `FADES` of the one before; the last year of the game stands for all after it,
and a solo for 34 centers to the winner and none to the rest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Final, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from bots.hana.search.features import FEATURES, features_of
from bots.hana.search.learnt import NO_NET, Net
from bots.learning.archives import Phases

__all__ = ["FADES", "SOLO", "Lessons", "centers_alone", "explained", "fit_linear", "fit_net", "targets_of", "worth_by"]

Reals: TypeAlias = npt.NDArray[np.float32]
Numbers: TypeAlias = npt.NDArray[np.float64]
Words: TypeAlias = npt.NDArray[np.int64]

FADES: Final = 0.8
SOLO: Final = 34.0
_VICTORY: Final = 18
_HELD: Final = 10
_TRACE: Final = 0.7
_BATCH: Final = 1024
_RATE: Final = 3e-3
_DECAY: Final = 1e-4
_CENTERS: Final = 0
"""The column of the features that says how many centers a power has."""


def targets_of(phases: Phases, fades: float = FADES, solo: float = SOLO, values: Reals | None = None) -> Numbers:
    """Learning targets: float64 (phases, 7), in centers of years to come.

    values: float32 (phases, 7), an earlier net's estimates. With them, a target leans on the estimates of the phases
    that followed (TD(lambda)): half a year on counts `_TRACE`, and so forth. That leaves out most of the luck of the
    years after.
    """
    targets = np.zeros((len(phases), 7))
    years = phases.boards.turns // 2
    last = np.flatnonzero(np.append(phases.games[1:] != phases.games[:-1], True))
    first = np.concatenate([[0], last[:-1] + 1])
    for begin, end in zip(first, last, strict=True):
        after = phases.centers[end].astype(np.float64)
        if after.max() >= _VICTORY:
            after = np.where(after == after.max(), solo, 0.0)
        for row in range(end, begin - 1, -1):
            if row < end and values is not None:
                after = _TRACE * after + (1 - _TRACE) * values[row + 1]
            if row == end or years[row] != years[row + 1]:
                after = fades * after + (1 - fades) * phases.centers[row]
            targets[row] = after
    return targets


@dataclass(frozen=True, eq=False, slots=True)
class Lessons:
    """Training data: one row for each living power in each phase.

    games: game of each row; a tenth of the games is held back.
    """

    features: Reals
    seasons: Words
    powers: Words
    targets: Numbers
    games: Words

    @classmethod
    def of(cls, phases: Phases, fades: float, solo: float, rounds: int = 0) -> Self:
        """The lessons of phases. rounds: how often the targets are reviewed by what a linear worth says."""
        seen = features_of(phases.boards, phases.after, phases.attackers)
        alive = seen[:, :, _CENTERS] > 0
        shape = alive.shape
        seasons = np.broadcast_to((phases.boards.turns % 2)[:, np.newaxis], shape).astype(np.int64)
        powers = np.broadcast_to(np.arange(7), shape)
        games = np.broadcast_to(phases.games[:, np.newaxis], shape)
        lessons = cls(seen[alive], seasons[alive], powers[alive], targets_of(phases, fades, solo)[alive], games[alive])
        for _ in range(rounds):
            values = np.zeros(shape, np.float32)
            values[alive] = worth_by(fit_linear(lessons), lessons)
            lessons = replace(lessons, targets=targets_of(phases, fades, solo, values)[alive])
        return lessons

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Those of several kinds of games; each keeps its own held back."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))

    def part(self, which: npt.NDArray[np.bool_]) -> Self:
        """Some of the rows."""
        return type(self)(*(getattr(self, field.name)[which] for field in fields(self)))

    def split(self) -> tuple[Self, Self]:
        """Those to learn from, and those held back: of other games."""
        held = self.games % _HELD == 0
        return self.part(~held), self.part(held)


def worth_by(net: Net, lessons: Lessons) -> Reals:
    """A net's worth of lessons: float32 (rows,)."""
    hidden = np.maximum(lessons.features @ net.inner + net.bias[lessons.seasons, lessons.powers], 0)
    worth: Reals = lessons.features @ net.skip + net.heads[lessons.seasons, lessons.powers] + hidden @ net.out
    return worth


def explained(net: Net, lessons: Lessons) -> float:
    """R squared: the share of the targets' variance that a net explains."""
    missed = worth_by(net, lessons) - lessons.targets
    return float(1 - (missed**2).sum() / ((lessons.targets - lessons.targets.mean()) ** 2).sum())


def centers_alone(lessons: Lessons) -> Net:
    """The best worth that knows of centers only: what everything else has to beat."""
    blind = replace(lessons, features=lessons.features * (np.arange(len(FEATURES)) == _CENTERS).astype(np.float32))
    return fit_linear(blind)


def fit_linear(lessons: Lessons) -> Net:
    """The best linear worth, by least squares with a little ridge."""
    which = lessons.seasons * 7 + lessons.powers
    width = lessons.features.shape[1]
    rows = np.concatenate([lessons.features, np.eye(14, dtype=np.float32)[which]], axis=1).astype(np.float64)
    square = rows.T @ rows + len(rows) * np.diag([1e-5] * width + [1e-7] * 14)
    found = np.linalg.solve(square, rows.T @ lessons.targets).astype(np.float32)
    return NO_NET._replace(
        skip=found[:width], heads=found[width:].reshape(2, 7), inner=np.zeros((width, 0), np.float32)
    )


def fit_net(lessons: Lessons, hidden: int, epochs: int, seed: int) -> Net:
    """A small network, begun as the linear worth: by Adam, in batches, the rate falling as a cosine; inputs are
    brought to one scale while it learns."""
    chance = np.random.default_rng(seed)
    start = fit_linear(lessons)
    mean, scale = lessons.features.mean(axis=0), lessons.features.std(axis=0) + 1e-3
    rows = ((lessons.features - mean) / scale).astype(np.float32)
    which = lessons.seasons * 7 + lessons.powers
    width = rows.shape[1]
    values: list[Reals] = [
        (start.skip * scale).astype(np.float32),
        (start.heads.reshape(14) + start.skip @ mean).astype(np.float32),
        np.zeros(hidden, np.float32),
        chance.normal(0, 1 / np.sqrt(width), (hidden, width)).astype(np.float32),
        np.zeros((14, hidden), np.float32),
    ]
    means, squares = [np.zeros_like(each) for each in values], [np.zeros_like(each) for each in values]
    goal = lessons.targets.astype(np.float32)
    steps = epochs * (len(rows) // _BATCH)
    order = chance.permutation(len(rows))
    for step in range(1, steps + 1):
        begin = (step - 1) * _BATCH % (len(rows) // _BATCH * _BATCH)
        if begin == 0:
            order = chance.permutation(len(rows))
        slopes = _slopes(values, rows[order[begin : begin + _BATCH]], which, order[begin : begin + _BATCH], goal)
        rate = _RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
        for index, slope in enumerate(slopes):
            means[index] = 0.9 * means[index] + 0.1 * slope
            squares[index] = 0.999 * squares[index] + 0.001 * slope**2
            spread = np.sqrt(squares[index] / (1 - 0.999**step)) + 1e-8
            values[index] -= rate * (means[index] / (1 - 0.9**step) / spread + _DECAY * values[index])
    skip, heads, out, inner, bias = values
    plain = inner / scale
    return Net(
        (skip / scale).astype(np.float32),
        (heads - (skip / scale) @ mean).reshape(2, 7).astype(np.float32),
        out,
        plain.T.astype(np.float32),
        (bias - plain @ mean).reshape(2, 7, hidden).astype(np.float32),
    )


def _slopes(values: list[Reals], rows: Reals, which: Words, chosen: Words, goal: Reals) -> list[Reals]:
    """Half the slope of the mean square error of a batch, by each of the network's arrays."""
    skip, heads, out, inner, bias = values
    group = which[chosen]
    before = rows @ inner.T + bias[group]
    active = np.maximum(before, 0)
    error = (rows @ skip + heads[group] + active @ out - goal[chosen]) / len(rows)
    back = np.outer(error, out) * (before > 0)
    by_group = np.zeros((len(rows), 14), np.float32)
    by_group[np.arange(len(rows)), group] = 1
    return [rows.T @ error, by_group.T @ error, active.T @ error, back.T @ rows, by_group.T @ back]
