"""Weights of traits for kinds, as they are learnt in `bench.gists` and kept in text files: how likely each kind is."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["Weights", "weights_in"]


@dataclass(frozen=True, slots=True)
class Weights:
    """biases: of each kind by itself; of_traits: what each trait says for the kinds that it says something about."""

    biases: Mapping[str, float]
    of_traits: Mapping[str, Mapping[str, float]]

    def shares(self, traits: Iterable[str]) -> dict[str, float]:
        """How likely each kind is of what has these traits; together 1."""
        scores = dict(self.biases)
        for trait in set(traits):
            for kind, weight in self.of_traits.get(trait, {}).items():
                scores[kind] += weight
        most = max(scores.values())
        total = sum(math.exp(score - most) for score in scores.values())
        return {kind: math.exp(score - most) / total for kind, score in scores.items()}


@cache
def weights_in(name: str) -> Weights:
    """The weights of a file of this room: a row for each trait, the first that of the biases."""
    biases: dict[str, float] = {}
    of_traits: dict[str, dict[str, float]] = {}
    for line in files("negotiation.gists").joinpath(name).read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        trait, *told = line.split("\t")
        found = {kind: float(weight) for kind, weight in (each.split("=") for each in told)}
        if trait:
            of_traits[trait] = found
        else:
            biases = found
    return Weights(biases, of_traits)
