"""The time of one decision."""

from collections.abc import Callable
from time import monotonic, thread_time

__all__ = ["never", "stopwatch"]


def never() -> bool:
    """No clock."""
    return False


def stopwatch(seconds: float, share: float = 0.6) -> Callable[[], bool]:
    """A function that is true once thinking has to end.

    That is after this share of the seconds on the processor, so that a busy machine does not change a decision, or
    after all of them by the clock on the wall.
    """
    worked, late = thread_time() + share * seconds, monotonic() + seconds
    return lambda: thread_time() > worked or monotonic() > late
