"""The features of every candidate of a text, together: of its terms, of the text, of where it comes from."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from negotiation.english.understanding import Candidate
from negotiation.judge.candidates import Proposed, Text, candidates
from negotiation.judge.clues import Clues, group_of
from negotiation.judge.left_out import lacking
from negotiation.judge.traits import Outline, of_pairs, of_words, outline, silent, standing, traits
from negotiation.levels import subterms

__all__ = ["Choice", "choices", "shared_features"]


Weigh: TypeAlias = Callable[[str], float]


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the text may mean. own: its features; labels: those by which the words of the text, or the text as a
    whole (`#`), speak for or against it; lacks: what it leaves unread."""

    proposed: Proposed
    own: tuple[str, ...]
    labels: tuple[str, ...]
    lacks: tuple[str, ...]
    clues: Clues

    @property
    def said(self) -> Candidate:
        return self.proposed.said


def choices(text: Text, weigh: Weigh | None = None) -> list[Choice]:
    """All that the text may mean, none twice, talk last.

    weigh: the weight of a feature. Given it, what was only found on the board is left out where its kind is unlikely
    beside the likeliest: a text with three names may mean three hundred things, and most features are of single ones.
    """
    found: dict[Hashable, tuple[Proposed, Outline]] = {}
    now = standing(text.named)
    for one in candidates(text):
        seen = outline(one.said, text.named, now)
        key = (seen.key, len(one.said))
        if key in found:
            first, _ = found[key]
            sources = tuple(dict.fromkeys((*first.sources, *one.sources)))
            found[key] = (Proposed(first.said, sources, first.unread), seen)
        else:
            found[key] = (one, seen)
    readings = tuple(
        dict.fromkeys(_read_as(*each, text) for each in found.values() if not _READ.isdisjoint(each[0].sources))
    )
    nothing = Proposed((), ("nothing", f"nothing {'read' if text.read.candidates else 'unread'}"))
    clues = Clues(text, readings)
    outlined = [_outlined(one, seen, clues) for one, seen in (*found.values(), (nothing, silent(text.named)))]
    return [_choice(each, clues) for each in (outlined if weigh is None else _likely(outlined, clues, weigh))]


def _read_as(one: Proposed, seen: Outline, text: Text) -> str:
    """Feature of a text: a reading by the grammar, beside open deals."""
    whole = "whole" if "read 0" in one.sources else "part"
    return f"{whole} {group_of(one.said, text.context)} {seen.changed}"


_READ: Final = frozenset({"read 0", "tail 0", "head 0", "named 0", "sentence 0", "clause 0"})
"""Sources of the grammar's best readings."""


class _Outlined(NamedTuple):
    proposed: Proposed
    seen: Outline
    group: str
    labels: tuple[str, ...]


def _outlined(one: Proposed, seen: Outline, clues: Clues) -> _Outlined:
    parts = [f"@{source}" for source in one.sources if source in _PARTS]
    group = group_of(one.said, clues.text.context)
    coarse = group.partition(" ")[0]
    asked = [f"={group}"] if coarse == "which" else []
    return _Outlined(one, seen, group, (f"#{coarse}", *seen.labels, *parts, *asked))


def _likely(found: Sequence[_Outlined], clues: Clues, weigh: Weigh) -> list[_Outlined]:
    """Drop candidates that only the board offers and whose kind is unlikely.

    The likeliest kind that says something stays, however likely it is that nothing is said, the last of those found.
    """
    by_label = clues.by_label
    for label in {label for one in found for label in one.labels}:
        by_label[label] = sum(map(weigh, shared_features(label, clues)))
    by_kind: dict[tuple[tuple[str, ...], tuple[str, ...]], float] = {}
    scores: list[float] = []
    for one in found:
        kind = (one.labels, one.seen.kind)
        if kind not in by_kind:
            by_kind[kind] = sum(map(by_label.__getitem__, one.labels)) + sum(map(weigh, one.seen.kind))
        scores.append(by_kind[kind])
    least = min(max(scores) - _FAR, max(scores[:-1], default=0.0))
    return [
        one
        for one, score in zip(found, scores, strict=True)
        if score >= least or not _OF_BOARD.issuperset(one.proposed.sources)
    ]


_FAR: Final = 6.0
"""How far behind the likeliest kind a candidate may be; of those shown for other texts none was more than 4 behind."""
_OF_BOARD: Final = frozenset({"board", "asked", "reported", "listed", "which", "timed"})
"""Sources that offer all there is to say about some names."""


def _choice(one: _Outlined, clues: Clues) -> Choice:
    proposed, seen, group, labels = one
    terms = [term for said in proposed.said for term in subterms(said)]
    lacks = tuple(lacking(proposed, terms, clues))
    own = (*seen.kind, *traits(seen, clues.text.named), *clues.of(proposed, terms, group, lacks))
    return Choice(proposed, own, labels, lacks, clues)


_PARTS: Final = frozenset({"tail", "head", "named", "sentence", "clause", "either", "listed"})
"""Sources of what is read from a part of the text, or part by part."""


def shared_features(label: str, clues: Clues) -> Iterator[str]:
    """What a text says for or against all that has a label."""
    if label[0] == "#":
        yield from (f"{each}|{label}" for each in clues.general)
        return
    yield from (f"{word}|{label}" for word in of_words(clues.text.named))
    if label[0] in "=@":
        yield from (f"{pair}|{label}" for pair in of_pairs(clues.text.named))
