"""Depth of the bots' queue in Redis, and recovery of workers."""

import pytest
from kombu.exceptions import OperationalError
from kombu.utils.imports import symbol_by_name

from dipgame.celery import app
from dipgame.games import queue
from dipgame.redis_server import free_port


def test_the_depth_is_how_often_workers_are_still_to_be_woken(redis, db):
    assert queue.depth() == 0
    for number in range(3):
        queue.send(queue.PLAY_BOT, number)
    queue.send(queue.HEAR, 1)
    queue.send(queue.RESOLVE_PHASE, 1)
    assert queue.depth() == 4


def test_workers_are_woken_only_so_often_however_many_bots_wait(redis, db):
    for number in range(queue.MOST_WOKEN + 20):
        queue.send(queue.HEAR, number)
    assert queue.depth() == queue.MOST_WOKEN


def test_a_redis_that_was_away_for_long_is_found_soon_and_never_given_up(monkeypatch):
    waited: list[float] = []
    monkeypatch.setattr("kombu.utils.functional.sleep", lambda seconds: None)
    with app.connection_for_read(f"redis://127.0.0.1:{free_port()}/0") as line, pytest.raises(OperationalError):
        line.ensure_connection(lambda _, seconds: waited.append(seconds), 200, callback=lambda: None)
    assert len(waited) == 200
    assert max(waited) <= 3
    assert app.conf.broker_connection_max_retries is None


def test_beat_asks_for_no_more_where_nobody_listens(redis, db, tmp_path, monkeypatch):
    monkeypatch.setattr("dipgame.games.beat.MOST_ASKED", 5)
    scheduler = symbol_by_name(app.conf.beat_scheduler)(app, schedule_filename=str(tmp_path / "beat"))
    for _ in range(9):
        scheduler.apply_async(scheduler.schedule["sweep"])
    assert queue.depth("default") == 5
    scheduler.close()
