"""Chance of each power to come in first, calibrated on games of bots.

First is who wins or, in a draw, has most centers; equals share the place. `python -m bots.review fit` makes
`chances.toml` (`docs/review.md` holds its figures).
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import Boards
from bots.hana.search.features import FEATURES, features_of
from bots.hana.search.learnt import Net, net_called

__all__ = ["NO_END", "SIGNALS", "chances_of", "signals_of", "softmax", "weights_kept", "years_after"]

Numbers: TypeAlias = npt.NDArray[np.float64]
Bytes: TypeAlias = npt.NDArray[np.int8]

SIGNALS: Final = (
    "worth",
    "worth, soon over",
    "centers",
    "centers, soon over",
    "lead",
    "lead, soon over",
    "lead, at the end",
    "beyond twelve",
    "centers, spring",
    "lead, spring",
)
"""Numbers that the chance is made from, by power. worth: learnt, in centers. lead: over the best other. soon over:
times 1 / (1 + years left); at the end: times its square. spring: then alone, when units stand in centers not counted
yet."""

NO_END: Final = 10.0
"""Years left of a game without a last year."""

_KEPT: Final = Path(__file__).parent / "chances.toml"
_NET: Final = "standard"
_CENTERS: Final = FEATURES.index("centers")
_FIRST_RIVAL: Final = FEATURES.index("first rival")
_VICTORY: Final = 18
_NEVER: Final = -1e9


def years_after(turns: Numbers, until: Numbers | int | None) -> Numbers:
    """Years left after movements.

    turns: twice the year, plus one in the fall. until: the last year.
    """
    if until is None:
        return np.full(np.shape(turns), NO_END)
    return np.clip((2 * np.asarray(until) + 1 - turns) / 2, 0, NO_END)


def signals_of(boards: Boards, after: Bytes, attackers: Bytes, years: Numbers) -> tuple[Numbers, Numbers]:
    """Signals and centers of each power after movements.

    float64 (rows, 7, len(SIGNALS)) and (rows, 7).

    boards: one a row. years: years left, float64 (rows,).
    """
    seen = features_of(boards, after, attackers).astype(np.float64)
    worth = _worth(net_called(_NET), seen, boards.turns % 2)
    centers = seen[:, :, _CENTERS]
    lead = centers - seen[:, :, _FIRST_RIVAL]
    soon = (1 / (1 + years))[:, np.newaxis]
    beyond = np.maximum(centers - 12, 0)
    spring = (boards.turns % 2 == 0)[:, np.newaxis]
    parts = [worth, worth * soon, centers, centers * soon, lead, lead * soon, lead * soon**2, beyond]
    parts += [centers * spring, lead * spring]
    return np.asarray(np.stack(parts, axis=2) / 10, np.float64), np.asarray(centers, np.float64)


def _worth(net: Net, seen: Numbers, fall: npt.NDArray[np.int32]) -> Numbers:
    """Learnt worth of each power in each row: float64 (rows, 7)."""
    hidden = np.maximum(seen @ net.inner + net.bias[fall], 0)
    return np.asarray(seen @ net.skip + net.heads[fall] + hidden @ net.out, np.float64)


def softmax(signals: Numbers, centers: Numbers, weights: Numbers) -> Numbers:
    """Chances by these weights: float64 (rows, 7).

    None for a power without a center.
    """
    scores = np.where(centers > 0, signals @ weights, _NEVER)
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float64)


@cache
def weights_kept() -> Numbers:
    """The weights of `chances.toml`. Raises ValueError where they are of other signals."""
    with _KEPT.open("rb") as file:
        kept = tomllib.load(file)["weights"]
    if tuple(kept) != SIGNALS:
        raise ValueError("chances.toml is of other signals; run `python -m bots.review fit` again.")
    return np.array([kept[name] for name in SIGNALS], np.float64)


def chances_of(boards: Boards, after: Bytes, attackers: Bytes, until: int | None) -> Numbers:
    """Chance of each power to come in first: float64 (rows, 7).

    boards: one a row, before the movements.
    """
    signals, centers = signals_of(boards, after, attackers, years_after(boards.turns.astype(np.float64), until))
    found = softmax(signals, centers, weights_kept())
    over = (boards.turns % 2 == 1) & (centers.max(axis=1) >= _VICTORY)
    found[over] = centers[over] == centers[over].max(axis=1, keepdims=True)
    return found
