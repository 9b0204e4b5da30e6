"""Patience of tests with other threads, processes and sockets."""

import time
from collections.abc import Callable

from channels.testing import WebsocketCommunicator

__all__ = ["PATIENCE", "PatientCommunicator", "until"]

PATIENCE = 120.0
"""Seconds: long, because other work may fill the machine, and a test that passes never waits it out."""


def until(true: Callable[[], bool], patience: float = PATIENCE) -> None:
    """Wait until something is true, at most so many seconds."""
    end = time.monotonic() + patience
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)


class PatientCommunicator(WebsocketCommunicator):
    """A browser's end of a socket.

    Whatever time is asked for, it waits at least with patience.
    """

    async def receive_output(self, timeout: float = PATIENCE) -> dict[str, object]:
        return await super().receive_output(max(timeout, PATIENCE))

    async def wait(self, timeout: float = PATIENCE) -> None:
        start = time.monotonic()
        await super().wait(max(timeout, PATIENCE))
        assert time.monotonic() - start < PATIENCE, "the site did not let go of a line that was closed"
