"""Asks the workers for sweeps, and for all else that is done from time to time."""

from typing import Any, Final

from celery.beat import PersistentScheduler

from dipgame.games import queue

__all__ = ["MOST_ASKED", "Beat"]

MOST_ASKED: Final = 1000


class Beat(PersistentScheduler):
    """Asks for nothing more while so much waits that nobody can be listening. A worker that comes back after a day
    would throw tens of thousands of stale messages away before it sees the first that still holds."""

    def apply_async(self, entry: Any, producer: Any = None, advance: bool = True, **more: Any) -> Any:
        if (queue.depth("default") or 0) >= MOST_ASKED:
            if advance:
                self.reserve(entry)
            return None
        return super().apply_async(entry, producer, advance, **more)
