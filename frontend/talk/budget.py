"""The measure of reading: one text of a person at a time, and so much of a processor for all of them."""

import threading
import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import Final

from dipgame.games.errors import TooFast
from dipgame.limits import READING

__all__ = ["reading_turn"]

_PATIENCE: Final = 15.0
"""Seconds that the newest text of a person waits for the one being read."""


class _Turns:
    """The people whose texts are read now in this process, and the newest text of each that waits."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._reading: set[Hashable] = set()
        self._newest: dict[Hashable, object] = {}

    def take(self, person: Hashable) -> bool:
        """Wait for the person's turn; False once a newer text of theirs waits, or after too long."""
        mine = object()
        with self._changed:
            self._newest[person] = mine
            self._changed.notify_all()
            self._changed.wait_for(
                lambda: person not in self._reading or self._newest.get(person) is not mine, _PATIENCE
            )
            if self._newest.get(person) is not mine:
                return False
            del self._newest[person]
            if person in self._reading:
                return False
            self._reading.add(person)
            return True

    def give_back(self, person: Hashable) -> None:
        with self._changed:
            self._reading.discard(person)
            self._changed.notify_all()


_turns: Final = _Turns()


@contextmanager
def reading_turn(person: Hashable) -> Iterator[None]:
    """Read a text of this person, or address, within the block.

    Raises TooFast where others of theirs take too much.
    """
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
