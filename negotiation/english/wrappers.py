"""What people wrap a proposal or a plan in: `just to let you know, …`, `what I am thinking is …`."""

import re
from typing import Final

from negotiation.words.phrasebook import phrases, rewriting

__all__ = ["unwrapped"]


def _rule(line: str) -> tuple[re.Pattern[str], str]:
    pattern, instead = rewriting(line)
    return re.compile(pattern), f"{instead} ".lstrip()


_RULES: Final = tuple(_rule(line) for _, _, line in phrases("wrappers"))
_MAX_LAYERS: Final = 4


def unwrapped(clause: str) -> str:
    """The clause without what it is wrapped in, layer by layer; the clause itself when there is nothing around it."""
    for _ in range(_MAX_LAYERS):
        match, instead = next(((found, new) for rule, new in _RULES if (found := rule.match(clause))), (None, ""))
        rest = clause[match.end() :].strip() if match is not None else ""
        if not rest:
            break
        clause = instead + rest
    return clause
