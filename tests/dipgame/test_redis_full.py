"""A Redis that is full refuses what is written: pages go on, workers wait until it has room."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils.safestring import mark_safe
from redis import Redis

from dipgame.cache import PlainValues, SharedCache
from dipgame.games import events, queue
from dipgame.limits import Limit
from dipgame.redis_server import start_redis
from tests.dipgame.databases import environment_for_children
from tests.patience import PATIENCE, until
from tests.site import celery_on

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def full(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    """A Redis of this test's own that takes nothing more (`noeviction`)."""
    process, url = start_redis(tmp_path / "redis")
    settings.REDIS_URL = url
    client = Redis.from_url(url)
    with celery_on(url, "dipgame:"):
        yield client
    client.close()
    process.terminate()
    process.wait(10)


def fill(client: Redis, most: int) -> None:
    client.config_set("maxmemory", most)


def test_pages_go_on_while_redis_is_full(full: Redis, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(full, 1)
    monkeypatch.setattr("dipgame.redis_absence._until", {})
    monkeypatch.undo()  # what the outbox of tests stands in for is real here
    queue.send(queue.SWEEP, 1)
    events.send("lobby", {"type": "lobby.changed"})
    options = {"socket_timeout": 0.5, "serializer": "dipgame.cache.PlainValues"}
    shared = SharedCache(settings.REDIS_URL, {"OPTIONS": options, "KEY_PREFIX": "kept"})
    shared.set("tea", "milk", 60)
    assert shared.get("tea") == "milk"
    assert [shared.count("limit", 60) for _ in range(3)] == [1, 2, 3]
    assert Limit("tea", 1, 60).allows("me")


def test_a_worker_waits_while_redis_is_full_and_works_on_when_it_has_room(full: Redis) -> None:
    env = environment_for_children(REDIS_URL=full_url(full), LOG_LEVEL="WARNING")
    command = [sys.executable, "-m", "celery", "--quiet", "--app", "dipgame", "worker", "--queues", "default"]
    fill(full, 0)
    worker = subprocess.Popen([*command, "--concurrency", "1", "--loglevel", "WARNING"], cwd=ROOT, env=env)
    try:
        until(lambda: bool(full.pubsub_numpat() or full.pubsub_channels() or full.client_list()[3:]))
        for _ in range(2):
            fill(full, 1)
            with pytest.raises(subprocess.TimeoutExpired):
                worker.wait(6)
            fill(full, 0)
        from dipgame.celery import app

        app.send_task("games.sweep")
        until(lambda: full.llen("dipgame:default") == 0)
        assert worker.poll() is None
    finally:
        worker.terminate()
        worker.wait(PATIENCE)


def full_url(client: Redis) -> str:
    given = client.connection_pool.connection_kwargs
    return f"redis://:{given['password']}@127.0.0.1:{given['port']}/0"


@pytest.mark.parametrize(
    "value", [0, 7, -3, True, False, None, 1.5, "7", "tea", b"7", b"\x80pickle", [1, "a"], {"a": [1.5, None]}, 2**40]
)
def test_what_is_kept_comes_back_and_is_no_pickle(value: Any) -> None:
    kept = PlainValues().dumps(value)
    back = PlainValues().loads(str(kept).encode() if isinstance(kept, int) else kept)
    assert back == value
    assert type(back) is type(value)


def test_marked_texts_are_kept_as_texts() -> None:
    assert PlainValues().loads(PlainValues().dumps(mark_safe("<svg/>"))) == "<svg/>"  # type: ignore[arg-type]


def test_a_pickle_is_not_run() -> None:
    with pytest.raises(Exception, match="MessagePack"):
        PlainValues().loads(b"\x80\x04\x95\x1a\x00\x00\x00\x00\x00\x00\x00\x8c\x05posix\x94\x8c\x06system\x94\x93\x94.")
