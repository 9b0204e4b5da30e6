"""Cycles of a search, and mixed equilibria of their plans.

The source wished for this and did not have it: its search stopped at a random point of a cycle. Two players are solved
exactly where each mixes at most four plans; else regret matching comes near, and its regret is told.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["cycle_in", "equilibrium", "expected", "regret_of"]

Numbers: TypeAlias = npt.NDArray[np.float64]

_EPSILON: Final = 1e-9
_ROUNDS: Final = 400
_MOST_SUPPORT: Final = 4
"""Plans a side mixes at most where two are solved exactly."""


def cycle_in(states: Sequence[bytes]) -> tuple[int, int] | None:
    """Latest cycle in a walk through states.

    Its first and its last index. Rounds that share a state are one cycle. None where no state came twice, or where the
    walk has left the cycle for as long as it was in it.
    """
    first: dict[bytes, int] = {}
    last: dict[bytes, int] = {}
    for index, state in enumerate(states):
        first.setdefault(state, index)
        last[state] = index
    again = [state for state in last if last[state] > first[state]]
    if not again:
        return None
    end = max(last[state] for state in again)
    start = end
    while (earlier := min(first[state] for state in states[start : end + 1])) < start:
        start = earlier
    return (start, end) if len(states) - 1 - end < end - start else None


def equilibrium(payoffs: Numbers) -> tuple[Numbers, ...]:
    """Chances of each player's plans in a mixed equilibrium.

    payoffs: float64 (players, plans of the first, plans of the second, …), what each player gets.
    """
    if len(payoffs) == 2:
        for mixed in _by_supports(payoffs[0], payoffs[1]):
            return mixed
    return _by_regrets(payoffs)


def expected(payoff: Numbers, chances: Sequence[Numbers]) -> float:
    """Mean of a payoff under the players' chances.

    payoff: one number for each combination of plans.
    """
    for each in reversed(chances):
        payoff = payoff @ each
    return float(payoff)


def regret_of(payoffs: Numbers, chances: Sequence[Numbers]) -> float:
    """Largest gain of a player by another plan.

    The others keep their chances.
    """
    return max(
        float(answers.max() - answers @ chances[player])
        for player in range(len(payoffs))
        for answers in [_answers(payoffs[player], chances, player)]
    )


def _answers(payoff: Numbers, chances: Sequence[Numbers], player: int) -> Numbers:
    """Payoff of each plan of a player against the others' chances."""
    moved = np.moveaxis(payoff, player, 0)
    others = [each for index, each in enumerate(chances) if index != player]
    for each in reversed(others):
        moved = moved @ each
    return np.asarray(moved, np.float64)


def _by_supports(one: Numbers, two: Numbers) -> Iterator[tuple[Numbers, Numbers]]:
    """Equilibria of two players, smallest supports first, both mixing as many plans."""
    rows, columns = one.shape
    for size in range(1, min(rows, columns, _MOST_SUPPORT) + 1):
        for mine in combinations(range(rows), size):
            for theirs in combinations(range(columns), size):
                # Each makes the other indifferent.
                second = _indifferent(one[np.ix_(mine, theirs)])
                first = _indifferent(two[np.ix_(mine, theirs)].T)
                if first is None or second is None:
                    continue
                chances = np.zeros(rows), np.zeros(columns)
                chances[0][list(mine)] = first
                chances[1][list(theirs)] = second
                if regret_of(np.stack([one, two]), chances) <= _EPSILON * (1 + np.abs(one).max() + np.abs(two).max()):
                    yield chances


def _indifferent(payoff: Numbers) -> Numbers | None:
    """Chances of columns that make all rows equal, or None."""
    size = len(payoff)
    system = np.zeros((size + 1, size + 1))
    system[:size, :size] = payoff
    system[:size, size] = -1
    system[size, :size] = 1
    try:
        found = np.linalg.solve(system, np.append(np.zeros(size), 1.0))[:size]
    except np.linalg.LinAlgError:
        return None
    if (found < -_EPSILON).any():
        return None
    found = np.clip(found, 0, None)
    return np.asarray(found / found.sum(), np.float64)


def _by_regrets(payoffs: Numbers) -> tuple[Numbers, ...]:
    """Average play of regret matching.

    Near an equilibrium for two players; for more as near as `regret_of` says.
    """
    counts = payoffs.shape[1:]
    regrets = [np.zeros(count) for count in counts]
    totals = [np.zeros(count) for count in counts]
    for _ in range(_ROUNDS):
        now = [_matching(each) for each in regrets]
        for player, chances in enumerate(now):
            answers = _answers(payoffs[player], now, player)
            regrets[player] = np.maximum(regrets[player] + answers - answers @ chances, 0)
            totals[player] += chances
    return tuple(np.asarray(total / total.sum(), np.float64) for total in totals)


def _matching(regrets: Numbers) -> Numbers:
    total = regrets.sum()
    return np.asarray(regrets / total if total > 0 else np.full(len(regrets), 1 / len(regrets)), np.float64)
