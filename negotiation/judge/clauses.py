"""Clauses of a text, each with the places and powers it names."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from typing import Final

from adjudication.board import Province
from adjudication.powers import Power, as_power
from negotiation.judge.naming import Named
from negotiation.words import lexicon

__all__ = ["ALLIED", "JOINTS", "LABELS", "OURS", "PEACE", "Clause", "clauses_in"]

_BREAKS: Final = lexicon.words(
    ", ; . : ? ! / + & and or then but while if provided unless so because than instead who long"
) | {"\n"}
JOINTS: Final = lexicon.words(", and & + / or")
"""Stand between the places of one thing, too: `Belgium and Holland are mine`."""
LABELS: Final = lexicon.words(": =")
"""Follow what the next words tell of: `Belgium: you`, `me: Belgium`."""
_LINKS: Final = lexicon.words("the to from")
_LITTLE: Final = lexicon.words("the and , & + for i me mine my you your yours us we both")
"""Stand before a label, with names."""
OURS: Final = lexicon.words("we us both our nobody neither together")
PEACE: Final = lexicon.words("peace truce ceasefire nap attacks fighting fight war hostilities friend friends quiet")
ALLIED: Final = lexicon.words("ally alliance allies against vs versus together")
_STRIKES: Final = lexicon.words(
    "attack hit smash smashing carve carving crush kill jump squeeze destroy eat fight push"
)
_THERE: Final = lexicon.words("it there that which touch")
_OPEN: Final = lexicon.words("question discuss discussed toss coin flip later talk decide see between matter")
"""Words about things left open, which are no part of the deal."""
_ASIDES: Final = lexicon.words("so because than instead")
"""Begin what may be said beside the deal."""
_HELPS: Final = re.compile(r"^(?:s|supp?s?|spt|backs|backing|help\w*|supp?ort\w*|assist\w*|add|chuck|join)$")
_BACKED: Final = lexicon.words("me you up it that P U")
_SUBJECTS: Final = lexicon.words("i we")
_ANYBODY: Final = lexicon.words("you me")
_NEAR: Final = 7


@dataclass(frozen=True)
class Clause:
    """A stretch between breaks.

    sides: words that stand for `me` or `you`, in turn; foes: third powers; aside: it is left open, or said beside.
    """

    words: tuple[str, ...]
    places: tuple[Province, ...]
    sides: tuple[tuple[int, str], ...]
    foes: tuple[Power, ...]
    aside: bool

    def has(self, words: Collection[str]) -> bool:
        """True if it has any of the words."""
        return not self._said.isdisjoint(words)

    @cached_property
    def _said(self) -> frozenset[str]:
        return frozenset(self.words)

    @cached_property
    def points(self) -> bool:
        """True if it speaks of a place without its name."""
        return self.has(_THERE)

    @cached_property
    def helps(self) -> bool:
        """True if it speaks of support."""
        pairs = zip(self.words, (*self.words[1:], "."), strict=True)
        return any(_HELPS.match(word) or (word == "back" and after in _BACKED) for word, after in pairs)

    @cached_property
    def helps_side(self) -> bool:
        """True if a side is to be supported, no unit of it."""
        return any(at and _HELPS.match(self.words[at - 1]) and self.words[at] in _ANYBODY for at, _ in self.sides)


def clauses_in(named: Named, *, together: bool) -> Iterator[Clause]:
    """Stretches between breaks with a place, a pointer or a pact.

    together: joints between two places part nothing.
    """
    places = {one.at: one.name for one in named.places}
    foes = {one.at: as_power(one.name) for one in named.powers if one.name in named.others}
    joints = _joints(named.words, places) if together else frozenset()
    begin = 0
    for at, word in enumerate((*named.words, ".")):
        words = named.words[begin:at]
        # Only names stand before a label that goes on.
        labels = word in LABELS and words and all(one in _LITTLE or one[:1].isupper() for one in words)
        ends = word in _BREAKS | LABELS and at not in joints and not labels
        if not ends and not _begins(at, begin, named, places):
            continue
        found = Clause(
            words,
            tuple(places[each] for each in range(begin, at) if each in places),
            tuple((each - begin, named.sides[each]) for each in range(begin, at) if each in named.sides),
            tuple(foes[each] for each in range(begin, at) if each in foes),
            named.word(begin - 1) in _ASIDES or not _OPEN.isdisjoint(words),
        )
        if found.places or found.points or found.has(PEACE | ALLIED) or (found.foes and found.has(OURS | _STRIKES)):
            yield found
        begin = at + 1 if ends else at


def _joints(words: Sequence[str], places: Collection[int]) -> frozenset[int]:
    """Joints between places of one thing.

    A row of places with commas alone is one thing only where nothing more is told of its last place.
    """
    found: list[int] = []
    row: list[int] = []
    for at, word in enumerate((*words, ".")):
        if word in JOINTS and at - 1 in places and (at + 1 in places or at + 2 in places):
            row.append(at)
        elif row and at not in places and word not in _LINKS:
            closed = word in _BREAKS or row[0] == 1 or any(words[each] != "," for each in row)
            found += row if closed else ()
            row = []
    return frozenset(found)


def _begins(at: int, begin: int, named: Named, places: Collection[int]) -> bool:
    """True if a clause begins without a break.

    `you take Rumania i take Bulgaria`, `bel me hol you`."""
    if not any(each in places for each in range(begin, at)):
        return False
    if named.word(at) == "with":
        return any(_HELPS.match(word) for word in named.words[at : at + _NEAR])
    if at in places:
        return at - 1 in named.sides and at - 2 in places
    after_name = at - 1 in places and named.word(at) in _ANYBODY and at + 1 not in places
    rest = takewhile(lambda each: named.word(each) not in _BREAKS, range(at, at + _NEAR))
    return (after_name or named.word(at) in _SUBJECTS) and any(each in places for each in rest)
