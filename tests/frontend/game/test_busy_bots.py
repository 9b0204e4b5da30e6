"""A page tells which bots are about to say something to whoever looks, and that bots are still getting ready."""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from dipgame import health
from dipgame.games import services
from dipgame.games.models import BotSpeech, Hearing

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_worker_yet() -> None:
    cache.clear()


def does(story: Any, who: Any) -> dict[str, str]:
    client = Client()
    if who is not None:
        client.force_login(who)
    seats = client.get(f"/games/{story.game.slug}/state").json()["seats"]
    return {each["power"]: each["does"] for each in seats if each["does"]}


def heard(story: Any, power: str, to: str) -> None:
    """Something is said, and no bot has had time to hear it."""
    with story.committed(work=False):
        services.send_press(story.seat(power), [to], "lets have peace", "")


def begun(story: Any, **terms: Any) -> None:
    story.begins(bots="blabbot", **terms)
    Hearing.objects.update(state=Hearing.State.DONE)
    BotSpeech.objects.all().delete()


def test_a_bot_that_cannot_answer_yet_is_getting_ready_and_then_writes(story: Any, cast: Any) -> None:
    begun(story)
    heard(story, "FRA", "GER")
    assert does(story, cast.alice) == {"GER": "getting ready"}
    health.bots_are_ready()
    assert does(story, cast.alice) == {"GER": "writing"}


def test_letters_that_wait_to_be_sent_are_being_written_to_their_reader_alone(story: Any, cast: Any) -> None:
    begun(story)
    heard(story, "FRA", "GER")
    story.work()
    assert BotSpeech.objects.exists()
    assert does(story, cast.alice) == {"GER": "writing"}
    story.bots_speak()
    assert does(story, cast.alice) == {}


def test_nobody_sees_that_a_bot_writes_to_another(story: Any, cast: Any) -> None:
    begun(story)
    heard(story, "FRA", "GER")
    for stranger in (cast.bob, cast.charlie, None):
        assert does(story, stranger) == {}


def test_where_nobody_may_know_who_is_a_bot_nobody_is_seen_writing(story: Any, cast: Any) -> None:
    begun(story, faces="all")
    heard(story, "FRA", "GER")
    assert does(story, cast.alice) == {}
