"""Who is told what."""

import socket

from django.db import transaction

from dipgame.games import events, queue, services
from tests.conftest import celery_on


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
    assert keys == {"type", "what", "phase", "slug"}


def test_the_game_is_told_of_each_new_phase(story, outbox):
    story.begins()
    outbox.messages.clear()
    story.ready("FRA", "ENG")
    assert {"type": "game.changed", "what": "phase"} in outbox.told(f"game.{story.game.slug}")


def test_without_redis_services_still_work(story, cast, monkeypatch, settings, caplog):
    """Redis may vanish: nothing is lost, and nobody waits for it."""
    monkeypatch.undo()
    gone = "redis://127.0.0.1:1/0"
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [gone]}}
    }
    with celery_on(gone, ""):
        events.send("lobby", {"type": "lobby.changed", "slug": "x"})
        queue.send("games.resolve_phase", 1)
    assert "nobody in lobby was told" in caplog.text
    assert "the sweep will find it" in caplog.text


def test_a_redis_that_never_answers_is_not_waited_for(monkeypatch, settings, caplog):
    monkeypatch.undo()
    monkeypatch.setattr(events, "_PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host = {"address": f"redis://127.0.0.1:{silent.getsockname()[1]}/0", "socket_timeout": None}
        settings.CHANNEL_LAYERS = {
            "default": {"BACKEND": "channels_redis.core.RedisChannelLayer", "CONFIG": {"hosts": [host]}}
        }
        events.send("lobby", {"type": "lobby.changed", "slug": "x"})
    assert "nobody in lobby was told" in caplog.text
