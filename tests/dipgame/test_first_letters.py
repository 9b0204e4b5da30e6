"""Bots write first messages soon after the start.

Each seat has messages of three others within a quarter of a minute in the first spring.
"""

from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from adjudication.position import opening
from adjudication.powers import POWERS
from adjudication.rulebook import STANDARD_RULES
from bots.hana.remember.personality import PERSONALITIES
from bots.talking import open_talk_in_time
from bots.view import SeatView
from dipgame.games import clock
from dipgame.games.models import BotSpeech, Hearing, Message
from negotiation.levels import FREE
from tests.bots.hana.casts import swift
from tests.thinking import hear

SOON = timedelta(seconds=15)
ALONE: Any = SimpleNamespace(movement_seconds=86_400)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_seat_has_letters_of_three_others_soon(seed: int) -> None:
    """A person at this seat among bots, each of another character; the letters to the person are typed first."""
    rng = Random(seed)
    cast = dict(zip(POWERS, rng.sample([*PERSONALITIES, rng.choice(list(PERSONALITIES))], len(POWERS)), strict=True))
    writers: dict[str, set[str]] = {power: set() for power in POWERS}
    for turn, (power, character) in enumerate(cast.items()):
        view = SeatView(power, opening(), STANDARD_RULES, level=FREE, protocol="talk")
        words = open_talk_in_time(swift(character), view, {}, Random(seed), 5)
        for reader in POWERS:
            letters = [each for each in words.utterances if reader in each.hearers]
            pauses = [clock.letter_pause(ALONE, 1, rng, turn / 6, at) for at in range(len(letters))]
            writers[reader] |= {power for pause in pauses if pause <= SOON}
    assert min(map(len, writers.values())) >= 3, writers


def test_first_letters_come_one_after_the_other_from_the_opening_of_the_phase_on(story) -> None:
    story.begins(bots="hana", movement_seconds=300)
    opened = story.sheet("FRA").phase.opened_at
    first = {speech.seat.power: speech.due_at - opened for speech in BotSpeech.objects.order_by("-due_at")}
    assert timedelta(seconds=3) <= min(first.values())
    assert len({round(pause.total_seconds()) for pause in first.values()}) == len(first) >= 3
    assert sorted(first.values())[2] <= SOON


@pytest.mark.parametrize("late", [0, 3, 60])
def test_an_answer_is_due_soon_after_the_message_was_sent_however_long_the_bot_thought(story, late: int) -> None:
    story.begins(bots="blabbot", movement_seconds=300)
    BotSpeech.objects.all().delete()
    asked = story.says("FRA", "GER", "lets have peace")
    BotSpeech.objects.all().delete()
    Message.objects.filter(pk=asked.pk).update(at=clock.now() - timedelta(seconds=late))
    Hearing.objects.filter(message=asked).update(state=Hearing.State.WAITING)
    assert hear(story.seat("GER").pk)
    asked.refresh_from_db()
    pause, now = BotSpeech.objects.get(reply_to=asked).due_at - asked.at, clock.now() - asked.at
    assert timedelta(seconds=2) <= pause <= max(timedelta(seconds=5), now)
