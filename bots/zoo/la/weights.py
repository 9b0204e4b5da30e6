"""The table of learnt weights, and how it is stored."""

from functools import cache
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bots.zoo.la.patterns import PATTERNS

__all__ = ["FILE", "Weights", "WrongWeightsError", "load", "save"]

Weights: TypeAlias = NDArray[np.float32]
"""[PATTERNS], in centers."""

FILE: Final = Path(__file__).with_name("weights.npz")


class WrongWeightsError(ValueError):
    """A file holds no table of weights for these patterns."""


def load(path: Path = FILE) -> tuple[Weights, int]:
    """Read a table, and after how many games it was written.

    Raises WrongWeightsError, or FileNotFoundError.
    """
    try:
        with np.load(path, allow_pickle=False) as stored:
            weights, games = stored["weights"].astype(np.float32), int(stored["games"])
    except (KeyError, ValueError, TypeError) as problem:
        raise WrongWeightsError(f"'{path}' is no table of weights ({problem}). Train a new one.") from problem
    if weights.shape != (PATTERNS,) or not np.isfinite(weights).all():
        raise WrongWeightsError(
            f"'{path}' has weights of shape {weights.shape}; there are {PATTERNS} patterns. Train a new one."
        )
    return weights, games


def save(weights: Weights, games: int, path: Path) -> None:
    """Write a table, whole or not at all."""
    beside = path.with_name(f"{path.stem}.part.npz")
    np.savez_compressed(beside, weights=weights.astype(np.float32), games=np.int64(games))
    beside.replace(path)


@cache
def shipped() -> tuple[float, ...]:
    """The weights that come with the bot."""
    return tuple(load()[0].tolist())
