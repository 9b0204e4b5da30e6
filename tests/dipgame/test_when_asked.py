"""A worker runs while its queue asks for it, and no longer."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from django.conf import settings
from redis import Redis

from dipgame.when_asked import keep
from tests.patience import PATIENCE, until

ROOT = Path(__file__).parents[2]
_WORKER = """
import signal, sys, time
file = open(sys.argv[1], "a", buffering=1)
def end(*_):
    print("ended", file=file)
    sys.exit(0)
signal.signal(signal.SIGTERM, end)
print("begun", file=file)
while True:
    time.sleep(0.05)
"""


@pytest.fixture
def said(tmp_path: Path) -> Path:
    return tmp_path / "said"


@pytest.fixture
def queue() -> Iterator[tuple[Redis, str]]:
    client: Redis = Redis.from_url(settings.REDIS_URL)
    name = f"asked-{uuid4().hex}"
    yield client, name
    client.delete(f"dipgame:{name}")


def lines(said: Path) -> list[str]:
    return said.read_text(encoding="utf-8").split() if said.exists() else []


def test_it_begins_when_asked_ends_when_idle_and_begins_again(said: Path) -> None:
    wanted, ending, codes = threading.Event(), threading.Event(), list[int]()
    command = [sys.executable, "-c", _WORKER, str(said)]
    keeper = threading.Thread(
        target=lambda: codes.append(keep(command, wanted.is_set, ending, looks_every=0.02, idle=0.2))
    )
    keeper.start()
    assert not ending.wait(0.3)
    assert lines(said) == []
    wanted.set()
    until(lambda: lines(said) == ["begun"])
    wanted.clear()
    until(lambda: lines(said) == ["begun", "ended"])
    wanted.set()
    until(lambda: lines(said) == ["begun", "ended", "begun"])
    ending.set()
    keeper.join(PATIENCE)
    assert lines(said) == ["begun", "ended", "begun", "ended"]
    assert codes == [0]


def test_the_queue_is_looked_at_while_a_worker_takes_its_time_to_end(said: Path) -> None:
    slow = _WORKER.replace("sys.exit(0)", "time.sleep(1); sys.exit(0)")
    looks, ending = list[bool](), threading.Event()

    def asked() -> bool:
        looks.append("ended" in lines(said))
        return "begun" not in lines(said)

    command = [sys.executable, "-c", slow, str(said)]
    keeper = threading.Thread(target=keep, args=(command, asked, ending), kwargs={"looks_every": 0.02, "idle": 0.5})
    keeper.start()
    until(lambda: looks.count(True) > 5)
    ending.set()
    keeper.join(PATIENCE)
    assert lines(said) == ["begun", "ended"]


def test_a_worker_that_ends_by_itself_is_told_of_by_its_exit_code() -> None:
    fails = [sys.executable, "-c", "import sys; sys.exit(3)"]
    assert keep(fails, lambda: True, threading.Event(), looks_every=0.02) == 3


def test_a_message_in_the_queue_begins_the_worker_and_an_order_to_end_ends_it(
    said: Path, queue: tuple[Redis, str]
) -> None:
    client, name = queue
    note = said.with_name("note")
    command = [sys.executable, "-m", "dipgame.when_asked", name, str(note), sys.executable, "-c", _WORKER, str(said)]
    keeper = subprocess.Popen(command, cwd=ROOT, env=os.environ | {"REDIS_URL": settings.REDIS_URL})
    try:
        until(note.exists)
        assert lines(said) == []
        client.rpush(f"dipgame:{name}", "a game")
        until(lambda: lines(said) == ["begun"])
    finally:
        keeper.send_signal(signal.SIGTERM)
        assert keeper.wait(PATIENCE) == 0
    assert lines(said) == ["begun", "ended"]
