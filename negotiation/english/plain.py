"""Roundabout English made plain: one way to say what people say in many, before the mood is looked for."""

import re
from typing import Final

from negotiation.english.phrasebook import phrases

__all__ = ["plain"]

_RULES: Final = tuple(
    (re.compile(rf"(?<!\S)(?:{pattern})(?!\S)"), instead.strip())
    for _, _, line in phrases("plain")
    for pattern, _, instead in [line.partition(" =>")]
)


def plain(clause: str) -> str:
    """The clause said plainly; the clause itself when it is plain already."""
    for pattern, instead in _RULES:
        clause = pattern.sub(instead, clause)
    return re.sub(" +", " ", clause).strip()
