"""Several people act on the same talk at once: one of them is first, and nothing is counted twice."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from dipgame.games import services
from dipgame.games.errors import Refused
from dipgame.games.models import Agreement, BotSpeech, Message, Proposal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def at_once(*calls):
    """Run these in threads of their own; how many were not refused."""

    def run(call):
        try:
            call()
        except Refused:
            return 0
        finally:
            connection.close()
        return 1

    with ThreadPoolExecutor(len(calls)) as threads:
        return sum(threads.map(run, calls))


def test_yes_and_take_back_at_once(story):
    story.begins()
    asked = story.says("FRA", "ENG", "I offer peace")
    alice, bob = story.seat("FRA"), story.seat("ENG")
    done = at_once(
        lambda: services.answer_press(bob, asked.pk, "accept"),
        lambda: services.answer_press(alice, asked.pk, "withdraw"),
        lambda: services.answer_press(bob, asked.pk, "accept"),
    )
    assert done == 1
    assert Agreement.objects.count() == (asked.proposals.get().state == "accepted")


def test_two_who_propose_to_each_other_at_once(story):
    """The second accepts what the first has proposed; there are never two proposals of the same."""
    story.begins()
    alice, bob = story.seat("FRA"), story.seat("ENG")
    done = at_once(
        lambda: services.send_press(alice, ["ENG"], "", "propose(fra, eng, Agree([eng fra], pce([eng fra])))"),
        lambda: services.send_press(bob, ["FRA"], "", "propose(eng, fra, Agree([eng fra], pce([eng fra])))"),
    )
    assert done == 2
    assert Proposal.objects.get().state == Proposal.State.ACCEPTED
    assert Agreement.objects.count() == 1


def test_a_speech_is_said_once(story):
    story.begins(bots="blabbot")
    speech = BotSpeech.objects.filter(term__contains="(ger, fra").get()
    BotSpeech.objects.filter(pk=speech.pk).update(due_at=speech.due_at.replace(year=2000))
    at_once(*[lambda: services.speak(speech.pk)] * 4)
    assert Message.objects.filter(speaker__power="GER", between="FRA GER").count() == 1
