"""Texts as they are read: what holds no words is blanked first, letter for letter, so that places in them stay."""

import re
from typing import Final

__all__ = ["legible"]

_RUN: Final = re.compile(r"(?:[^\w\s]|_){4,}")
_BRACKETS: Final = re.compile(r"[()\[\]{}<>\"“”«»]")
_MOST_BRACKETS: Final = 8
_SIGN: Final = re.compile(r"[^\w\s]|_")
_MOST_SIGNS: Final = 120
"""Punctuation marks in a thousand characters of English or of orders, doubled."""
_STACKED: Final = re.compile(r"(?<=[\u0300-\u036f]{2})[\u0300-\u036f]+")


def legible(text: str) -> str:
    """The text with blanks for idle marks: the fourth in a row, brackets by the dozen."""
    text = _RUN.sub(_first, _STACKED.sub(lambda found: " " * len(found[0]), text))
    if len(_BRACKETS.findall(text)) > _MOST_BRACKETS:
        text = _BRACKETS.sub(" ", text)
    if len(_SIGN.findall(text)) > _MOST_SIGNS:
        text = _SIGN.sub(" ", text)
    return text


def _first(found: re.Match[str]) -> str:
    return found[0][0] + " " * (len(found[0]) - 1)
