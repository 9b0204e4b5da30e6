"""Weights of traits for kinds, as they are learnt in `bench.gists` and kept in text files: how likely each kind is."""

import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from sys import intern
from typing import Final

__all__ = ["SPREAD", "Weights", "weights_in"]

SPREAD: Final = 5.0
"""The length of all traits of a text together, so that long texts are no surer than short ones."""


@dataclass(frozen=True, slots=True)
class Weights:
    """kinds: their names; biases: of each kind by itself; at: the row of each trait; rarities: by row, how much a trait
    counts; begins: by row, where its weights begin, with an end; of_kinds, weights: for which kind what it says."""

    kinds: Sequence[str]
    biases: Sequence[float]
    at: Mapping[str, int]
    rarities: "array[float]"
    begins: "array[int]"
    of_kinds: "array[int]"
    weights: "array[float]"

    def knows(self, trait: str) -> bool:
        """Whether anything was learnt of a trait."""
        return trait in self.at

    def shares(self, traits: Iterable[str]) -> dict[str, float]:
        """How likely each kind is of what has these traits; together 1."""
        rows = sorted({row for trait in traits if (row := self.at.get(trait)) is not None})
        length = math.sqrt(sum(self.rarities[row] ** 2 for row in rows)) or 1.0
        scores = list(self.biases)
        for row in rows:
            counts = SPREAD * self.rarities[row] / length
            for place in range(self.begins[row], self.begins[row + 1]):
                scores[self.of_kinds[place]] += counts * self.weights[place]
        most = max(scores)
        grown = [math.exp(score - most) for score in scores]
        total = sum(grown)
        return {kind: each / total for kind, each in zip(self.kinds, grown, strict=True)}


@cache
def weights_in(name: str) -> Weights:
    """The weights of a file of this room: a row for each trait with its rarity, the first that of the biases."""
    with files("negotiation.gists").joinpath(name).open(encoding="utf-8") as file:
        return _read(line.rstrip("\n").split("\t") for line in file if not line.startswith("#"))


def _read(lines: Iterator[Sequence[str]]) -> Weights:
    _, _, *alone = next(lines)
    biases = {kind: float(weight) for kind, weight in (each.split("=") for each in alone)}
    numbers = {kind: number for number, kind in enumerate(biases)}
    at: dict[str, int] = {}
    rarities, begins, of_kinds, weights = array("f"), array("i", [0]), array("h"), array("f")
    for trait, rarity, *told in lines:
        at[intern(trait)] = len(rarities)
        rarities.append(float(rarity))
        for each in told:
            kind, weight = each.split("=")
            of_kinds.append(numbers[kind])
            weights.append(float(weight))
        begins.append(len(weights))
    return Weights(tuple(biases), tuple(biases.values()), at, rarities, begins, of_kinds, weights)
