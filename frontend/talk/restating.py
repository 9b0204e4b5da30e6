"""Decide whether to show the understood meaning beside a message."""

import re
from collections.abc import Sequence
from typing import Final

from adjudication.board import STANDARD, Province
from negotiation.diplomacy import DIPLOMACY
from negotiation.floor import given_promise
from negotiation.printer import format_term
from negotiation.terms import Accept, Reject, Utterance, Withdraw

__all__ = ["adds"]

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_ANYWHERE: Final = frozenset({"sea", "gulf", "ocean", "north", "south", "east", "west", "eastern", "western", "the"})
"""Words of many names of places: none of them tells which place is meant."""


def adds(text: str, said: Sequence[Utterance], *, written: bool) -> bool:
    """True if the meaning should be shown unasked.

    Answers name the deal, promises stand in the ledger from now on, and a meaning with other places than the text names
    may be a misreading. written: the text was made from the meaning.
    """
    if any(isinstance(utterance, Accept | Reject | Withdraw) or given_promise(utterance) for utterance in said):
        return True
    if written or not said:
        return False
    meant = _meant(said)
    named, words = _named(text), {word.casefold() for word in _WORD.findall(text)}
    return not named <= meant or any(not _hinted(place, words) for place in meant - named)


def _meant(said: Sequence[Utterance]) -> frozenset[Province]:
    terms = " ".join(format_term(utterance, DIPLOMACY) for utterance in said)
    words = {word.upper() for word in re.findall(r"\b[a-z]{3}\b", terms)}
    return frozenset(code for code in STANDARD.provinces if code in words)


def _hinted(place: Province, words: set[str]) -> bool:
    """True if a word may stand for the place.

    Its code, or the beginning of a word of its name.
    """
    names = {word.casefold() for word in _WORD.findall(STANDARD.provinces[place].name)} - _ANYWHERE
    return any(word == place.casefold() or any(name.startswith(word[:4]) for name in names) for word in words)


def _named(text: str) -> frozenset[Province]:
    """The places whose whole names stand in a text."""
    folded = text.casefold()
    return frozenset(
        code
        for code, facts in STANDARD.provinces.items()
        if re.search(rf"\b{re.escape(facts.name.casefold())}\b", folded)
    )
