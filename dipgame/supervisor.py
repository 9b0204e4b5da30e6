"""Runs the processes of a site on one machine: says what they say, and begins anew what ends."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

__all__ = ["Supervisor"]

_LAST_WORDS: Final = 15.0
"""Seconds that processes have to end in order."""
_LIVES: Final = 30.0
"""Seconds after which a process counts as well again."""
_GIVEN_UP: Final = 6
"""Times in a row that a process ends at once before the site is given up."""


@dataclass
class _Kept:
    """A process of the site."""

    name: str
    command: str
    process: "subprocess.Popen[str] | None" = None
    begun_at: float = 0.0
    begin_at: float = 0.0
    failures: int = 0
    talker: threading.Thread | None = field(default=None, repr=False)


class Supervisor:
    """The processes of a site by name.

    One that dies is begun anew, after a moment; the others go on meanwhile. The moment doubles with each death in a
    row, up to `longest_wait` seconds.
    """

    def __init__(self, env: Mapping[str, str], cwd: Path, *, out: Any = None, longest_wait: float = 15.0) -> None:
        self._env, self._cwd, self._out = dict(env), cwd, out or sys.stdout
        self._longest_wait = longest_wait
        self._kept: dict[str, _Kept] = {}
        self._ending = threading.Event()
        self._lock = threading.Lock()

    def add(self, name: str, command: str) -> None:
        """Keep this command of a shell running."""
        self._kept[name] = _Kept(name, command)

    def run(self) -> int:
        """Run everything until SIGINT or SIGTERM; the exit code is 1 where a process could not be kept."""
        for which in (signal.SIGINT, signal.SIGTERM):
            signal.signal(which, lambda *_: self._ending.set())
        code = 0
        while not self._ending.is_set():
            for each in self._kept.values():
                if not self._look_after(each):
                    self.say("site", f"{each.name} ends again and again; everything is stopped")
                    code = 1
                    self._ending.set()
                    break
            self._ending.wait(0.2)
        self._end()
        return code

    def say(self, name: str, text: str) -> None:
        """Print a line with the name of who says it."""
        with self._lock, suppress(ValueError, OSError):
            print(f"{name:<11} | {text}", file=self._out, flush=True)

    def _look_after(self, each: _Kept) -> bool:
        """Begin a process that is due, and notice one that ended; False where it cannot be kept."""
        at = time.monotonic()
        if each.process is None:
            if at >= each.begin_at:
                self._begin(each, at)
            return True
        status = each.process.poll()
        if status is None:
            return True
        _kill_group(each.process)
        each.process = None
        each.failures = each.failures + 1 if at - each.begun_at < _LIVES else 1
        wait = min(2.0 ** (each.failures - 1) - 0.5, self._longest_wait)
        each.begin_at = at + wait
        how = f"signal {-status}" if status < 0 else f"exit code {status}"
        self.say("site", f"{each.name} ended ({how}) and is begun anew in {wait:.1f} s")
        return each.failures < _GIVEN_UP

    def _begin(self, each: _Kept, at: float) -> None:
        # A group of its own: Ctrl-C reaches this process alone, which ends the others in order.
        each.process = subprocess.Popen(  # noqa: S603
            ["/bin/sh", "-c", f"exec {each.command}"],
            env=self._env,
            cwd=self._cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            process_group=0,
        )
        each.begun_at = at
        each.talker = threading.Thread(target=self._pass_on, args=(each.name, each.process.stdout), daemon=True)
        each.talker.start()

    def _pass_on(self, name: str, lines: Any) -> None:
        for line in lines:
            self.say(name, line.rstrip("\n"))

    def _end(self) -> None:
        running = [each.process for each in self._kept.values() if each.process is not None]
        for process in running:
            process.send_signal(signal.SIGTERM)
        end = time.monotonic() + _LAST_WORDS
        for process in running:
            with suppress(subprocess.TimeoutExpired):
                process.wait(max(0.1, end - time.monotonic()))
        for process in running:
            _kill_group(process)


def _kill_group(process: "subprocess.Popen[str]") -> None:
    """End children that outlived their parent."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
