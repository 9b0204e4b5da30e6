"""How likely a text means each of several terms, by learnt weights: a softmax over the sums of what speaks for each."""

import math
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from negotiation.english.understanding import Candidate
from negotiation.likely.naming import Named
from negotiation.likely.sayings import sayings
from negotiation.likely.traits import Traits, of_words, traits

__all__ = ["Likely", "likeliest", "pool"]


@dataclass(frozen=True, slots=True)
class Likely:
    """A term that a text may mean. probability: among all that there is to say."""

    candidate: Candidate
    probability: float


def likeliest(named: Named, costs: Mapping[Candidate, float]) -> list[Likely]:
    """All that the text may mean, the likeliest first; of something and its denial only what the text has: the other
    would turn it round. costs: what the grammar read, with what each costs."""
    weights = _weights()
    by_words: dict[str, float] = {}
    found: list[tuple[float, Candidate, Traits]] = []
    by_grammar: set[Hashable] = set()
    for candidate, seen, read in pool(named, costs):
        score = sum(weights.get(one, 0.0) for one in (*seen.own, *read))
        for label in seen.labels:
            if label not in by_words:
                by_words[label] = sum(weights.get(one, 0.0) for one in of_words(label, named))
            score += by_words[label]
        found.append((score, candidate, seen))
        if candidate in costs:
            by_grammar.add(seen.key)
    if not found:
        return []
    found.sort(key=lambda one: -one[0])
    total = sum(math.exp(score - found[0][0]) for score, _, _ in found)
    twofold = {plain for plain, count in Counter(seen.plain for _, _, seen in found).items() if count > 1}
    return [
        Likely(candidate, math.exp(score - found[0][0]) / total)
        for score, candidate, seen in found
        # The grammar knows what a `not` belongs to.
        if seen.key in by_grammar or seen.plain not in twofold or named.keeps_out or seen.denies == named.denied
    ]


def pool(named: Named, costs: Mapping[Candidate, float]) -> Iterator[tuple[Candidate, Traits, tuple[str, ...]]]:
    """What the text may mean, none twice: what the grammar read, then all there is to say; with the traits of each."""
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


_STEPS: Final = (0.3, 0.6, 1.0, 1.6, 2.5, 4.0)


def _read_traits(at: int, cost: float) -> tuple[str, ...]:
    """That the grammar read it, as which of its readings, and what it cost."""
    step = sum(cost > one for one in _STEPS)
    return ("read", f"read {min(at, 3)}", f"cost {step}", f"cost {step} {min(at, 1)}")


@cache
def _weights() -> Mapping[str, float]:
    text = files("negotiation.likely").joinpath("weights.txt").read_text(encoding="utf-8")
    found: dict[str, float] = {}
    weight = 0.0
    for line in text.splitlines():
        if line.startswith("["):
            weight = float(line[1:-1])
        elif line and not line.startswith("#"):
            found[line.replace("\\n", "\n")] = weight
    return found
