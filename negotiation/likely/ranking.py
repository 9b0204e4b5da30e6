"""How likely a text means each of several terms, by learnt weights: a softmax over the sums of what speaks for each."""

import math
from collections import Counter
from collections.abc import Container, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

from negotiation.english.understanding import Candidate
from negotiation.likely.naming import Named
from negotiation.likely.sayings import sayings
from negotiation.likely.traits import Traits, of_pairs, of_words, silent, traits

__all__ = ["Likelihoods", "Likely", "likeliest", "pool"]


@dataclass(frozen=True, slots=True)
class Likely:
    """A term that a text may mean. probability: among all that there is to say."""

    candidate: Candidate
    probability: float


@dataclass(frozen=True, slots=True)
class Likelihoods:
    """What a text may mean, the likeliest first, and how likely it is that it says nothing."""

    said: list[Likely]
    silence: float


def likeliest(named: Named, costs: Mapping[Candidate, float]) -> Likelihoods:
    """How likely it is that the text means what. costs: what the grammar read, with what each costs.

    The grammar knows what a `not` belongs to, and why a name may be passed over. All else leaves out no place and no
    power that the text names, unless the likeliest of all does: then the name stands in what is told beside. Of
    something and its denial it is what the text has: the other would turn it round.
    """
    own, by_label = _weights()
    words = tuple(of_words(named))
    pairs = tuple(of_pairs(named))
    by_words: dict[str, float] = {}
    found: list[tuple[float, Candidate, Traits]] = []
    by_grammar: set[Hashable] = set()
    for candidate, seen, read in pool(named, costs):
        score = sum([own.get(one, 0.0) for one in (*seen.own, *read)])
        for label in seen.labels:
            known = by_words.get(label)
            if known is None:
                weights = by_label.get(label, {})
                known = sum([weights.get(one, 0.0) for one in words])
                if label[0] == "=":
                    known += sum([weights.get(one, 0.0) for one in pairs])
                by_words[label] = known
            score += known
        found.append((score, candidate, seen))
        if candidate in costs:
            by_grammar.add(seen.key)
    silent = sum(score for score, candidate, _ in found if not candidate)
    found = sorted((one for one in found if one[1]), key=lambda one: -one[0])
    if not found:
        return Likelihoods([], 1.0)
    powers = [math.exp(score - found[0][0]) for score, _, _ in found]
    total = sum(powers)
    twofold = {plain for plain, count in Counter(seen.plain for _, _, seen in found).items() if count > 1}
    kept = [
        (power, candidate, seen)
        for power, (_, candidate, seen) in zip(powers, found, strict=True)
        if seen.key in by_grammar or not _turned(seen, named, twofold)
    ]
    beside = bool(kept) and kept[0][2].drops
    said = [
        Likely(candidate, power / total)
        for power, candidate, seen in kept
        if beside or not seen.drops or seen.key in by_grammar
    ]
    return Likelihoods(said, 1 / (1 + total * math.exp(min(found[0][0] - silent, _LARGE))))


_LARGE: Final = 100.0


def _turned(seen: Traits, named: Named, twofold: Container[Hashable]) -> bool:
    """Whether it has the contrary of what the text has, where both may be said."""
    return seen.plain in twofold and not named.keeps_out and seen.denies != named.denied


def pool(named: Named, costs: Mapping[Candidate, float]) -> Iterator[tuple[Candidate, Traits, tuple[str, ...]]]:
    """What the text may mean, none twice: what the grammar read, then all there is to say, and at last that it says
    nothing, as an empty candidate; with the traits of each."""
    known: set[Hashable] = set()
    for at, (candidate, cost) in enumerate(costs.items()):
        seen = traits(candidate, named)
        if seen.key not in known:
            known.add(seen.key)
            yield candidate, seen, _read_traits(at, cost)
    for candidate in sayings(named):
        seen = traits(candidate, named)
        if seen.key not in known:
            known.add(seen.key)
            yield candidate, seen, ("unread",) if costs else ()
    best = _step(next(iter(costs.values()))) if costs else "-"
    yield (), silent(named), (f"silent {best}",)


_STEPS: Final = (0.3, 0.6, 1.0, 1.6, 2.5, 4.0)


def _step(cost: float) -> int:
    return sum(cost > one for one in _STEPS)


def _read_traits(at: int, cost: float) -> tuple[str, ...]:
    """That the grammar read it, as which of its readings, and what it cost."""
    step = _step(cost)
    return ("read", f"read {min(at, 3)}", f"cost {step}", f"cost {step} {min(at, 1)}")


_Weights: TypeAlias = tuple[Mapping[str, float], Mapping[str, Mapping[str, float]]]


@cache
def _weights() -> _Weights:
    """Those of traits, and by label those of words."""
    text = files("negotiation.likely").joinpath("weights.txt").read_text(encoding="utf-8")
    own: dict[str, float] = {}
    by_label: dict[str, dict[str, float]] = {}
    weight = 0.0
    for line in text.splitlines():
        if line.startswith("["):
            weight = float(line[1:-1])
        elif line and not line.startswith("#"):
            trait = line.replace("\\n", "\n")
            word, _, label = trait.rpartition("|")
            if word and label and " " not in label:
                by_label.setdefault(label, {})[word] = weight
            else:
                own[trait] = weight
    return own, by_label
