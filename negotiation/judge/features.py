"""The features of every candidate of a text, together: of its terms, of the text, of where it comes from."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from typing import Final

from negotiation.english.understanding import Candidate
from negotiation.judge.candidates import Proposed, Text, candidates
from negotiation.judge.clues import Clues, group_of, lacking
from negotiation.judge.traits import Traits, of_pairs, of_words, silent, standing, traits
from negotiation.levels import subterms

__all__ = ["Choice", "choices", "shared_features"]


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


def choices(text: Text) -> list[Choice]:
    """All that the text may mean, none twice, and at last that it says nothing: it is talk."""
    found: dict[Hashable, tuple[Proposed, Traits]] = {}
    now = standing(text.named)
    for one in candidates(text):
        seen = traits(one.said, text.named, now)
        key = (seen.key, len(one.said))
        if key in found:
            first, _ = found[key]
            sources = tuple(dict.fromkeys((*first.sources, *one.sources)))
            found[key] = (Proposed(first.said, sources, first.unread), seen)
        else:
            found[key] = (one, seen)
    clues = Clues(text)
    chosen = [_choice(one, seen, clues) for one, seen in found.values()]
    nothing = Proposed((), ("nothing", f"nothing {'read' if text.read.candidates else 'unread'}"))
    return [*chosen, _choice(nothing, silent(text.named), clues)]


def _choice(one: Proposed, seen: Traits, clues: Clues) -> Choice:
    parts = [f"@{source}" for source in one.sources if source in _PARTS]
    group = group_of(one.said, clues.text.context)
    coarse = group.partition(" ")[0]
    asked = [f"={group}"] if coarse == "which" else []
    labels = (f"#{coarse}", *seen.labels, *parts, *asked)
    terms = [term for said in one.said for term in subterms(said)]
    lacks = tuple(lacking(one, terms, clues))
    return Choice(one, (*seen.own, *clues.of(one, terms, group, lacks)), labels, lacks, clues)


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
