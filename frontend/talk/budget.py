"""The measure of reading: one text of a person at a time, and so much of a processor for all of them."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from dipgame.games.errors import TooFast
from dipgame.limits import READING

__all__ = ["reading_turn"]

_PATIENCE: Final = 5.0
"""Seconds that one more text of the same person waits for the one being read."""


class _Turns:
    """Who has a text read now in this process, and who waits for that."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._reading: set[int | None] = set()
        self._waiting: set[int | None] = set()

    def take(self, person: int | None) -> bool:
        """Wait for the person's turn; False at once where a text of theirs waits already, or after too long."""
        with self._changed:
            if person in self._waiting:
                return False
            self._waiting.add(person)
            try:
                if not self._changed.wait_for(lambda: person not in self._reading, _PATIENCE):
                    return False
                self._reading.add(person)
                return True
            finally:
                self._waiting.discard(person)

    def give_back(self, person: int | None) -> None:
        with self._changed:
            self._reading.discard(person)
            self._changed.notify_all()


_turns: Final = _Turns()


@contextmanager
def reading_turn(person: int | None) -> Iterator[None]:
    """Read a text of this person within the block. Raises TooFast where others of theirs take too much."""
    if not _turns.take(person):
        raise TooFast("Your last texts are still being read. Wait a moment, then try again.")
    try:
        if READING.spend(person, 0) >= READING.most:
            raise TooFast(f"Your last texts took long to read. Try again in {READING.seconds} seconds.")
        began = time.thread_time()
        try:
            yield
        finally:
            READING.spend(person, int((time.thread_time() - began) * 1000))
    finally:
        _turns.give_back(person)
