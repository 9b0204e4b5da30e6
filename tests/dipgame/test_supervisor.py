"""`make play` survives the death of any of its processes, and ends them all in order."""

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.patience import PATIENCE, until

ROOT = Path(__file__).parents[2]
_RUN = """
import os, sys
from pathlib import Path
from dipgame.supervisor import Supervisor
site = Supervisor(os.environ, Path("."), longest_wait=0.2)
for word in sys.argv[1:]:
    name, _, command = word.partition("=")
    site.add(name, command)
sys.exit(site.run())
"""
Start = Callable[..., "tuple[subprocess.Popen[str], list[str]]"]


@pytest.fixture
def start() -> Iterator[Start]:
    running: list[tuple[subprocess.Popen[str], threading.Thread]] = []

    def begin(*commands: str) -> tuple["subprocess.Popen[str]", list[str]]:
        process = subprocess.Popen(
            [sys.executable, "-c", _RUN, *commands], cwd=ROOT, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        lines: list[str] = []

        def read() -> None:
            with process.stdout as said:  # type: ignore[union-attr]
                lines.extend(iter(said.readline, ""))

        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        running.append((process, reader))
        return process, lines

    yield begin
    for process, reader in running:
        process.kill()
        process.wait()
        reader.join(PATIENCE)


def told(lines: list[str], name: str) -> list[int]:
    """The numbers that a process of this name said, its own each time it began."""
    return [int(found[1]) for line in lines if (found := re.match(rf"{name} +\| (\d+)$", line))]


def is_there(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    return True


TALKS = "sh -c 'echo $$; sleep 1000 & wait'"


def test_a_process_that_is_killed_begins_anew_and_the_others_go_on(start: Start) -> None:
    site, lines = start(f"one={TALKS}", f"two={TALKS}")
    until(lambda: bool(told(lines, "one") and told(lines, "two")))
    (first,) = told(lines, "one")
    os.kill(first, signal.SIGKILL)
    until(lambda: len(told(lines, "one")) == 2)
    assert any("one ended (signal 9) and is begun anew" in line for line in lines)
    assert len(told(lines, "two")) == 1
    assert is_there(told(lines, "two")[0])
    site.terminate()
    assert site.wait(PATIENCE) == 0


def test_children_of_one_that_died_do_not_stay(start: Start) -> None:
    site, lines = start("one=sh -c 'sleep 1000 & echo $!; wait'")
    until(lambda: bool(told(lines, "one")))
    child = told(lines, "one")[0]
    parent = int(Path(f"/proc/{child}/stat").read_text("utf-8").rpartition(")")[2].split()[1])
    os.kill(parent, signal.SIGKILL)
    until(lambda: len(told(lines, "one")) == 2)
    until(lambda: not is_there(child))
    site.terminate()
    site.wait(PATIENCE)


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
def test_when_it_is_told_to_end_everything_ends(start: Start, which: signal.Signals) -> None:
    site, lines = start(f"one={TALKS}", f"two={TALKS}")
    until(lambda: bool(told(lines, "one") and told(lines, "two")))
    site.send_signal(which)
    assert site.wait(PATIENCE) == 0
    assert not any(map(is_there, told(lines, "one") + told(lines, "two")))


def test_what_ends_again_and_again_is_given_up_in_words(start: Start) -> None:
    site, lines = start("one=false", f"two={TALKS}")
    assert site.wait(PATIENCE) == 1
    until(lambda: any("one ends again and again" in line for line in lines))
    assert not any(map(is_there, told(lines, "two")))
