"""The judge: how likely a text means each of its candidates, by learnt weights (a softmax over sums of features)."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np

from negotiation.english.understanding import Candidate
from negotiation.judge.candidates import Text
from negotiation.judge.features import Choice, choices
from negotiation.learnt.weighing import arrays, hashed, manifest
from negotiation.terms import Belief, Inform, Utterance

__all__ = ["Bounds", "Judged", "bounds", "judged"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A choice with how likely it is meant, among all there are."""

    choice: Choice
    probability: float


def judged(text: Text) -> tuple[list[Judged], float]:
    """What a text may mean, the likeliest first, and how likely it is talk that says none of that."""
    found = choices(text, _weight)
    scores = [sum(map(_weight, one.own)) + sum(one.clues.by_label[label] for label in one.labels) for one in found]
    best = max(scores)
    powers = [math.exp(score - best) for score in scores]
    total = sum(powers)
    ranked = [Judged(one, power / total) for one, power in zip(found, powers, strict=True) if one.said]
    ranked.sort(key=lambda each: -each.probability)
    return _added_up(ranked), powers[-1] / total


def _added_up(ranked: Sequence[Judged]) -> list[Judged]:
    """Readings told as a fact and as one's belief, added up."""
    found: dict[Candidate, Judged] = {}
    for each in ranked:
        key = tuple(map(_as_fact, each.choice.said))
        first = found.get(key)
        found[key] = each if first is None else Judged(first.choice, first.probability + each.probability)
    return sorted(found.values(), key=lambda each: -each.probability)


def _as_fact(said: Utterance) -> Utterance:
    """The utterance without `I believe that`."""
    match said:
        case Inform(speaker=me, content=Belief(agent=agent, content=content, time=None)) if agent == me:
            return replace(said, content=content)
    return said


@dataclass(frozen=True, slots=True)
class Bounds:
    """Lowest likelihoods, found with the weights on lines kept out.

    claim: of a reading that is claimed, by the kind of its claim; ask: of one that is shown without a question; least:
    of the first that is shown; worth: of one beside it; silence: the highest of talk where anything is shown.
    """

    claim: Mapping[str, float]
    ask: float
    least: float
    worth: float
    silence: float


@cache
def bounds() -> Bounds:
    """Those that were found with the weights."""
    return Bounds(**manifest()["models"]["judge"]["bounds"])


@lru_cache(maxsize=1 << 15)
def _weight(feature: str) -> float:
    """The weight of a feature; most are met again and again."""
    weights = _weights()
    return weights[hashed(feature) & (len(weights) - 1)]


@cache
def _weights() -> Sequence[float]:
    found: list[float] = (arrays()["judge.weights"].astype(np.float64) * manifest()["models"]["judge"]["step"]).tolist()
    return found
