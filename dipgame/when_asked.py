"""Runs a worker while its queue asks for it: one that waits for nothing takes as much memory as one that works.

python -m dipgame.when_asked experiments NOTE celery --app dipgame worker ...

NOTE is a file touched at each look at the queue, for checks of health.
"""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from redis import Redis
from redis.exceptions import RedisError

from dipgame.environment import redis_url

__all__ = ["keep", "main"]

_LOOKS_EVERY: Final = 2.0
_IDLE: Final = 300.0
"""Seconds with an empty queue after which a worker is told to end; it finishes what it does first."""


def keep(
    command: Sequence[str],
    asked: Callable[[], bool],
    ending: threading.Event,
    *,
    looks_every: float = _LOOKS_EVERY,
    idle: float = _IDLE,
) -> int:
    """Run the command from when it is asked for until nobody has asked for so many seconds, again and again.

    Returns its exit code where it ends by itself, and 0 once told to end.
    """
    worker: subprocess.Popen[bytes] | None = None
    last, told_to_end = 0.0, False
    while not ending.wait(looks_every):
        if asked():
            last = time.monotonic()
            worker = worker or subprocess.Popen(command)  # noqa: S603
        elif worker and not told_to_end and time.monotonic() - last >= idle:
            worker.terminate()  # it may take long: the queue is looked at meanwhile
            told_to_end = True
        if worker and worker.poll() is not None:
            if not told_to_end:
                return worker.returncode if worker.returncode >= 0 else 128 - worker.returncode
            worker, told_to_end = None, False
    if worker:
        if not told_to_end:
            worker.terminate()
        worker.wait()
    return 0


def main(arguments: Sequence[str]) -> int:
    """Take the queue, the note and the command; the exit code is that of `keep`."""
    queue, note, *command = arguments
    client = Redis.from_url(redis_url("redis://127.0.0.1:6379/0"), socket_timeout=1, socket_connect_timeout=1)
    ending = threading.Event()
    for which in (signal.SIGINT, signal.SIGTERM):
        signal.signal(which, lambda *_: ending.set())

    def asked() -> bool:
        Path(note).touch()
        try:
            length: Any = client.llen(f"dipgame:{queue}")
        except (RedisError, OSError):
            return False
        return bool(length)

    return keep(command, asked, ending)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
