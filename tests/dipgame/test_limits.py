"""Rate limits count over all processes."""

import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from dipgame.games.errors import TooFast, Unclear
from dipgame.limits import COMMANDS, MESSAGES, Limit
from dipgame.redis_server import free_port
from tests.dipgame.databases import environment_for_children

ROOT = Path(__file__).parents[2]
_COUNT = """
import django; django.setup()
from dipgame.limits import Limit
print(sum(Limit("{}", 10, 60).allows("me") for _ in range(20)))
"""


def test_attempts_beyond_the_limit_are_refused(db):
    limit = Limit("tea", 3, 60)
    assert [limit.allows("alice") for _ in range(5)] == [True, True, True, False, False]
    assert limit.allows("bob")
    assert Limit("milk", 3, 60).allows("alice")


def test_the_limit_resets_after_its_time(db, monkeypatch):
    limit = Limit("tea", 1, 30)
    assert limit.allows("alice")
    assert not limit.allows("alice")
    now = __import__("time").time()
    monkeypatch.setattr("time.time", lambda: now + 31)
    assert limit.allows("alice")


def test_processes_count_together(db, redis_url, request):
    """Ten of forty, whichever process asks."""
    name = f"test-{abs(hash(request.node.nodeid))}"
    env = environment_for_children(REDIS_URL=redis_url)
    children = [
        subprocess.Popen([sys.executable, "-c", _COUNT.format(name)], cwd=ROOT, env=env, stdout=subprocess.PIPE)
        for _ in range(2)
    ]
    assert sum(int(child.communicate(timeout=60)[0]) for child in children) == 10


def test_without_redis_each_process_counts_for_itself(db, settings):
    settings.CACHES = {
        "default": {
            "BACKEND": "dipgame.cache.SharedCache",
            "LOCATION": f"redis://127.0.0.1:{free_port()}/0",
            "OPTIONS": {"socket_timeout": 0.5, "socket_connect_timeout": 0.5},
        }
    }
    limit = Limit("tea", 2, 60)
    assert [limit.allows("alice") for _ in range(4)] == [True, True, False, False]


def test_clearing_leaves_what_others_keep_in_the_same_redis(db, redis_url, settings):
    import redis
    from django.core.cache import cache

    settings.CACHES = {
        "default": {"BACKEND": "dipgame.cache.SharedCache", "LOCATION": redis_url, "KEY_PREFIX": "test-cache"}
    }
    client = redis.Redis.from_url(redis_url)
    client.set("queue-of-others", "1", ex=60)
    cache.set("mine", 1)
    cache.clear()
    assert cache.get("mine") is None
    assert client.get("queue-of-others") == b"1"


@pytest.mark.django_db
def test_commands_of_a_person(story, cast, client):
    """Over socket and requests alike; the refusal says what to do, and nothing is done."""
    game = story.begins().game
    client.force_login(cast.alice)
    for _ in range(COMMANDS.most):
        COMMANDS.allows(cast.alice.pk)
    body = {"type": "order", "phase": "S1901M", "text": "A PAR - BUR", "ref": 1}
    answer = client.post(f"/games/{game.slug}/command", body, content_type="application/json")
    assert answer.status_code == 429
    assert answer.json()["code"] == "too_fast"
    assert story.sheet("FRA").orders == {}


@pytest.mark.django_db
def test_messages_of_a_person_over_all_their_games(story, cast):
    story.begins()
    for _ in range(MESSAGES.most):
        MESSAGES.allows(cast.alice.pk)
    with pytest.raises(TooFast):
        story.says("FRA", "ENG", "bonjour", plain=True)
    story.says("ENG", "FRA", "good day", plain=True)
    assert story.game.messages.count() == 1


@pytest.mark.django_db
def test_a_message_counts_before_it_is_read_however_unclear(story, cast, monkeypatch):
    story.begins(press_plain=False)
    read = []
    send_press = import_module("dipgame.games.services.send_press")
    understand = send_press.understand
    monkeypatch.setattr(send_press, "understand", lambda text, context: read.append(text) or understand(text, context))
    MESSAGES.spend(cast.alice.pk, MESSAGES.most - 2)
    for _ in range(2):
        with pytest.raises(Unclear):
            story.says("FRA", "ENG", "blorb the frot")
    with pytest.raises(TooFast):
        story.says("FRA", "ENG", "blorb the frot")
    assert len(read) == 2
