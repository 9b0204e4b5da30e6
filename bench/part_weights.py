"""Weights of choices among parts, by AdaGrad over a softmax."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import numpy as np
from numba import njit

from bench.marked import SEED
from negotiation.judge.parts import BITS

__all__ = ["State", "weights_of"]

_LEAST: Final = 1e-3
_DECAY: Final = 0.97
_RATE: Final = 0.05
_ROUNDS: Final = 12


@dataclass(frozen=True)
class State:
    """A choice among ways.

    rows: features of each span; link: those of the link; right: the choices that are right.
    """

    rows: list[Any]
    row_of: Any
    labels: Any
    facts: Any
    link: Any
    right: Any
    weight: float


def weights_of(states: Sequence[State]) -> Any:
    """Weights by the number of a feature with a label."""
    rows, row_ends, choices, row_of, link, link_ends = [], [0], [0], [], [], [0]
    for one in states:
        begin = len(row_ends) - 1
        for row in one.rows:
            rows.append(row)
            row_ends.append(row_ends[-1] + len(row))
        row_of.append(one.row_of + begin)
        choices.append(choices[-1] + len(one.row_of))
        link.append(one.link)
        link_ends.append(link_ends[-1] + len(one.link))
    arrays = _Arrays(
        np.concatenate(rows),
        np.array(row_ends, np.int64),
        np.array(choices, np.int64),
        np.concatenate(row_of).astype(np.int64),
        np.concatenate([one.labels for one in states]),
        np.concatenate([one.facts for one in states]),
        np.concatenate(link),
        np.array(link_ends, np.int64),
        np.concatenate([one.right for one in states]),
        np.array([one.weight for one in states], np.float32),
    )
    weights, squares = np.zeros(1 << BITS, np.float32), np.ones(1 << BITS, np.float32)
    order = np.random.default_rng(SEED).permuted(np.tile(np.arange(len(states)), (_ROUNDS, 1)), axis=1)
    _learn(arrays, weights, squares, order)
    return weights


class _Arrays(NamedTuple):
    """States one after the other, and where each of their things ends."""

    rows: Any
    row_ends: Any
    choices: Any
    row_of: Any
    labels: Any
    facts: Any
    link: Any
    link_ends: Any
    right: Any
    weight: Any


@njit(cache=True)
def _place(feature: Any, label: Any) -> Any:
    return (np.uint32(np.uint32(feature ^ label) * np.uint32(2654435761))) >> np.uint32(32 - BITS)


@njit(cache=True)
def _places(data: Any, state: int, at: int) -> Any:
    """Indices of the weights of a choice."""
    row, end = data.row_ends[data.row_of[at]], data.row_ends[data.row_of[at] + 1]
    link, link_end = data.link_ends[state], data.link_ends[state + 1]
    found = np.empty(3 * (end - row + link_end - link) + 8, np.int64)
    count = 0
    for column in range(3):
        label = data.labels[at, column]
        for one in range(row, end):
            found[count] = _place(data.rows[one], label)
            count += 1
        for one in range(link, link_end):
            found[count] = _place(data.link[one], label)
            count += 1
        for one in range(4):
            if column < 2 and data.facts[at, one]:
                found[count] = _place(data.facts[at, one], label)
                count += 1
    return found[:count]


@njit(cache=True)
def _learn(data: Any, weights: Any, squares: Any, orders: Any) -> None:
    """AdaGrad, a state at a time."""
    for turn in range(len(orders)):
        for state in orders[turn]:
            begin, end = data.choices[state], data.choices[state + 1]
            scores = np.zeros(end - begin, np.float64)
            for at in range(begin, end):
                for where in _places(data, state, at):
                    scores[at - begin] += weights[where]
            powers = np.exp(scores - scores.max())
            good = 0.0
            for at in range(begin, end):
                if data.right[at]:
                    good += powers[at - begin]
            whole = powers.sum()
            for at in range(begin, end):
                slope = powers[at - begin] / whole
                if data.right[at]:
                    slope -= powers[at - begin] / max(good, 1e-30)
                slope *= data.weight[state]
                if abs(slope) < _LEAST:
                    continue
                for where in _places(data, state, at):
                    squares[where] += slope * slope
                    weights[where] -= _RATE * slope / np.sqrt(squares[where])
        weights *= np.float32(_DECAY)
