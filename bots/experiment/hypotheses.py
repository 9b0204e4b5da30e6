"""Test an experiment's hypotheses: exact p-values and intervals.

Between seats: where the powers of a game are drawn, its seven results might as well be those of any of its players, so
that the sum of k of them has a known distribution in each game, and the sum over games one by convolution. Between two
sessions: were they alike, the games of both might as well have been shared out in any other way; sums of so many of
them, drawn from all, have a known distribution too. Nothing is assumed of how results are distributed, and nothing is
simulated. Between matched sessions: `pairing`.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from math import erf, lcm, sqrt
from statistics import fmean, pvariance
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudication.powers import POWERS
from bots.experiment.figures import Figures
from bots.experiment.file.declaration import SHARES, Declaration, Side, Test
from bots.experiment.pairing import pairs_of
from bots.experiment.results import NOT_COUNTED, Mean, games_not_counted
from bots.experiment.statistics import difference_of_shares

__all__ = ["Verdict", "between_pairs", "between_seats", "between_sessions", "verdicts_of"]

_STEPS: Final = 4e9
"""Additions above which a distribution is taken as normal; so many games are enough for that."""
_THIRDS: Final = lcm(*range(1, len(POWERS) + 1))

Array = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of a test.

    games: number of games, or of pairs of games. difference: of the means per player and game, with its 95 % interval
    (a share's stays inside -1 and 1). p: the chance of as large a difference by luck, None without games. adjusted: p
    after Holm's correction for all tests of the experiment. exact: False if p is taken from the normal distribution.
    note: why there is no p, or why some games are not counted; "" where all are.
    """

    test: Test
    games: int
    difference: float
    low: float | None
    high: float | None
    p: float | None
    adjusted: float | None
    exact: bool
    note: str = ""

    @property
    def unit(self) -> str:
        """The things that `games` counts, in words."""
        return f"{'pair' if self.test.compare == 'pairs' else 'game'}{'' if self.games == 1 else 's'}"

    @property
    def why_no_interval(self) -> str:
        """Reason why a difference has no interval."""
        return "one game, or all are equal"


def verdicts_of(declaration: Declaration, games: Sequence[Figures]) -> list[Verdict]:
    """The verdict on each test of a declaration, in its order."""
    by_session: dict[str, list[Figures]] = {}
    for game in games:
        by_session.setdefault(game.session, []).append(game)
    planned = {session.name: session.games for session in declaration.sessions}
    verdicts: list[Verdict] = []
    for test in declaration.tests:
        played = [by_session.get(name, []) for name in test.sessions]
        chosen = [[game for game in found if game.value(POWERS[0], test.variable) is not None] for found in played]
        if test.compare == "seats":
            played, chosen = [list(chain(*played))], [list(chain(*chosen))]
        if any(found and not known for found, known in zip(played, chosen, strict=True)):
            verdicts.append(_nothing(test, NOT_COUNTED))
        elif test.compare == "pairs":
            one, other = test.sessions
            verdicts.append(_pairs(test, *played, planned=(planned[one], planned[other])))
        else:
            verdict = _seats(test, *chosen) if test.compare == "seats" else _sessions(test, *chosen)
            left = sum(map(len, played)) - sum(map(len, chosen))
            notes = (verdict.note, games_not_counted(left) if left else "")
            verdicts.append(replace(verdict, note="; ".join(filter(None, notes))))
    return _holm(verdicts)


def _nothing(test: Test, note: str = "no games yet") -> Verdict:
    return Verdict(test, 0, 0.0, None, None, None, None, exact=True, note=note)


def _pairs(test: Test, one: Sequence[Figures], other: Sequence[Figures], *, planned: tuple[int, int]) -> Verdict:
    pairs = pairs_of(test, one, other, planned)
    if not pairs.differences:
        return _nothing(test, pairs.left or "no games yet")
    # Sums over the seats are whole in these units, means are not.
    p, exact = between_pairs(_whole(value * pairs.seats for value in pairs.differences), test.expect)
    verdict = _verdict(test, len(pairs.differences), Mean.of(pairs.differences), p, exact=exact)
    return replace(verdict, note=pairs.left)


def _seats(test: Test, games: Sequence[Figures]) -> Verdict:
    if not games:
        return _nothing(test)
    values, chosen, differences = [], [], []
    for game in games:
        all_of_game = [game.of[power].get(test.variable, 0) for power in POWERS]
        mine = [value for power, value in zip(POWERS, all_of_game, strict=True) if game.players[power] == test.of]
        rest = [value for power, value in zip(POWERS, all_of_game, strict=True) if game.players[power] != test.of]
        values.append(_whole(all_of_game))
        chosen.append((len(mine), sum(_whole(mine))))
        differences.append(fmean(mine) - fmean(rest))
    p, exact = between_seats(values, [count for count, _ in chosen], sum(total for _, total in chosen), test.expect)
    return _verdict(test, len(games), Mean.of(differences), p, exact=exact)


