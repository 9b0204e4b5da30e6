"""Clocks of machines that are wrong, for tests."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.utils import timezone

from dipgame.games import clock, numbers

__all__ = ["Clocks"]


class Clocks:
    """Clock of this process or of a thread, off by some seconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._all, self._own = 0.0, threading.local()
        monkeypatch.setattr(numbers, "_last", numbers._last)  # later tests begin with the right time
        monkeypatch.setattr(clock, "now", lambda: timezone.now() + timedelta(seconds=self._off))
        monkeypatch.setattr(numbers, "_microseconds", lambda: time.time_ns() // 1000 + int(self._off * 1_000_000))

    @property
    def _off(self) -> float:
        return self._all + getattr(self._own, "off", 0.0)

    def step(self, seconds: float) -> None:
        """Put the clock on by this much, or back."""
        self._all += seconds

    @contextmanager
    def machine(self, seconds: float) -> Iterator[None]:
        """Do something on a machine whose clock is off by this much.

        It has given no number yet.
        """
        newest, numbers._last = numbers._last, 0
        self._own.off = seconds
        try:
            yield
        finally:
            self._own.off = 0.0
            numbers._last = newest
