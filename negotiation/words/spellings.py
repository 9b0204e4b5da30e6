"""Typed forms: abbreviations, typing errors, and figures as words."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Final

from adjudication.names.spelling import one_letter_off
from negotiation.words.phrasebook import phrases

__all__ = ["SHORT", "respelt"]


def _table() -> dict[str, list[str]]:
    sections: dict[str, list[str]] = {}
    for section, _, line in phrases("spellings"):
        sections.setdefault(section, []).append(line)
    return sections


_SECTIONS: Final = _table()
SHORT: Final[Mapping[str, str]] = {
    short: words
    for line in _SECTIONS["short"]
    for shorts, words in [line.split(" = ")]
    for short in shorts.split("|")
    if short != words
}
"""Short forms, and the words they stand for."""

_NEAR: Final = frozenset(" ".join(_SECTIONS["near"]).replace("|", " ").split())
_NOT_NEAR: Final = _NEAR | frozenset(" ".join(_SECTIONS["not"]).replace("|", " ").split())
_SHORTEST: Final = 5


@cache
def _dropped() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for word in _NEAR:
        for shorter in one_letter_off(word):
            found.setdefault(shorter, set()).add(word)
    return {shorter: frozenset(words) for shorter, words in found.items()}


def respelt(word: str, known: Callable[[str], bool]) -> str:
    """A word of the game for one that is a letter off; any other word as it is."""
    if len(word) < _SHORTEST or word in _NOT_NEAR or not word.isalpha() or known(word):
        return word
    near = {one for shorter in one_letter_off(word) for one in _dropped().get(shorter, ()) if one[0] == word[0]}
    within = {one for one in near if one in one_letter_off(word) or word in one_letter_off(one)}
    alike = {one for one in near if len(one) == len(word)}
    for among in (within, alike):
        if among:
            return among.pop() if len(among) == 1 else word
    return word
