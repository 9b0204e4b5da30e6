"""Think about the most urgent thing that waits for a bot.

When many phases begin at once, their boards go out first: bots and pages want the same processors and database.
"""

import time
from datetime import timedelta
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


_PAGES_FIRST: Final = timedelta(seconds=5)
"""Age of work for bots before it is begun while more than `_LONG` items wait."""


class _Waiting:
    """A worker process's cache of waiting thoughts, most urgent first."""

    def __init__(self) -> None:
        self.seen = 0.0
        self.thoughts: list[Thought] = []

    def next_ones(self) -> list[Thought]:
        """Cached backlog first if long, then a fresh query; of a long one what is ripe."""
        if len(self.thoughts) <= _LONG or time.monotonic() > self.seen + _KEPT:
            return self.look()
        return self._first()

    def look(self) -> list[Thought]:
        self.seen, self.thoughts = time.monotonic(), queries.waiting_thoughts()
        return self._first()

    def _first(self) -> list[Thought]:
        ripe = self.thoughts if len(self.thoughts) <= _LONG else list(filter(_is_ripe, self.thoughts))
        found = ripe[:_TRIES]
        self.thoughts = [each for each in self.thoughts if each not in found]
        return found

    def give_back(self, thoughts: list[Thought]) -> None:
        self.thoughts[:0] = thoughts


def _is_ripe(thought: Thought) -> bool:
    """True if this need not wait for pages."""
    now = clock.now()
    is_urgent = thought.by_person or (thought.kind == "orders" and thought.deadline <= now + clock.DEADLINE_IS_NEAR)
    return is_urgent or thought.since <= now - _PAGES_FIRST


_waiting = _Waiting()


def think() -> bool:
    """Have a bot write its orders or hear what it was told; says whether anything waited for it."""
    ripe = _waiting.next_ones()
    return bool(ripe) and (_think(ripe) or _think(_waiting.look()))


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
