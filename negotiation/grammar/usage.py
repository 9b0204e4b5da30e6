"""Probability of a word after those before it (`use.txt`).

By how often it is typed there; names count as their kind.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Final

from negotiation.words.entities import Spotted, Token
from negotiation.words.spotting import spot

__all__ = ["BEFORE", "END", "known_after", "row_of", "surest_after", "words_of"]

BEFORE: Final = ("^",)
"""What stands before the first word of a sentence."""

END: Final = "$"
_ENDS: Final = frozenset((".", "?", "!", "\n"))
_KINDS: Final = "PUWJTN"


def words_of(text: str) -> Iterator[list[str]]:
    """The sentences of a text as words in small letters, names as their kind."""
    seen = spot(text, None)
    found: list[Token] = []
    for token in seen.tokens:
        if token.sym in _ENDS:
            if found:
                yield row_of(found, seen)
            found = []
        else:
            found.append(token)
    if found:
        yield row_of(found, seen)


def row_of(tokens: Sequence[Token], seen: Spotted) -> list[str]:
    """Tokens as words.

    Short forms stand as they are meant (`pls` as `please`), `I'll` is one word.
    """
    words: list[str] = []
    last = -1
    for token in tokens:
        if token.sym[0] in _KINDS and token.sym[1:].isdigit():
            words.append(f"@{token.sym[0]}")
        else:
            typed = seen.text[token.start : token.end].lower().replace("\u2019", "'")
            spelt = "~" in token.sym or "'" in typed
            if not (spelt and token.start == last):
                words.append(typed if spelt else token.sym)
        last = token.start
    return words


@cache
def _table() -> Mapping[tuple[str, ...], tuple[Mapping[str, int], int]]:
    found: dict[tuple[str, ...], tuple[Mapping[str, int], int]] = {}
    for line in files("negotiation.grammar").joinpath("use.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            before, _, after = line.partition("> ")
            pairs = after.split()
            counts = {word: int(count) for word, count in zip(pairs[::2], pairs[1::2], strict=True)}
            found[tuple(before.split())] = counts, sum(counts.values())
    return found


def known_after(before: Sequence[str]) -> Mapping[str, float]:
    """Every word that may follow, and how likely each is."""
    return _known(tuple((*BEFORE, *before)[-2:]))


@lru_cache(2048)
def _known(before: tuple[str, ...]) -> Mapping[str, float]:
    """By how often a word follows two words, one and none; what is new there leaves room for what is known of less."""
    found: dict[str, float] = {}
    for length in range(len(before) + 1):
        counts, total = _table().get(before[len(before) - length :], ({}, 0))
        room = len(counts) / (total + len(counts)) if counts else 1.0
        found = {word: share * room for word, share in found.items()}
        for word, count in counts.items():
            found[word] = found.get(word, 0.0) + count / (total + len(counts))
    return found


def surest_after(before: Sequence[str]) -> str:
    """The word that nearly always follows; empty where none does."""
    counts, total = _table().get(tuple((*BEFORE, *before)[-2:]), ({}, 0))
    return next((word for word, count in counts.items() if count >= _SURE * (total + len(counts))), "")


_SURE: Final = 0.8
"""How likely a word must be to be typed with those before it."""
