"""Roundabout English made plain: one way to say what people say in many, before the mood is looked for."""

import re
from collections.abc import Iterable
from typing import Final, TypeAlias

from negotiation.english.needing import Needing
from negotiation.words.phrasebook import phrases, rewriting

__all__ = ["Rules", "plain"]

_Rule: TypeAlias = tuple[re.Pattern[str], str, bool]
"""A pattern, what it becomes, and whether it stands at the beginning of a clause only."""


def _rule(line: str) -> _Rule:
    """The pattern of a rule, what it becomes, and whether it stands at the beginning of a clause only."""
    pattern, instead = rewriting(line)
    beginning = pattern.startswith("^") and not _alternatives(pattern)
    before = "" if beginning else r"(?<!\S)"
    return re.compile(rf"{before}(?:{pattern})(?!\S)"), instead, beginning


def _alternatives(pattern: str) -> bool:
    """Whether a pattern has alternatives that are not in a group."""
    depth = 0
    for sign in re.sub(r"\\.|\[[^]]*\]", "", pattern):
        depth += (sign == "(") - (sign == ")")
        if sign == "|" and not depth:
            return True
    return False


class Rules:
    """Rules in a row, each for what those before have made of a clause."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._rules = [_rule(line) for line in lines]
        self._needing = Needing(pattern for pattern, _, _ in self._rules)

    def rewritten(self, clause: str) -> str:
        """The clause after all rules, in order."""
        tried, known = -1, ""
        while known != clause:
            known = clause
            for at in self._needing.among(clause):
                if at > tried:
                    tried, clause = at, _applied(self._rules[at], clause)
                    if clause != known:
                        break
        return re.sub(" +", " ", clause).strip()


def _applied(rule: _Rule, clause: str) -> str:
    pattern, instead, beginning = rule
    if not beginning:
        return pattern.sub(instead, clause)
    match = pattern.match(clause)
    return match.expand(instead) + clause[match.end() :] if match is not None else clause


_RULES: Final = Rules(line for _, _, line in phrases("plain"))
_PATHS: Final = Rules(line for _, _, line in phrases("paths"))
"""Rules for orders, of which every one names a place or a unit."""

_PLACED: Final = re.compile(r"(?<!\S)[PU]\d")


def plain(clause: str) -> str:
    """The clause said plainly; the clause itself when it is plain already."""
    clause = _RULES.rewritten(clause)
    return _PATHS.rewritten(clause) if _PLACED.search(clause) is not None else clause
