"""A worker for bots has a moment: the most urgent thing that waits for a bot is thought about."""

import time
from typing import Final

from dipgame.games import clock, queries
from dipgame.games.queries import Thought
from dipgame.games.services.hear import hear_claimed, take_hearing
from dipgame.games.services.play_bot import play_claimed, take_sheet
from dipgame.metrics import BOT_ASKED

__all__ = ["think"]

_TRIES: Final = 20
"""Others may take what was most urgent a moment ago; so many things are tried before one goes to rest."""

_LONG: Final = 40
_KEPT: Final = 1.0
"""Seconds between two queries for urgent work while more than `_LONG` items wait: with five hundred waiting, the query
takes longer than most bots."""


class _Waiting:
    """A worker process's cache of waiting thoughts, most urgent first."""

    def __init__(self) -> None:
        self.seen = 0.0
        self.thoughts: list[Thought] = []

    def next_ones(self) -> list[Thought]:
        """Cached backlog first if long, then a fresh query."""
        if len(self.thoughts) <= _LONG or time.monotonic() > self.seen + _KEPT:
            return self.look()
        return self._first()

    def look(self) -> list[Thought]:
        self.seen, self.thoughts = time.monotonic(), queries.waiting_thoughts()
        return self._first()

    def _first(self) -> list[Thought]:
        found, self.thoughts = self.thoughts[:_TRIES], self.thoughts[_TRIES:]
        return found

    def give_back(self, thoughts: list[Thought]) -> None:
        self.thoughts[:0] = thoughts


_waiting = _Waiting()


def think() -> bool:
    """Have a bot write its orders or hear what it was told; says whether anything waited for it."""
    return _think(_waiting.next_ones()) or _think(_waiting.look())


def _think(thoughts: list[Thought]) -> bool:
    for at, thought in enumerate(thoughts):
        if thought.kind == "orders":
            sheet = take_sheet(thought.row_id)
            if sheet is not None:
                _begin(thoughts, at)
                play_claimed(sheet)
                return True
        else:
            hearing = take_hearing(thought.row_id)
            if hearing is not None:
                _begin(thoughts, at)
                hear_claimed(hearing)
                return True
    return False


def _begin(thoughts: list[Thought], at: int) -> None:
    """This one is asked; those after it still wait."""
    _waiting.give_back(thoughts[at + 1 :])
    BOT_ASKED.labels(thoughts[at].kind).observe((clock.now() - thoughts[at].since).total_seconds())
