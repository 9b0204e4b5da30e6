"""The gist of a message, by learnt weights over its words: a question about the rules, a worry, a demand, blame.

A gist says little, but it says it of any text, also of one that no grammar foresaw. Weights are learnt by `python -m
bench.gists` from lines that are kept in `bench/gists`.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

from negotiation.words.spotting import spot

__all__ = ["LIGHT", "Gist", "gist_of", "traits_of"]

_MOST: Final = 300
"""Letters that are looked at."""
_ENDS: Final = "."
_NUMBER: Final = re.compile(r"(?<=^[A-Z])\d+$")
_STEM: Final = 5
"""Letters by which a word is known where it is met in another form."""
_SENTENCE: Final = re.compile(r"(?<=[.!?])\s+")
LIGHT: Final = frozenset({"greet", "assent", "thank", "jest", "chat", "wait", "praise"})
"""Gists that count for less than any other beside them."""
_ASKS: Final = 0.2
"""How much a question counts for more than what is said beside it."""
_HALF: Final = 0.3
"""The share of all topics that the likeliest must have,"""
_ASKED: Final = 0.15
"""and how likely they must be together."""
_LONG: Final = (1, 2, 3, 5, 8, 12, 20)


@dataclass(frozen=True, slots=True)
class Gist:
    """What a message is about. probability: how sure that is; shares: the same of all that it may be about; topics: the
    same of the topics of questions about the game, by `kind:topic`."""

    kind: str
    probability: float
    shares: Mapping[str, float]
    topics: Mapping[str, float] = field(default_factory=dict)

    @property
    def question(self) -> tuple[str, str] | None:
        """The kind and the topic of the question about the game that it most likely is; None where no topic has much of
        what kinds with topics have, or all of them are unlikely."""
        best = max(self.topics, key=lambda name: self.topics[name], default="")
        total = self.of(*{name.partition(":")[0] for name in self.topics})
        if not best or total < _ASKED or self.topics[best] < _HALF * total:
            return None
        kind, _, topic = best.partition(":")
        return kind, topic

    def of(self, *kinds: str) -> float:
        """How likely it is one of these."""
        return sum(self.shares.get(kind, 0.0) for kind in kinds)


def gist_of(text: str) -> Gist:
    """The likeliest gist of a text; of several sentences that of the surest which is more than a nod or a greeting."""
    whole = _gist(text)
    sentences = _SENTENCE.split(text.strip())
    parts = [part for part in sentences if len(part.split()) > 1]
    if len(sentences) < 2:
        return whole
    asks = {part: part.rstrip().endswith("?") for part in parts}
    found = [(gist.probability + _ASKS * asks[part], gist) for part in parts if (gist := _gist(part)).kind not in LIGHT]
    if whole.kind not in LIGHT:
        found.append((whole.probability, whole))
    return max(found, key=lambda each: each[0])[1] if found else whole


def _gist(text: str) -> Gist:
    biases, weights = _weights()
    scores = dict(biases)
    for trait in set(traits_of(text)):
        for kind, weight in weights.get(trait, {}).items():
            scores[kind] += weight
    most = max(scores.values())
    total = sum(math.exp(score - most) for score in scores.values())
    topics = {name: math.exp(score - most) / total for name, score in scores.items()}
    shares: dict[str, float] = {}
    for name, share in topics.items():
        kind = name.partition(":")[0]
        shares[kind] = shares.get(kind, 0.0) + share
    best = max(shares, key=lambda kind: shares[kind])
    return Gist(best, shares[best], shares, {name: share for name, share in topics.items() if ":" in name})


def traits_of(text: str) -> Iterator[str]:
    """What speaks for one gist or another: words, pairs of them, how a text begins, what it names, how long it is."""
    words = [_NUMBER.sub("", token.sym) for token in spot(text[:_MOST], None).tokens]
    spoken = [word for word in words if word[:1].isalnum()]
    padded = [_ENDS, *words, _ENDS]
    asks = text.rstrip().endswith("?")
    side = f"you {'you' in words or 'your' in words}, I {not _ME.isdisjoint(words)}"
    fields = _fields_in(text, words)
    if not _NOT.isdisjoint(words):
        fields |= {f"not {name}" for name in fields}
    for name in fields:
        yield f"~{name}"
        yield f"~{name} asks {asks}"
        yield f"~{name} {side}"
    yield from padded
    yield from (f"{one} {other}" for one, other in pairwise(padded))
    yield from (f"{one} {two} {three}" for one, two, three in zip(padded, padded[1:], padded[2:], strict=False))
    yield from (f"{word[:_STEM]}*" for word in spoken if len(word) > _STEM)
    yield f"first {' '.join(spoken[:1])}"
    yield f"first two {' '.join(spoken[:2])}"
    yield f"last {' '.join(spoken[-1:])}"
    yield f"words {sum(len(spoken) > limit for limit in _LONG)}"
    yield f"asks {asks}"
    yield f"asks {asks} {' '.join(spoken[:1])}"
    for name, letters in _NAMES.items():
        yield f"{name} {any(word in letters for word in words)}"
    yield f"places {min(sum(word in _NAMES['place'] for word in words), 2)}"
    yield side
    if text.isupper() and len(text) > 1:
        yield "loud"
    if "!" in text:
        yield "!"


_NAMES: Final[Mapping[str, tuple[str, ...]]] = {"place": ("P",), "unit": ("U",), "power": ("W", "J"), "time": ("T",)}
_NOT: Final = frozenset({"not", "no", "never", "nobody", "nothing", "without"})
_ME: Final = frozenset({"i", "me", "my", "mine", "myself"})


def _fields_in(text: str, words: Sequence[str]) -> set[str]:
    """The fields of its words, as they are spotted and as they are typed."""
    typed = re.findall(r"[a-z'-]+", text[:_MOST].lower())
    fields = _fields()
    found: set[str] = set()
    for said in ([word.partition("~")[0] for word in words], typed):
        for size in (1, 2, 3):
            for at in range(len(said) - size + 1):
                found |= fields.get(" ".join(said[at : at + size]), frozenset())
    return found


@cache
def _fields() -> Mapping[str, frozenset[str]]:
    """The fields of each word."""
    found: dict[str, set[str]] = {}
    for line in files("negotiation.gists").joinpath("fields.txt").read_text(encoding="utf-8").splitlines():
        name, colon, words = line.partition(": ")
        if colon and not line.startswith("#"):
            for word in words.split():
                found.setdefault(word, set()).add(name)
    return {word: frozenset(names) for word, names in found.items()}


@cache
def _weights() -> tuple[Mapping[str, float], Mapping[str, Mapping[str, float]]]:
    """Of each gist by itself, and of each trait for the gists that it says something about."""
    text = files("negotiation.gists").joinpath("weights.txt").read_text(encoding="utf-8")
    biases: dict[str, float] = {}
    weights: dict[str, dict[str, float]] = {}
    for line in text.splitlines():
        if not line or line.startswith("#"):
            continue
        trait, *told = line.split("\t")
        found = {kind: float(weight) for kind, weight in (each.split("=") for each in told)}
        if trait:
            weights[trait] = found
        else:
            biases = found
    return biases, weights
