"""The judge: how likely a text means each of its candidates, by learnt weights (a softmax over sums of features)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from negotiation.judge.candidates import Text
from negotiation.judge.features import Choice, choices, shared_features
from negotiation.learnt.weighing import arrays, hashed, manifest

__all__ = ["Bounds", "Judged", "bounds", "judged"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice with how likely it is meant, among all there are."""

    choice: Choice
    probability: float


def judged(text: Text) -> tuple[list[Judged], float]:
    """What a text may mean, the likeliest first, and how likely it is talk that says none of that."""
    weights = _weights()
    top = len(weights) - 1
    found = choices(text)
    by_label: dict[str, float] = {}
    scores: list[float] = []
    for one in found:
        score = float(sum([weights[hashed(feature) & top] for feature in one.own]))
        for label in one.labels:
            if label not in by_label:
                features = shared_features(label, one.clues)
                by_label[label] = float(sum([weights[hashed(feature) & top] for feature in features]))
            score += by_label[label]
        scores.append(score)
    best = max(scores)
    powers = [math.exp(score - best) for score in scores]
    total = sum(powers)
    ranked = [Judged(one, power / total) for one, power in zip(found, powers, strict=True) if one.said]
    ranked.sort(key=lambda each: -each.probability)
    return ranked, powers[-1] / total


@dataclass(frozen=True, slots=True)
class Bounds:
    """How likely a reading must be to be claimed, or to be claimed where it only asks, to be shown without a question,
    to be shown at all; and how likely it may be that nothing is said where it is shown. Chosen when the weights are
    learnt, on lines kept out."""

    claim: float
    claim_asked: float
    ask: float
    worth: float
    silence: float


@cache
def bounds() -> Bounds:
    """Those that were found with the weights."""
    return Bounds(**manifest()["models"]["judge"]["bounds"])


@cache
def _weights() -> Sequence[float]:
    found: list[float] = (arrays()["judge.weights"].astype(np.float64) * manifest()["models"]["judge"]["step"]).tolist()
    return found
