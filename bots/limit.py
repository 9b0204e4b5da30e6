"""Stopping a bot that never returns: an alarm clock around one call."""

import math
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["OutOfTime", "time_limit"]


class OutOfTime(BaseException):
    """The alarm rang.

    Not an Exception, so that no `except Exception` on the way swallows it.
    """


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise OutOfTime inside the block once `seconds` have passed; never for `math.inf`.

    Needs a Unix alarm and the main thread, which the arena's and the site's workers have; elsewhere
    the block simply runs on. An alarm already set by somebody else is put back afterwards.
    """
    if (
        math.isinf(seconds)
        or not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise OutOfTime(f"no answer within {seconds:g} s")

    handler_before = signal.signal(signal.SIGALRM, ring)
    timer_before = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer_before)
        signal.signal(signal.SIGALRM, handler_before)
