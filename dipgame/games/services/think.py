"""Think about the most urgent thing that waits for a bot.

While the deadlines of many games have just passed, boards go out first: bots, workers that resolve and pages want the
same processors and database.
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
"""Age of work for bots before it is begun while `_MANY` phases are due; these count for no longer."""

_MANY: Final = 5

_REST: Final = 0.2
"""Seconds that a worker rests while nothing but bots that wait for pages waits."""


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
        if not self.thoughts:
            return []
        boards_go_out = queries.phases_due(clock.now() - _PAGES_FIRST) >= _MANY
        ripe = list(filter(_is_ripe, self.thoughts)) if boards_go_out else self.thoughts
        found = ripe[:_TRIES]
        taken = set(found)
        self.thoughts = [each for each in self.thoughts if each not in taken]
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
    """Have a bot write its orders or hear what it was told.

    Says whether anything waited. Where all that waits has to wait for pages, rest a moment: the worker need not be
    woken again.
    """
    ripe = _waiting.next_ones()
    if not ripe and _waiting.thoughts:
        time.sleep(_REST)
        return True
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
