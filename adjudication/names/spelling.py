"""Misspelt names: words that are a letter or two away from one that is known."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Generic, TypeVar

__all__ = ["Speller", "letters_apart", "near_enough", "one_letter_off"]

T = TypeVar("T", bound=Hashable)


def one_letter_off(word: str) -> Iterator[str]:
    """The word, and it without any one letter but the first: words that share one are about a letter apart."""
    yield word
    for index in range(1, len(word)):
        yield word[:index] + word[index + 1 :]


def letters_apart(one: str, other: str) -> int:
    """Fewest letters to add, drop, replace or swap with the next one to turn one word into the other."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        two_before, before, row = before, row, [at]
        for to, wanted in enumerate(other, 1):
            cost = min(row[-1] + 1, before[to] + 1, before[to - 1] + (letter != wanted))
            if at > 1 and to > 1 and letter == other[to - 2] and wanted == one[at - 2]:
                cost = min(cost, two_before[to - 2] + 1)
            row.append(cost)
    return row[-1]


def near_enough(one: str, other: str) -> bool:
    """True if the words are the same, but for a few letters after the first."""
    return one[:1] == other[:1] and letters_apart(one, other) <= _forgiven(min(len(one), len(other)))


def _forgiven(length: int) -> int:
    """Letters of a name of this length that may be wrong."""
    return 0 if length < 4 else 1 if length < 7 else 2 if length < 11 else 3


class Speller(Generic[T]):
    """Reads misspelt names, each with a meaning.

    The first letter must be right.
    """

    def __init__(self, names: Mapping[str, T]) -> None:
        self._names = names
        self._dropped: dict[str, set[T]] = {}
        for name, meaning in names.items():
            if len(name) >= self.SHORTEST:
                for shorter in one_letter_off(name):
                    self._dropped.setdefault(shorter, set()).add(meaning)

    SHORTEST = 6
    """Letters of the shortest name that `surely` reads misspelt."""

    def surely(self, word: str) -> T | None:
        """Meaning of a long name that is a letter off, for texts in which most words are no names."""
        if len(word) < self.SHORTEST:
            return None
        each = [self._dropped[shorter] for shorter in one_letter_off(word) if shorter in self._dropped]
        meanings = {meaning for (meaning, *others) in each if not others}
        return meanings.pop() if len(meanings) == 1 else None

    def near(self, word: str, more: int = 0) -> tuple[T, ...]:
        """Meanings of the names that are nearest, if near enough, for texts in which a name is due.

        A name of four letters may have one wrong, of seven two, of eleven three, and each `more` than that.
        """
        best: dict[T, None] = {}
        least = 99
        for name, meaning in self._names.items():
            allowed = _forgiven(min(len(name), len(word))) + more
            if name[:1] != word[:1] or abs(len(name) - len(word)) > allowed:
                continue
            apart = letters_apart(word, name)
            if apart > min(allowed, least):
                continue
            if apart < least:
                least, best = apart, {}
            best[meaning] = None
        return tuple(best)
