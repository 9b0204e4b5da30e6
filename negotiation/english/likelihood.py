"""How likely it is that a reading is what was meant: a sum of weights learnt from the talk of players.

Players' sentences (the talk published with Peskov et al., "It Takes Two to Lie", ACL 2020) were read, and each reading
was judged right or wrong; logistic regression over the marks below gave the weights in `phrases/likelihood.txt`. The
marks are words as the reading sees them (`roles`), so they hold for all places and powers alike.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final, TypeAlias

from negotiation.english.roles import Seen

__all__ = ["ANY", "Standing", "Weights", "marks", "probability"]

Weights: TypeAlias = Mapping[str, float]
"""What each mark adds to the logarithm of the odds."""

ANY: Final = "any"
"""What every reading has: its weight is the intercept."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a reading was come by.

    verdict: of the text. rank: its place among the candidates, from 0. likely: whether it is in the text, not only
    looked for to have something to offer. rivals: the kinds of the other candidates. open: what is open between
    those who talk, a letter each, or `-`.
    """

    verdict: str
    rank: int
    likely: bool
    rivals: tuple[tuple[str, ...], ...]
    open: str


def probability(found: Collection[str], weights: Weights | None = None) -> float:
    """The probability that a reading with these marks is what was meant. weights: others than those of the table."""
    weights = _table() if weights is None else weights
    total = weights[ANY] + sum(weights.get(mark, 0.0) for mark in found)
    return 1 / (1 + math.exp(-max(-_MOST, min(_MOST, total))))


def marks(reading: Seen, standing: Standing) -> set[str]:
    """What tells whether a reading is what was meant."""
    kind = "+".join(reading.kinds)
    asked = "?" in reading.tokens
    told = ("^", *reading.tokens, "$")
    found = set(_runs(told))
    found.update(f"{kind} & {run}" for run in _runs(told) if run.count(" ") < 2)
    found.add(f"is {kind}")
    found.add(f"is {kind} {standing.verdict}")
    found.add(f"is {kind} {asked}")
    found.add(f"is {kind} {standing.open}")
    for one in reading.kinds:
        found.update((f"says {one}", f"says {one} {asked}", f"says {one} {standing.verdict}", f"says {one} {told[1]}"))
    found.add(f"verdict {standing.verdict} {min(standing.rank, 3)} {standing.likely}")
    found.update(f"rival {kind} / {'+'.join(other)}" for other in standing.rivals)
    found.add(f"rivals {len(standing.rivals)} {standing.verdict}")
    found.add(f"parts {min(len(reading.kinds), 5)}")
    found.add(f"idle {min(reading.idle, 3)}")
    found.update(f"absent {one}" for one in reading.absent)
    found.add(f"long {min(len(reading.tokens) // 4, 8)} {standing.verdict}")
    found.add(f"open {standing.open}")
    return found


def _runs(tokens: Sequence[str]) -> Iterator[str]:
    """One, two and three tokens in a row."""
    for size in (1, 2, 3):
        for at in range(len(tokens) - size + 1):
            yield " ".join(tokens[at : at + size])


_MOST: Final = 30.0


@cache
def _table() -> Weights:
    text = files("negotiation.english").joinpath("phrases/likelihood.txt").read_text(encoding="utf-8")
    lines = (line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return {mark: float(weight) for weight, mark in lines}
