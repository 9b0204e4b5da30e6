"""Games on several cores: no worker outlives the process that started it."""

import os
import signal
import subprocess
import sys
from multiprocessing import active_children
from pathlib import Path
from time import monotonic, sleep

import pytest

from adjudication.powers import POWERS
from bots.arena.game import GamePlan
from bots.arena.tournament import LostWorkerError, play_all

PARENT = """
from multiprocessing import active_children

from adjudication.powers import POWERS
from bots.arena.game import GamePlan
from bots.arena.tournament import play_all

if __name__ == "__main__":
    endless = [GamePlan(number, 1, dict.fromkeys(POWERS, "holdbot"), 9998, 5.0) for number in range(4)]
    with play_all(endless, 2) as played:
        print(*(child.pid for child in active_children()), flush=True)
        list(played)
"""


def is_running(pid: int) -> bool:
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return state.stdout.strip() not in {"", "Z"} and not state.stdout.startswith("Z")


POSIX = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="signals of POSIX")


@POSIX
@pytest.mark.parametrize("end", ["SIGTERM", "SIGKILL"])
def test_workers_end_with_their_parent(tmp_path: Path, end: str) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    here = {**os.environ, "PYTHONPATH": os.pathsep.join(("", *sys.path))}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True, env=here) as parent:
        assert parent.stdout is not None
        workers = [int(pid) for pid in parent.stdout.readline().split()]
        try:
            assert len(workers) == 2
            assert all(map(is_running, workers))
            parent.send_signal(getattr(signal, end))
            parent.wait(10)
            until = monotonic() + 30
            while any(map(is_running, workers)) and monotonic() < until:
                sleep(0.1)
            assert not any(map(is_running, workers))
        finally:
            parent.kill()
            for pid in filter(is_running, workers):
                os.kill(pid, signal.SIGKILL)


@POSIX
def test_a_killed_worker_is_told_to_whoever_waits_for_its_game() -> None:
    endless = [GamePlan(number, 1, dict.fromkeys(POWERS, "holdbot"), 9998, 5.0) for number in range(4)]
    with play_all(endless, 2) as played:
        killed, other = active_children()
        os.kill(killed.pid or 0, signal.SIGKILL)
        with pytest.raises(LostWorkerError, match="ended from outside"):
            next(played)
    other.join(30)
    assert not other.is_alive()


def test_workers_end_with_the_block() -> None:
    endless = [GamePlan(number, 1, dict.fromkeys(POWERS, "holdbot"), 9998, 5.0) for number in range(4)]
    with play_all(endless, 2):
        workers = active_children()
        assert len(workers) == 2
    for worker in workers:
        worker.join(30)
        assert not worker.is_alive()
