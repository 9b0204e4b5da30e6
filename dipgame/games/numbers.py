"""Numbers for rows that people see: they tell when something was written, not how much others write.

In one game each is greater than all before it, whatever the clocks of machines say: it is given under the game's lock,
after the newest that the database holds (`queries.newest_number`). Pages ask by them for what they missed. They skip on
purpose: a count would tell a player how much others talk.
"""

import secrets
import threading
import time
from datetime import UTC, datetime
from typing import Final

__all__ = ["moment_of", "new_number", "number_of"]

_FROM: Final = 1_767_225_600_000_000
"""The beginning of 2026, in microseconds."""

_LATEST: Final = 7_258_118_400_000_000
"""The year 2200: no database has trouble with it."""

_STEP: Final = 4_000
"""A millisecond: two games whose numbers run ahead of the clock do not come upon the same one again and again."""

_lock = threading.Lock()
_last = 0


def new_number(after: int = 0) -> int:
    """Microseconds since 2026, times four; within a process each is greater than the last. Browsers hold them exactly
    until 2097.

    after: the newest number that was given in the game. While the clock is behind it, or behind the last number given
    here, numbers follow at random steps. Two processes come upon the same number about once in 80,000 messages at fifty
    a second, and more seldom below: the second message is then not written, and its page sends it again.
    """
    global _last  # noqa: PLW0603
    with _lock:
        now = (_microseconds() - _FROM) * 4 + secrets.randbelow(4)
        if after >= now:
            return after + 1 + secrets.randbelow(_STEP)
        _last = now if now > _last else _last + 1 + secrets.randbelow(_STEP)
        return _last


def number_of(moment: datetime) -> int:
    """The number that a row written at this moment has at least."""
    return (int(moment.timestamp() * 1_000_000) - _FROM) * 4


def moment_of(number: int) -> datetime:
    """The moment of a number.

    Of what is none, the first or the last there can be.
    """
    return datetime.fromtimestamp(min(max(number, 0) // 4 + _FROM, _LATEST) / 1_000_000, UTC)


def _microseconds() -> int:
    return time.time_ns() // 1000
