"""Roundabout English made plain: one way to say what people say in many, before the mood is looked for."""

import re
from typing import Final

from negotiation.english.phrasebook import phrases

__all__ = ["plain"]


def _rule(line: str) -> tuple[re.Pattern[str], str, bool]:
    """The pattern of a rule, what it becomes, and whether it stands at the beginning of a clause only."""
    pattern, _, instead = line.partition(" =>")
    beginning = pattern.startswith("^") and not _alternatives(pattern)
    before = "" if beginning else r"(?<!\S)"
    return re.compile(rf"{before}(?:{pattern})(?!\S)"), instead.strip(), beginning


def _alternatives(pattern: str) -> bool:
    """Whether a pattern has alternatives that are not in a group."""
    depth = 0
    for sign in re.sub(r"\\.|\[[^]]*\]", "", pattern):
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            return True
    return False


_RULES: Final = tuple(_rule(line) for _, _, line in phrases("plain"))


def plain(clause: str) -> str:
    """The clause said plainly; the clause itself when it is plain already."""
    for pattern, instead, beginning in _RULES:
        if not beginning:
            clause = pattern.sub(instead, clause)
        elif (match := pattern.match(clause)) is not None:
            clause = match.expand(instead) + clause[match.end() :]
    return re.sub(" +", " ", clause).strip()
