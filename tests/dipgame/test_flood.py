"""A person who floods a HANA, or haggles without end: little work, less trust, and the others are not kept waiting."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import timezone

from dipgame.games import services
from dipgame.games.errors import TooFast
from dipgame.games.models import BotSpeech, Hearing, Message

DEMAND = "please move A Mun - Tyr and A Ber - Pru"
"""A demand by which Germany gains nothing."""


@pytest.fixture
def hana(story: Any) -> Any:
    """Alice's France and Bob's England before a HANA that plays Germany; nobody else moves."""
    story.waits(press_protocol="free")
    with story.committed(work=False):
        for power, bot in {**dict.fromkeys(("AUS", "ITA", "RUS", "TUR"), "holdbot"), "GER": "hana"}.items():
            services.replace_player(story.seat(power), bot)
    story.work()
    BotSpeech.objects.all().delete()
    return story


def towards(story: Any, power: str) -> dict[str, Any]:
    """Germany's journal about a power at its latest orders."""
    held: dict[str, Any] = story.sheet("GER").memory["journal"]["towards"][power]
    return held


def send(story: Any, count: int) -> int:
    """France says something so many times to Germany, as fast as it can; returns how much was taken."""
    taken = 0
    for _ in range(count):
        with story.committed():
            try:
                services.send_press(story.seat("FRA"), ["GER"], "I offer you peace")
            except TooFast:
                continue
            taken += 1
    return taken


def test_a_flood_costs_little_work_and_trust(hana, monkeypatch):
    story, now = hana, timezone.now()
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)  # however long it takes to send so much
    trust = towards(story, "FRA")["trust"]
    half_a_minute = timedelta(seconds=31)
    assert send(story, 100) == 15
    for message in Message.objects.all():
        Message.objects.filter(pk=message.pk).update(at=message.at - half_a_minute)
    cache.clear()  # the limit of attempts, too, is a minute's
    assert send(story, 100) == 15
    heard = Hearing.objects.filter(seat__power="GER", message__speaker__power="FRA")
    assert (heard.count(), heard.exclude(state="done").count()) == (6, 0)
    assert BotSpeech.objects.count() <= 6

    # Another is heard and answered all the same.
    asked = story.says("ENG", "GER", "I offer you peace")
    story.bots_speak()
    assert Message.objects.get(speaker__power="GER", between="ENG GER", reply_to=asked)

    # By then Germany has seen what came in.
    assert towards(story, "FRA")["trust"] < trust
    assert towards(story, "ENG")["trust"] >= trust
    story.ready("FRA", "ENG")
    assert towards(story, "FRA")["trust"] < towards(story, "ENG")["trust"]


def test_who_haggles_is_answered_with_silence_in_the_end(hana):
    story = hana
    trust = towards(story, "FRA")["trust"]
    answers = []
    for _ in range(12):
        Hearing.objects.update(since=story.row.opened_at - timedelta(minutes=2))
        Message.objects.update(at=story.row.opened_at - timedelta(minutes=2))
        asked = story.says("FRA", "GER", DEMAND)
        story.bots_speak()
        answers.append(Message.objects.filter(speaker__power="GER", reply_to=asked).exists())
    assert answers[0]
    assert not any(answers[6:])
    assert not Message.objects.filter(speaker__power="GER", term__startswith="thank").exists()
    assert Message.objects.filter(speaker__power="GER", between="FRA GER").count() <= 12
    assert towards(story, "FRA")["trust"] < trust
