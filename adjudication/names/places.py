"""Provinces from words, for texts in which a place is due: names, beginnings, abbreviations, misspellings."""

import unicodedata
from functools import lru_cache
from itertools import combinations
from typing import Final

from adjudication.board import STANDARD, Province
from adjudication.names.spelling import Speller, near_enough
from adjudication.names.table import PLACE_NAMES

__all__ = ["nearest_places", "places_named", "plain"]

_FILLERS: Final = frozenset({"the", "of"})


def plain(text: str) -> str:
    """The text in lower case without accents, dots and apostrophes, words parted by one blank."""
    letters = (each for each in unicodedata.normalize("NFKD", text).casefold() if not unicodedata.combining(each))
    return " ".join("".join(each if each.isalpha() else " " * (each not in ".'\u2019") for each in letters).split())


def _plain_names() -> dict[str, tuple[Province, ...]]:
    names: dict[str, tuple[Province, ...]] = {}
    for name, provinces in PLACE_NAMES.items():
        names.setdefault(plain(name), provinces)
        names.setdefault("".join(plain(name).split()), provinces)
    return names


_NAMES: Final = _plain_names()
_WORDS: Final[dict[Province, tuple[str, ...]]] = {
    code: tuple(word for word in plain(facts.name).split() if word not in _FILLERS)
    for code, facts in STANDARD.provinces.items()
}
_SPELLER: Final = Speller({name: found[0] for name, found in _NAMES.items() if len(name) > 3 and len(found) == 1})
_SEVERAL: Final = tuple((name.split(), found[0]) for name, found in _NAMES.items() if " " in name and len(found) == 1)


@lru_cache(maxsize=4096)
def places_named(text: str) -> tuple[Province, ...]:
    """The provinces that the text may name: one, several that share the name, or none.

    A code, name or nickname wins over beginnings of words (`ENG CHAN`, `GULF OF BOTH`) of three letters or more,
    and those over misspellings.
    """
    words = plain(text).split()
    joined = "".join(words)
    exact = _NAMES.get(" ".join(words)) or _NAMES.get(joined)
    if exact or len(joined) < 3:
        return exact or ()
    given = [word for word in words if word not in _FILLERS]
    return tuple(code for code, name in _WORDS.items() if _begins(given, name)) or _misspelt(words)


def nearest_places(text: str) -> tuple[Province, ...]:
    """Up to three provinces that may be meant by what names none."""
    joined = "".join(plain(text).split())
    if len(joined) < 3:
        return ()
    if len(joined) > 4:
        return _SPELLER.near(joined, 1)[:3]
    return tuple(code for code, name in _WORDS.items() if name[0][:2] == joined[:2])[:3]


def _begins(given: list[str], name: tuple[str, ...]) -> bool:
    """True if the words begin words of the name, in its order; a single word must begin the first."""
    if len(given) == 1:
        return name[0].startswith(given[0]) or (len(given[0]) > 3 and any(word.startswith(given[0]) for word in name))
    return any(
        all(word.startswith(part) for word, part in zip(chosen, given, strict=True))
        for chosen in combinations(name, len(given))
    )


def _misspelt(words: list[str]) -> tuple[Province, ...]:
    """Provinces whose names have the words, with a few letters wrong."""
    if len(words) == 1:
        return _SPELLER.near(words[0])
    alike = (code for name, code in _SEVERAL if len(name) == len(words) and all(map(near_enough, words, name)))
    return tuple(dict.fromkeys(alike))
