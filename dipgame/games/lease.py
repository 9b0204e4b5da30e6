"""Work that one worker has claimed stays its own as long as it says, every few seconds, that it is still at it."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import connection

from dipgame.games import clock

__all__ = ["at_work"]

_log = logging.getLogger(__name__)


@contextmanager
def at_work(renew: Callable[[datetime], bool], longest: timedelta) -> Iterator[None]:
    """Call `renew` with the time, several times within `clock.CLAIM_LEASE`, while the work inside goes on.

    renew: writes the time into the row that is claimed; false when the claim is somebody else's by now, and it is not
    called again. It runs in a thread of its own, and after `longest` not any more: who hangs is lost too.
    """
    done = threading.Event()
    thread = threading.Thread(target=_renew, args=(renew, longest, done), daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


def _renew(renew: Callable[[datetime], bool], longest: timedelta, done: threading.Event) -> None:
    until = clock.now() + longest
    try:
        while not done.wait(clock.CLAIM_LEASE.total_seconds() / 4) and (at := clock.now()) < until:
            try:
                if not renew(at):
                    return
            except Exception as error:
                _log.warning("could not say that the work goes on; trying again: %s", error)
                connection.close()
    finally:
        connection.close()
