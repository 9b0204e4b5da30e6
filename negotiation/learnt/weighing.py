"""Learnt weights by the hash of a feature, in one file of arrays (`weights.npz`) with a manifest (`weights.json`).

Each model tells how likely each of its kinds is of what has some features: a softmax over sums. The manifest says of
each from which lines it was learnt (their hash), with which seed, and how it fared on lines it had not seen; a test
holds it to the lines and to the file. `python -m bench.gists --write` and `python -m bench.judge --write` learn them.
"""

import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final
from zlib import crc32

import numpy as np

__all__ = ["SPREAD", "Weights", "arrays", "hashed", "manifest", "weights_in"]

SPREAD: Final = 5.0
"""The length of all features of a text together, so that long texts are no surer than short ones."""


def hashed(feature: str) -> int:
    """The number of a feature, the same in every process."""
    return crc32(feature.encode())


@dataclass(frozen=True, slots=True)
class Weights:
    """kinds: their names; biases: of each kind by itself; numbers: the hashes of features, sorted; rarities: by row,
    how much a feature counts; begins: by row, where its weights begin, with an end; of_kinds, weights: for which kind
    what it says."""

    kinds: Sequence[str]
    biases: Any
    numbers: Any
    rarities: Any
    begins: Any
    of_kinds: Any
    weights: Any

    def knows(self, feature: str) -> bool:
        """True if anything was learnt of a feature."""
        number = np.uint32(hashed(feature))
        at = int(np.searchsorted(self.numbers, number))
        return at < len(self.numbers) and bool(self.numbers[at] == number)

    def shares(self, features: Iterable[str]) -> dict[str, float]:
        """Probabilities of the kinds, given these features; they sum to 1."""
        sought = np.unique(np.fromiter(map(hashed, features), np.uint32))
        at = np.searchsorted(self.numbers, sought)
        at = np.minimum(at, max(len(self.numbers) - 1, 0))
        rows = at[self.numbers[at] == sought]
        counts = self.rarities[rows]
        length = float(np.sqrt((counts**2).sum())) or 1.0
        sizes = self.begins[rows + 1] - self.begins[rows]
        ends = np.cumsum(sizes)
        places = np.arange(int(ends[-1]) if len(ends) else 0) + np.repeat(self.begins[rows] - ends + sizes, sizes)
        told = self.weights[places] * np.repeat(counts * (SPREAD / length), sizes)
        scores = self.biases + np.bincount(self.of_kinds[places], told, minlength=len(self.kinds))
        grown = np.exp(scores - scores.max())
        return dict(zip(self.kinds, (grown / grown.sum()).tolist(), strict=True))


@cache
def weights_in(name: str) -> Weights:
    """The weights of a model: `gists`, `remarks`, `places`, `powers`."""
    kept, facts = arrays(), manifest()["models"][name]
    sizes = kept[f"{name}.sizes"].astype(np.int64)
    return Weights(
        tuple(facts["kinds"]),
        kept[f"{name}.biases"].astype(np.float64),
        kept[f"{name}.numbers"],
        kept[f"{name}.rarities"].astype(np.float64) * facts["rarity_step"],
        np.concatenate([[0], np.cumsum(sizes)]),
        kept[f"{name}.of_kinds"].astype(np.int64),
        kept[f"{name}.weights"].astype(np.float64) * facts["step"],
    )


@cache
def arrays() -> Mapping[str, Any]:
    """All arrays of the file, by the name of their model and their own."""
    with np.load(io.BytesIO(files("negotiation.learnt").joinpath("weights.npz").read_bytes())) as found:
        return {name: found[name] for name in found.files}


@cache
def manifest() -> Mapping[str, Any]:
    """Manifest of the weights: their training data and scores."""
    found: dict[str, Any] = json.loads(files("negotiation.learnt").joinpath("weights.json").read_text("utf-8"))
    return found
