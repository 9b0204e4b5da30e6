"""Numbers for rows whose numbers people see: they tell when something was written, not how much others write."""

import secrets
import threading
import time
from typing import Final

__all__ = ["new_number"]

_FROM: Final = 1_767_225_600_000_000
"""The beginning of 2026, in microseconds."""

_lock = threading.Lock()
_last = 0


def new_number() -> int:
    """Microseconds since 2026, times four; within a process each is greater than the last. Browsers hold them exactly
    until 2097.

    Two processes come upon the same number about once in 80,000 messages at fifty a second, and more seldom below: the
    second message is then not written, and its page sends it again. Machines that serve together need the same time.
    """
    global _last  # noqa: PLW0603
    with _lock:
        _last = max(_last + 1, (time.time_ns() // 1000 - _FROM) * 4 + secrets.randbelow(4))
        return _last
