"""The gist of a message, by learnt weights over its words: a question about the rules, a worry, a demand, blame.

A gist says little, but it says it of any text, also of one that no grammar foresaw. Weights are learnt by `python -m
bench.gists` from lines that are kept in `bench/gists`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Final

from negotiation.learnt.weighing import weights_in
from negotiation.topics import ASKING
from negotiation.words.phrasing import sentences_in
from negotiation.words.spotting import spot

__all__ = ["LIGHT", "Gist", "fields_of", "gist_of", "is_worded", "kind_of", "traits_of"]

_MOST: Final = 300
"""Letters that are looked at."""
_ENDS: Final = "."
_STEM: Final = 5
"""Letters by which a word is known where it is met in another form."""
LIGHT: Final = frozenset({"greet", "assent", "thank", "jest", "chat", "wait", "praise"})
"""Gists that count for less than any other beside them."""
_ASKS: Final = 3.0
"""Weight of a question against the sentences beside it."""
_TAG: Final = 2
"""Words of a question that asks what the other one says to all that."""
_LONGEST: Final = 8
"""Words by which a long sentence counts."""
_HALF: Final = 0.2
"""Least share of the likeliest topic among all topics."""
_ASKED: Final = 0.15
"""Least probability of all topics together."""
_TOPICAL: Final = 0.15
"""Least probability of a remark's gist and topic, both."""
_OTHER: Final = 0.5
"""Most probability that a remark has none of them."""
_LONG: Final = (1, 2, 3, 5, 8, 12, 20)


@dataclass(frozen=True, slots=True)
class Gist:
    """Gist of a message.

    probability: its certainty. shares: probabilities of all gists. topics: those of topics of questions and remarks, by
    `kind:topic`.
    """

    kind: str
    probability: float
    shares: Mapping[str, float]
    topics: Mapping[str, float] = field(default_factory=dict)

    @property
    def question(self) -> tuple[str, str] | None:
        """The kind and the topic of the question about the game that it most likely is; None where no topic has much of
        what kinds with topics have, or all of them are unlikely."""
        asked = [name for name in self.topics if name.partition(":")[0] in ASKING]
        best = max(asked, key=lambda name: self.topics[name], default="")
        total = self.of(*{name.partition(":")[0] for name in asked})
        if not best or total < _ASKED or self.topics[best] < _HALF * total:
            return None
        kind, _, topic = best.partition(":")
        return kind, topic

    def topic_of(self, kind: str) -> str:
        """The likeliest topic of a remark of that kind; none where none is likely enough."""
        if kind in ASKING:
            return ""
        found = {name: share for name, share in self.topics.items() if name.partition(":")[0] == kind}
        other = found.pop(f"{kind}:other", 0.0)
        best = max(found, key=lambda name: found[name], default="")
        likely = bool(best) and found[best] >= _TOPICAL and other < _OTHER * self.of(kind)
        return best.partition(":")[2] if likely else ""

    def of(self, *kinds: str) -> float:
        """Probability of any of these kinds."""
        return sum(self.shares.get(kind, 0.0) for kind in kinds)


@lru_cache(maxsize=16)
def gist_of(text: str) -> Gist:
    """The likeliest gist of a text; of several sentences it is half that of the whole and half those of each, by how
    long they are, of questions more. Several steps of a reading ask for that of one text."""
    sentences = sentences_in(text[:_MOST])
    if len(sentences) < 2:
        return _gist({text: 1.0})
    weights = [min(len(each.split()), _LONGEST) * (_ASKS if _is_question(each) else 1.0) for each in sentences]
    half = 0.5 / sum(weights)
    parts: dict[str, float] = {text: 0.5}
    for each, weight in zip(sentences, weights, strict=True):
        parts[each] = parts.get(each, 0.0) + half * weight
    return _gist(parts)


def _is_question(sentence: str) -> bool:
    """True if the sentence asks something by itself; `Thoughts?` does not."""
    return sentence.rstrip().endswith("?") and len(sentence.split()) > _TAG


def is_worded(text: str) -> bool:
    """True if most words are known; otherwise the gist is a guess."""
    words = [token.sym for token in spot(text[:_MOST], None).tokens if token.sym[:1].isalpha()]
    known = weights_in("gists").knows
    return 2 * sum(map(known, words)) > len(words)


def kind_of(text: str) -> str:
    """The likeliest kind of a text as a whole."""
    shares = _by_kind(_classified(text)[0])
    return max(shares, key=lambda kind: shares[kind])


def _by_kind(named: Mapping[str, float]) -> dict[str, float]:
    """Probabilities of kinds, those of their topics together."""
    kinds: dict[str, float] = {}
    for name, share in named.items():
        kind = name.partition(":")[0]
        kinds[kind] = kinds.get(kind, 0.0) + share
    return kinds


def _gist(parts: Mapping[str, float]) -> Gist:
    """Of texts that count as given, together 1."""
    topics: dict[str, float] = {}
    shares: dict[str, float] = {}
    for text, weight in parts.items():
        named, remarks = _classified(text)
        kinds = _by_kind(named)
        for name, share in named.items():
            if ":" in name:
                topics[name] = topics.get(name, 0.0) + weight * share
        for name, share in remarks.items():
            topics[name] = topics.get(name, 0.0) + share * weight * kinds.get(name.partition(":")[0], 0.0)
        for kind, share in kinds.items():
            shares[kind] = shares.get(kind, 0.0) + weight * share
    best = max(shares, key=lambda kind: shares[kind])
    return Gist(best, shares[best], shares, topics)


@lru_cache(maxsize=32)
def _classified(text: str) -> tuple[Mapping[str, float], Mapping[str, float]]:
    """Probabilities of a text's gists, and of the topics within each."""
    traits = set(traits_of(text))
    return weights_in("gists").shares(traits), _remarked(traits)


def _remarked(traits: Iterable[str]) -> dict[str, float]:
    """Probabilities of remarks' topics; those of one gist sum to 1."""
    found = weights_in("remarks").shares(traits)
    totals: dict[str, float] = {}
    for name, share in found.items():
        kind = name.partition(":")[0]
        totals[kind] = totals.get(kind, 0.0) + share
    return {name: share / (totals[name.partition(":")[0]] or 1.0) for name, share in found.items()}


def traits_of(text: str) -> Iterator[str]:
    """Traits of a text for its gist.

    Words, pairs of them, its beginning, names and length.
    """
    words = [_unnumbered(token.sym) for token in spot(text[:_MOST], None).tokens]
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
    fields = fields_of()
    found: set[str] = set()
    for said in ([word.partition("~")[0] for word in words], typed):
        for size in (1, 2, 3):
            for at in range(len(said) - size + 1):
                found |= fields.get(" ".join(said[at : at + size]), frozenset())
    return found


@cache
def fields_of() -> Mapping[str, frozenset[str]]:
    """The fields of each word."""
    found: dict[str, set[str]] = {}
    for line in files("negotiation.gists").joinpath("fields.txt").read_text(encoding="utf-8").splitlines():
        name, colon, words = line.partition(": ")
        if colon and not line.startswith("#"):
            for word in words.split():
                found.setdefault(word, set()).add(name)
    return {word: frozenset(names) for word, names in found.items()}


def _unnumbered(sym: str) -> str:
    """The letter of a name; any other word as it is."""
    return sym[0] if sym[0].isupper() and sym[1:].isdigit() else sym
