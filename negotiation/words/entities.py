"""Entities of a text, and its tokens."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from adjudication.board import Province
from adjudication.names.table import ADJECTIVES, POWER_WORDS
from negotiation.diplomacy import Turn
from negotiation.words.lexicon import PROVINCE_WORDS, verb_forms, words
from negotiation.words.marks import without_marks
from negotiation.words.spellings import SHORT, respelt

__all__ = ["WORD", "Entity", "Place", "Raw", "Spotted", "Token", "UnitRef", "When", "tokenized"]


@dataclass(frozen=True, slots=True)
class Place:
    province: str
    coast: str = ""


@dataclass(frozen=True, slots=True)
class UnitRef:
    """A unit as mentioned. owner: `me`, `you`, `we`, `they`, a power or "" when it was not said; kind "" likewise."""

    owner: str = ""
    kind: str = ""
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class When:
    """A time as mentioned.

    turn: when an order is due; None: in the turn now on. last: the last turn that what lasts binds; None: as
    long as the game. later: it begins in a turn to come, which only an order can say. limit: only the end
    was named, as in `until 1903`.
    """

    turn: Turn | None = None
    last: Turn | None = None
    later: bool = False
    limit: bool = False


Entity = Place | UnitRef | When | str


@dataclass(frozen=True, slots=True)
class Token:
    """`sym` is what patterns see; `start` and `end` are offsets in what was typed."""

    sym: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Spotted:
    """A text and what it names. open: how many places a name may stand for, where the board leaves it open; else 1."""

    text: str
    tokens: tuple[Token, ...]
    entities: Mapping[str, Entity] = field(hash=False)
    open: int = 1


@dataclass(slots=True)
class Raw:
    """A word on its way to a token. among: the places it may stand for, where several share the name."""

    text: str
    start: int
    end: int
    sym: str = ""
    among: tuple[Province, ...] = ()


_FIGURED: Final = "|".join(short for short in SHORT if not short.isalpha() and short.isalnum())
"""Short forms with a figure in them: `gr8`."""
WORD: Final = re.compile(
    rf"\b(?:{_FIGURED})\b|"
    r"\b(?:[wW]/(?:[oO]\b)?|[bB]/[cwCW]\b)|[^\W\d_]+(?:['\u2019][^\W\d_]+)*|'s\b|\d+|\.{2,}|…|[-\u2013\u2014\u2212]*[>→⇒]|[-\u2013\u2014\u2212]+|=+>?|[?!]+|[^\w\s]|\n+",
    re.IGNORECASE,
)
_SAID: Final = 3
"""Times that a word counts in a row; it is skipped from then on."""
_DASHES: Final = frozenset("-\u2013\u2014\u2212→⇒>=")
_SLIPPED: Final = re.compile(r"(?<=[a-z]);(?=(?:t|s|ll|re|ve|m|d)\b)", re.IGNORECASE)
"""The key next to the apostrophe's, as in `don;t`."""

_NUMBERED: Final = re.compile(r"\[\d+\]")
"""A number in brackets stands for somebody's name: it calls a player, or marks a place in a text."""


def tokenized(text: str) -> list[Raw]:
    raws: list[Raw] = []
    named = _NUMBERED.sub(lambda number: " " * len(number[0]), without_marks(_SLIPPED.sub("'", text)))
    for match in WORD.finditer(named):
        word = match[0].replace("\u2019", "'")
        low = word.lower()
        start, end = match.span()
        said = [raw.text for raw in raws[-_SAID:]]
        if said[-1:] == [word] and (said == [word] * _SAID or not word.isalnum()):
            raws[-1].end = end  # A mark said again, or a word said over and over, says no more.
        elif low[0] in _DASHES:
            raws.append(Raw("-", start, end))
        elif low in SHORT and not (len(low) == 1 and word.isupper()) and not (low == "id" and word == "ID"):
            raws.extend(Raw(part, start, end) for part in SHORT[low].split())
        elif low.endswith("'s") and len(low) > 2:
            raws += [Raw(word[:-2], start, end - 2), Raw("'s", end - 2, end)]
        else:
            right = respelt(low, _known)
            raws.append(Raw(word if right == low else right, start, end))
    return [_spoken(raws, at) for at in range(len(raws))]


def _known(word: str) -> bool:
    """True if a word is a name or game verb."""
    return word in _VERBS or word in PROVINCE_WORDS or word in POWER_WORDS or word in ADJECTIVES


def _spoken(raws: Sequence[Raw], at: int) -> Raw:
    """A figure or letter that is said as a word: `go 2 Greece`, `support 4 Greece`, `you n me`."""
    raw = raws[at]
    word = _SOUNDS.get(raw.text)
    if word is None or not 0 < at < len(raws) - 1 or not raws[at - 1].text.isalpha():
        return raw
    following = raws[at + 1].text.lower()
    if raw.text in ("n", "w"):
        return raw if following in _DIRECTED or following.isdigit() else Raw(word, raw.start, raw.end)
    acted = following in _VERBS or following in _ADDRESSED or _known(following)
    return Raw(word, raw.start, raw.end) if acted else raw


_SOUNDS: Final = {"2": "to", "4": "for", "n": "and", "w": "with"}
_DIRECTED: Final = words("africa african afr atl atlantic sea see coast med mediterranean . - / '")
_ADDRESSED: Final = words("me you us him them my your an the")
_VERBS: Final = verb_forms()
