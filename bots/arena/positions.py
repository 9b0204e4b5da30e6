"""Positions that games begin with, as people write them."""

import re
from typing import Final

from adjudication.options import must_decide
from adjudication.packed import position_word, read_word
from adjudication.position import Position
from adjudication.position_text import parse_position
from adjudication.powers import POWERS
from adjudication.rulebook import STANDARD_RULES, Rulebook
from adjudication.victory import verdict

__all__ = ["read_first", "unplayable"]

_WORD: Final = re.compile(r"[A-Za-z0-9_-]{24,}")


def read_first(text: str) -> str:
    """The word of a position, written in any form.

    A word, text or JSON.

    Raises ImpossiblePosition, which is a ValueError.
    """
    text = text.strip()
    return position_word(read_word(text) if _WORD.fullmatch(text) else parse_position(text))


def unplayable(position: Position, rules: Rulebook = STANDARD_RULES) -> str:
    """Why no game can begin there; "" if one can."""
    if not any(must_decide(position, power) for power in POWERS):
        return "nobody has anything to order"
    return "" if verdict(position, rules) is None else "it is won already"
