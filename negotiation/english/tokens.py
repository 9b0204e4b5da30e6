"""Lists of tokens as the reader handles them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from negotiation.english.answers import GREETINGS
from negotiation.english.entities import Token

__all__ = ["joined", "supposed", "trimmed", "without_greeting"]

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


def supposed(condition: list[Token]) -> list[Token]:
    """`you are not attacking P1`, said as a condition, as `you do not attack P1`; any other as it is."""
    size = next((size for size, begins in _ONGOING.items() if [one.sym for one in condition[:size]] == begins), 0)
    if not size or len(condition) <= size or not condition[size].sym.endswith("~g"):
        return condition
    does = [replace(condition[size - 1], sym="do"), condition[size - 1]] if condition[size - 1].sym == "not" else []
    verb = replace(condition[size], sym=f"{condition[size].sym[:-2]}~b")
    return [condition[0], *does, verb, *condition[size + 1 :]]


_ONGOING: Final = {3: ["you", "are", "not"], 2: ["you", "are"]}
"""How a condition on what somebody is doing begins, by its length."""