def _sessions(test: Test, one: Sequence[Figures], other: Sequence[Figures]) -> Verdict:
    if not one or not other:
        return _nothing(test, f"no games yet of '{test.sessions[bool(one)]}'" if one or other else "no games yet")

    def of(games: Iterable[Figures]) -> list[list[float]]:
        return [
            [game.of[power].get(test.variable, 0) for power in POWERS if game.players[power] == test.of]
            for game in games
        ]

    here, there = of(one), of(other)
    p, exact = between_sessions(
        [sum(_whole(values)) for values in here], [sum(_whole(values)) for values in there], test.expect
    )
    means = Mean.of([fmean(values) for values in here]), Mean.of([fmean(values) for values in there])
    if test.variable in SHARES:
        low, high = difference_of_shares(
            (means[0].value * len(one), len(one)), (means[1].value * len(other), len(other))
        )
        return Verdict(test, len(one) + len(other), means[0].value - means[1].value, low, high, p, None, exact=exact)
    spread = sqrt(means[0].error ** 2 + means[1].error ** 2)
    return _verdict(test, len(one) + len(other), Mean(means[0].value - means[1].value, spread), p, exact=exact)


def _verdict(test: Test, games: int, mean: Mean, p: float, *, exact: bool) -> Verdict:
    low, high = mean.interval(games) or (None, None)
    if low is not None and high is not None and test.variable in SHARES:
        low, high = max(-1.0, low), min(1.0, high)
    return Verdict(test, games, mean.value, low, high, p, None, exact=exact)


def _whole(values: Iterable[float]) -> list[int]:
    """In units of which shares of a place are whole numbers."""
    return [round(value * _THIRDS) for value in values]


def between_seats(values: Sequence[Sequence[int]], counts: Sequence[int], total: int, side: Side) -> tuple[float, bool]:
    """The chance that `counts[g]` results drawn from those of each game g sum up to a total as far out; and whether it
    is exact."""
    unit = _divisor(value for game in values for value in game)
    drawn = [
        [sum(subset) // unit for subset in combinations(game, count)]
        for game, count in zip(values, counts, strict=True)
    ]
    length = sum(max(sums) - min(sums) for sums in drawn)
    if length * sum(len(set(sums)) for sums in drawn) > _STEPS:
        spread = sqrt(sum(pvariance(sums) for sums in drawn))
        return _normal(total // unit - sum(map(fmean, drawn)), spread, side), False
    chance, offset = np.ones(1), 0
    for sums in drawn:
        least = min(sums)
        wider = np.zeros(len(chance) + max(sums) - least)
        for value, ways in Counter(sums).items():
            wider[value - least : value - least + len(chance)] += chance * (ways / len(sums))
        chance, offset = wider, offset + least
    return _tail(chance, total // unit - offset, side), True


def between_sessions(one: Sequence[int], other: Sequence[int], side: Side) -> tuple[float, bool]:
    """The chance that so many results as `one` has, drawn from both, sum up to a total as far out; and whether it is
    exact."""
    least = min(*one, *other)
    unit = _divisor(value - least for value in (*one, *other))
    values = sorted((value - least) // unit for value in (*one, *other))
    size, total = len(one), sum((value - least) // unit for value in one)
    most = sum(values[-size:])
    if len(values) * (size + 1) * (most + 1) > _STEPS:
        middle, n = fmean(values), len(values)
        spread = sum((value - middle) ** 2 for value in values) / (n - 1) * size * (n - size) / n
        return _normal(total - size * middle, sqrt(spread), side), False
    chance = np.zeros((size + 1, most + 1))
    chance[0, 0] = 1.0
    drawn = np.arange(size + 1)
    for at, value in enumerate(values):
        taken = np.clip((size - drawn) / (len(values) - at), 0.0, 1.0)[:, None]
        after = chance * (1 - taken)
        moved = chance[:-1] * taken[:-1]
        after[1:, value:] += moved[:, : most + 1 - value]
        chance = after
    return _tail(chance[size], total, side), True


def between_pairs(differences: Sequence[int], side: Side) -> tuple[float, bool]:
    """Chance of a sum as far out, each sign being drawn.

    differences: one a pair. Returns whether it is exact, too.
    """
    unit = _divisor(differences)
    sizes = [abs(value) // unit for value in differences]
    length = sum(sizes) + 1
    if length * 2 * len(sizes) > _STEPS:
        return _normal(sum(differences) / unit, sqrt(sum(size**2 for size in sizes)), side), False
    chance = np.ones(1)
    for size in filter(None, sizes):
        wider = np.zeros(len(chance) + size)
        wider[: len(chance)] += chance / 2
        wider[size:] += chance / 2
        chance = wider
    return _tail(chance, sum(value // unit for value in differences if value > 0), side), True


def _divisor(values: Iterable[int]) -> int:
    return int(np.gcd.reduce([*values, 0])) or 1


def _tail(chance: Array, total: int, side: Side) -> float:
    more, less = float(chance[max(0, total) :].sum()), float(chance[: max(0, total + 1)].sum())
    found = {"more": more, "less": less, "other": 2 * min(more, less)}[side]
    return min(1.0, found)


def _normal(beyond: float, spread: float, side: Side) -> float:
    if not spread:
        return 1.0
    more = 0.5 * (1 - erf(beyond / spread / sqrt(2)))
    return {"more": more, "less": 1 - more, "other": 2 * min(more, 1 - more)}[side]


def _holm(verdicts: Sequence[Verdict]) -> list[Verdict]:
    known: Mapping[int, float] = {at: each.p for at, each in enumerate(verdicts) if each.p is not None}
    adjusted: dict[int, float] = {}
    highest = 0.0
    for rank, at in enumerate(sorted(known, key=lambda each: known[each])):
        highest = max(highest, min(1.0, known[at] * (len(known) - rank)))
        adjusted[at] = highest
    return [replace(each, adjusted=adjusted.get(at)) for at, each in enumerate(verdicts)]
