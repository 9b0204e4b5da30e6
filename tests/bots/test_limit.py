"""An alarm clock around one call."""

import math
import signal
import threading
import time

import pytest

from bots.limit import OutOfTime, time_limit


def test_an_alarm_set_before_is_put_back() -> None:
    seen: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: seen.append(number))
    timer = signal.setitimer(signal.ITIMER_REAL, 100)
    try:
        with pytest.raises(OutOfTime), time_limit(0.01):
            time.sleep(1)
        assert 90 < signal.getitimer(signal.ITIMER_REAL)[0] <= 100
    finally:
        signal.setitimer(signal.ITIMER_REAL, *timer)
        signal.signal(signal.SIGALRM, before)
    assert seen == []


def test_infinite_time_sets_no_alarm() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(math.inf):
        assert signal.getsignal(signal.SIGALRM) is before


def test_outside_the_main_thread_there_is_no_alarm() -> None:
    done: list[bool] = []

    def body() -> None:
        with time_limit(0.01):
            time.sleep(0.05)
        done.append(True)

    thread = threading.Thread(target=body)
    thread.start()
    thread.join()
    assert done == [True]
