"""Lists of tokens as the reader handles them."""

from collections.abc import Iterable, Sequence
from typing import Final

from negotiation.english.answers import GREETINGS
from negotiation.english.entities import Token

__all__ = ["joined", "trimmed", "without_greeting"]

_EDGES: Final = frozenset((*",-;:()/\"“”*…'&#_~|", "and"))


def joined(tokens: Iterable[Token]) -> str:
    return " ".join(token.sym for token in tokens)


def trimmed(tokens: Sequence[Token]) -> list[Token]:
    """Without punctuation and `and` at either end."""
    start, end = 0, len(tokens)
    while start < end and tokens[start].sym in _EDGES:
        start += 1
    while end > start and tokens[end - 1].sym in _EDGES:
        end -= 1
    return list(tokens[start:end])


def without_greeting(tokens: Sequence[Token]) -> list[Token] | None:
    match = GREETINGS.match(joined(tokens) + " ")
    if match is None:
        return None
    return trimmed(tokens[len(match[0].split()) :])
