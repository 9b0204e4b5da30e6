"""Weights of traits for kinds, as they are learnt in `bench.gists` and kept in text files: how likely each kind is."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

__all__ = ["SPREAD", "Weights", "weights_in"]

SPREAD: Final = 5.0
"""The length of all traits of a text together, so that long texts are no surer than short ones."""


@dataclass(frozen=True, slots=True)
class Weights:
    """biases: of each kind by itself; rarities: how much each trait counts; of_traits: what each trait says for the
    kinds that it says something about."""

    biases: Mapping[str, float]
    rarities: Mapping[str, float]
    of_traits: Mapping[str, Mapping[str, float]]

    def shares(self, traits: Iterable[str]) -> dict[str, float]:
        """How likely each kind is of what has these traits; together 1."""
        scores = dict(self.biases)
        found = {trait: rarity for trait in traits if (rarity := self.rarities.get(trait)) is not None}
        length = math.sqrt(sum(rarity**2 for rarity in found.values())) or 1.0
        for trait, rarity in found.items():
            counts = SPREAD * rarity / length
            for kind, weight in self.of_traits[trait].items():
                scores[kind] += counts * weight
        most = max(scores.values())
        grown = {kind: math.exp(score - most) for kind, score in scores.items()}
        total = sum(grown.values())
        return {kind: each / total for kind, each in grown.items()}


@cache
def weights_in(name: str) -> Weights:
    """The weights of a file of this room: a row for each trait with its rarity, the first that of the biases."""
    biases: dict[str, float] = {}
    rarities: dict[str, float] = {}
    of_traits: dict[str, dict[str, float]] = {}
    for line in files("negotiation.gists").joinpath(name).read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        trait, rarity, *told = line.split("\t")
        found = {kind: float(weight) for kind, weight in (each.split("=") for each in told)}
        if trait:
            rarities[trait], of_traits[trait] = float(rarity), found
        else:
            biases = found
    return Weights(biases, rarities, of_traits)
