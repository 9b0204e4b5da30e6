"""Roles of named places and third powers, by learnt weights.

Who gets a place, keeps out of it or helps into it.

Weights are learnt by `python -m bench.gists --roles` from lines in which people marked the role of each name
(`bench/gists/marked.txt`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final

from adjudication.board import STANDARD
from adjudication.powers import POWERS
from negotiation.gists.telling import fields_of, kind_of
from negotiation.learnt.weighing import weights_in
from negotiation.words.spotting import Place, UnitRef, spot

__all__ = ["OF_PLACE", "OF_POWER", "Mention", "Word", "roles_in", "traits_at", "words_of_text"]

OF_PLACE: Final = ("mine", "yours", "ask", "ours", "spare", "both", "help", "aid", "third", "from", "about")
"""Roles of places. mine: who writes gets or has it; yours: who reads does; ask: whether who reads goes there; ours: who
reads keeps out; spare: who writes does; both: both do; help: who reads helps into it; aid: who writes does; third: a
third power gets or has it; from: where a unit stands that is spoken of; about: anything else."""
OF_POWER: Final = ("against", "contact", "mypact", "source", "doer", "strong", "weak", "view", "spared", "about")
"""Roles of third powers. against: to be fought; contact: who reads talks or is allied with it; mypact: who writes is;
source: it said what is told; doer: it does something; strong, weak: it is; view: what to think of it; spared: not to be
fought; about: anything else."""
_MOST: Final = 400
"""Letters that are looked at."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a text, or the names that stand in one list. kind: `P` of places, `U` of the places of units, `W` of
    third powers, else nothing. start, end: where it stands in the text."""

    text: str
    start: int
    end: int
    kind: str = ""
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mention:
    """Names that stand in one list, and how likely each role is. at: its place among the words of the text."""

    at: int
    word: Word
    shares: dict[str, float]

    @property
    def role(self) -> str:
        """The likeliest."""
        return max(self.shares, key=lambda role: self.shares[role])

    @property
    def probability(self) -> float:
        """Probability of the role."""
        return self.shares[self.role]


def roles_in(text: str, parties: Sequence[str]) -> Sequence[Mention]:
    """Every place and third power of a text with its roles, in their order. parties: who writes and who reads."""
    return _roles_in(text, tuple(parties))


@lru_cache(maxsize=16)
def _roles_in(text: str, parties: tuple[str, ...]) -> Sequence[Mention]:
    """Roles in a text, cached: several steps of a reading need them."""
    words, kind = words_of_text(text, parties), kind_of(text)
    return tuple(
        Mention(at, word, weights_in(_FILES[word.kind]).shares(traits_at(words, at, kind)))
        for at, word in enumerate(words)
        if word.kind
    )


_FILES: Final = {"P": "places", "U": "places", "W": "powers"}


# ── words ───────────────────────────────────────────────────────────────────────────────────────


def words_of_text(text: str, parties: Sequence[str]) -> list[Word]:
    """The words as they are spotted, the names of a list in one."""
    seen = spot(text[:_MOST], None)
    found: list[Word] = []
    for token in seen.tokens:
        word = _word(token.sym.partition("~")[0].lower(), token.start, token.end, seen.entities.get(token.sym), parties)
        if word.text not in _SKIPPED:
            found.append(word)
    return list(_in_lists(found))


def _word(text: str, start: int, end: int, entity: object, parties: Sequence[str]) -> Word:
    match entity:
        case UnitRef(owner, _, place):
            owned = _OWNED.get(owner, "its" if owner in POWERS else "a")
            named = (place.province,) if place is not None else ()
            return Word(f"{owned} unit", start, end, "U" if named else "", named)
        case Place(province):
            return Word("P", start, end, "P", (province,))
        case str() if entity in POWERS:
            return Word("@", start, end) if entity in parties else Word("W", start, end, "W", (entity,))
        case _:
            return Word(text, start, end)


def _in_lists(words: Sequence[Word]) -> Iterator[Word]:
    """The words, with names between which only an `and` or the like stands in one."""
    kept = [word for index, word in enumerate(words) if not _is_glue(words, index)]
    for kind, run in groupby(kept, key=lambda word: word.kind):
        listed = list(run)
        if kind in ("P", "W"):
            named = tuple(dict.fromkeys(name for word in listed for name in word.named))
            yield Word(listed[0].text, listed[0].start, listed[-1].end, kind, named)
        else:
            yield from listed


def _is_glue(words: Sequence[Word], index: int) -> bool:
    if not 0 < index < len(words) - 1 or words[index].text not in _GLUE:
        return False
    if words[index].text == "," and index + 2 < len(words) and words[index + 2].text not in _GLUE | _BREAKS:
        return False  # another clause begins, whose subject is named first
    return words[index - 1].kind in ("P", "W") and words[index - 1].kind == words[index + 1].kind


_SKIPPED: Final = frozenset({"the", "a", "an"})
_GLUE: Final = frozenset((*",&+/", "and", "n", "or", "nor"))
_OWNED: Final = {"me": "my", "you": "your"}


# ── traits ──────────────────────────────────────────────────────────────────────────────────────


def traits_at(words: Sequence[Word], at: int, gist: str) -> Iterator[str]:
    """Traits of a name for its role.

    The words next to it, those of its clause and of the rest, the last person mentioned before, the kind of question.
    gist: of the whole text.
    """
    begins, ends = _clause(words, at)
    before = [word.text for word in words[begins:at]]
    after = [word.text for word in words[at + 1 : ends]]
    mark = next((word.text for word in words[at:] if word.text in _STOPS), "")
    asks, word = mark == "?", words[at]
    subject = next((each for each in reversed(before) if each in _PERSONS), "")
    denied = not _NOT.isdisjoint(before)
    yield f"kind {_kind_of(word)}"
    yield f"unit {word.text}"
    yield f"gist {gist}"
    yield f"gist {gist} {subject}"
    left = ["^", *before][-3:]
    right = [*after, "$"][:3]
    yield from (f"b {' '.join(left[-size:])}" for size in (1, 2, 3))
    yield from (f"a {' '.join(right[:size])}" for size in (1, 2, 3))
    yield f"ba {left[-1]} _ {right[0]}"
    yield from (f"< {each}" for each in before)
    yield from (f"> {each}" for each in after)
    yield from (f"o {each.text}" for each in (*words[:begins], *words[ends:]))
    yield f"subject {subject}"
    yield f"subject {subject} not {denied}"
    since = before[len(before) - 1 - before[::-1].index(subject) :] if subject else before
    yield from (f"s {subject} {each}" for each in since)
    yield from (f"s {subject} {one} {two}" for one, two in pairwise(since))
    fields = fields_of()
    for name in {name for each in (*before, *after) for name in fields.get(each, ())}:
        yield f"~{name}"
        yield f"~{name} {subject} not {denied}"
    yield f"asks {asks}"
    yield f"asks {asks} {' '.join(before[:1])}"
    yield f"asks {asks} {subject}"
    yield f"first {' '.join(before[:1])}"
    yield f"first {' '.join(before[:2])}"
    yield f"if {'if' in before[:2]} {subject}"
    yield f"earlier {words[begins - 1].text if begins else ''}"
    yield f"names before {min(sum(bool(each.kind) for each in words[begins:at]), 2)}"
    yield f"names after {min(sum(bool(each.kind) for each in words[at + 1 : ends]), 2)}"


def _clause(words: Sequence[Word], at: int) -> tuple[int, int]:
    """Bounds of the clause around a name."""
    begins = next((index + 1 for index in range(at - 1, -1, -1) if words[index].text in _BREAKS), 0)
    ends = next((index for index in range(at + 1, len(words)) if words[index].text in _BREAKS), len(words))
    return begins, ends


def _kind_of(word: Word) -> str:
    if word.kind == "W":
        return "power"
    province = word.named[0]
    return "center" if province in STANDARD.centers else "sea" if STANDARD.provinces[province].kind == "sea" else "land"


_STOPS: Final = frozenset(".!?;")
_BREAKS: Final = frozenset(
    (*".!?;:,", "\N{EN DASH}", "\N{EM DASH}", "but", "while", "if", "then", "so", "because", "unless")
)
_PERSONS: Final = frozenset(
    {"i", "me", "my", "mine", "you", "your", "we", "us", "our", "both", "he", "his", "they", "nobody", "neither"}
    | {"W", "@", "my unit", "your unit", "its unit"}
)
_NOT: Final = frozenset({"not", "no", "never", "nobody", "neither", "without", "nor"})
