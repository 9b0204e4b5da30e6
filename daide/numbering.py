"""Two numberings of five tokens of press.

David Norman's programs and most later ones number FCT, FOR, FWD, NAR and CCL as `daide.tokens` does. Java programs on
Henrik Bylund's library and Parlance took the numbers of another edition. No message of a connection tells which: the
grammar does, as a message with one of these tokens is one in one numbering only.
"""

from collections.abc import Mapping
from typing import Final

from daide.grammar import fault_in
from daide.tokens import BY_NAME, Words

__all__ = ["Numbering"]

_OTHER: Final[Mapping[str, int]] = {"FWD": 0x4A06, "FCT": 0x4A07, "FOR": 0x4A08, "CCL": 0x4A25, "NAR": 0x4A26}
_TO_OTHER: Final = {BY_NAME[name]: number for name, number in _OTHER.items()}
_FROM_OTHER: Final = {number: BY_NAME[name] for name, number in _OTHER.items()}


def _renumbered(words: Words, numbers: Mapping[int, int]) -> Words:
    return tuple(numbers.get(word, word) for word in words)


class Numbering:
    """Numbering of a client, as far as it has shown it."""

    def __init__(self) -> None:
        self._is_other = False

    def read(self, words: Words, level: int, options: frozenset[str]) -> Words:
        """Read a message of the client in our numbers.

        A message that is one in the other numbering only tells which the client uses from now on.
        """
        if _TO_OTHER.keys().isdisjoint(words):
            return words
        theirs = _renumbered(words, _FROM_OTHER)
        known, tried = (theirs, words) if self._is_other else (words, theirs)
        if fault_in(known, "client_message", level, options) is None:
            return known
        if fault_in(tried, "client_message", level, options) is not None:
            return known
        self._is_other = not self._is_other
        return tried

    def write(self, words: Words) -> Words:
        """Write a message in the client's numbers."""
        return _renumbered(words, _TO_OTHER) if self._is_other else words
