"""Events reach those they concern, once committed, and nobody else."""

import socket

import pytest
from django.db import transaction

from dipgame import redis_absence
from dipgame.games import events, queries, queue, services
from tests.site import celery_on


def test_nothing_is_told_before_it_is_committed(story, outbox):
    story.begins()
    outbox.messages.clear()
    with story.committed(work=False):
        services.submit_order(story.seat("FRA"), "S1901M", "A PAR - BUR")
        assert outbox.messages == []
    assert [group for group, _ in outbox.messages] == [f"seat.{story.seat('FRA').pk}"]


def test_what_is_rolled_back_is_never_told(story, outbox, django_capture_on_commit_callbacks):
    story.begins()
    outbox.messages.clear()
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        services.submit_order(story.seat("FRA"), "S1901M", "A PAR - BUR")
        transaction.set_rollback(True)
    assert outbox.messages == []


def test_no_message_carries_orders(story, outbox):
    story.begins(bots="dumbbot")
    story.orders("FRA", "A PAR - BUR")
    story.ready("FRA", "ENG")
    keys = {key for _, message in outbox.messages for key in message}
    assert keys <= {"type", "what", "phase", "slug", "word"}


def test_the_game_is_told_of_each_new_phase(story, outbox):
    story.begins()
    outbox.messages.clear()
    story.ready("FRA", "ENG")
    assert {"type": "game.changed", "what": "phase"} in outbox.told(f"game.{story.game.slug}")


@pytest.fixture(params=["nothing listens", "nothing answers"])
def no_redis(request, monkeypatch, settings):
    """Redis is gone, or hangs, and nobody knows yet."""
    monkeypatch.undo()
    monkeypatch.setattr(redis_absence, "_until", {})
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1] if request.param == "nothing answers" else 1
        settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
        with celery_on(settings.REDIS_URL, ""):
            yield


def test_without_redis_nothing_is_lost_and_it_is_said(no_redis, monkeypatch, caplog):
    queue.send("games.resolve_phase", 1)
    monkeypatch.setattr(redis_absence, "_until", {})
    events.send("lobby", {"type": "lobby.changed"})
    assert "nobody in lobby was told" in caplog.text
    assert "the sweep will find it" in caplog.text


def test_nobody_waits_for_redis_again_and_again(no_redis, caplog):
    for _ in range(50):
        queue.send("games.resolve_phase", 1)
        events.send("lobby", {"type": "lobby.changed"})
    assert len(caplog.records) == 1


def numbers(story):
    seats = [f"seat.{story.seat(power).pk}" for power in ("FRA", "ENG", "GER")]
    return list(queries.news_of([f"game.{story.game.slug}", "lobby", *seats]).values())


HAPPENINGS = [
    ("an order", lambda story: story.orders("FRA", "A PAR - BUR"), [0, 0, 1, 0, 0]),
    ("ready", lambda story: story.ready("FRA"), [1, 0, 1, 0, 0]),
    ("a word to England", lambda story: story.says("FRA", "ENG", "marmalade", plain=True), [0, 0, 1, 1, 0]),
    ("a seat given up", lambda story: services.leave_game(story.cast.bob, story.game), [2, 0, 0, 0, 0]),
]


@pytest.mark.parametrize(("what", "happens", "more"), HAPPENINGS, ids=[each[0] for each in HAPPENINGS])
def test_events_raise_the_counters_of_those_concerned_only(story, what, happens, more):
    story.begins()
    before = numbers(story)
    with story.committed(work=False):
        happens(story)
    assert [now - then for now, then in zip(numbers(story), before, strict=True)] == more


def test_what_is_rolled_back_is_not_counted(story):
    story.begins()
    before = numbers(story)
    with transaction.atomic():
        services.submit_order(story.seat("FRA"), "S1901M", "A PAR - BUR")
        transaction.set_rollback(True)
    assert numbers(story) == before
