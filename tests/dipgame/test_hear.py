"""Bots that talk: they open, hear, answer after a pause, and give orders by what was agreed."""

import importlib
from datetime import timedelta

import pytest

from bots.agent import Decision
from bots.holdbot import HoldBot
from bots.registry import Bot
from bots.talker import Talk
from dipgame.games import clock, queries, services, talk
from dipgame.games.models import BotSpeech, Hearing, Message, Proposal
from negotiation.diplomacy import Pce
from negotiation.terms import Agree, Propose


class Mute:
    def decide(self, view, memory, rng, seconds):
        return HoldBot().decide(view, memory, rng, seconds)

    def open_talk(self, view, memory, rng, seconds):
        return Talk(memory=memory)

    def hear(self, view, memory, message, rng, seconds):
        return Talk(memory=memory)


class Counts(Mute):
    """Remembers what it heard, and with what it was last asked for orders."""

    def decide(self, view, memory, rng, seconds):
        return Decision(super().decide(view, memory, rng, seconds).orders, {**memory, "decided": len(view.talk)})

    def hear(self, view, memory, message, rng, seconds):
        assert message == view.talk[-1]
        return Talk(memory={**memory, "heard": memory.get("heard", 0) + 1})


class Crashes(Mute):
    def hear(self, view, memory, message, rng, seconds):
        raise RuntimeError("out of words")


class Lies(Mute):
    """Speaks in another's name, to itself, in no language at all."""

    def hear(self, view, memory, message, rng, seconds):
        deal = Agree(("ENG", "FRA"), Pce(("ENG", "FRA")))
        return Talk((Propose("ENG", ("FRA",), deal), Propose(view.power, (view.power,), deal), "peace"), memory)


ODD = {
    cls.__name__.lower(): Bot(cls.__name__.lower(), cls.__name__, "", cls, talks=True)
    for cls in (Mute, Counts, Crashes, Lies)
}


@pytest.fixture(autouse=True)
def odd_bots(put_on_offer):
    put_on_offer(*ODD.values())


def test_blabbot_offers_peace_in_spring_and_takes_it(story):
    story.begins(bots="blabbot")
    assert not Message.objects.exists(), "it takes its time"
    story.bots_speak()
    offers = Proposal.objects.filter(message__between="FRA GER")
    assert [row.message.speaker.power for row in offers] == ["GER"]
    assert offers[0].message.text
    story.answers("FRA", offers[0].message, "accept")
    assert len(queries.seat_view(story.seat("GER")).agreements) >= 1
    story.ready("FRA", "ENG")
    assert story.phase == "F1901M"
    assert "FRA" in story.sheet("GER").memory["friends"]


def test_a_bot_answers_a_person(story):
    story.begins(bots="blabbot")
    BotSpeech.objects.all().delete()
    asked = story.says("FRA", "GER", "lets have peace")
    speech = BotSpeech.objects.get()
    assert clock.now() < speech.due_at < clock.now() + timedelta(seconds=60)
    with story.committed():
        services.sweep()
    assert BotSpeech.objects.count() == 1, "not before it is due"
    story.bots_speak()
    answer = Message.objects.get(speaker__power="GER")
    assert answer.reply_to_id == asked.pk
    assert asked.proposals.get().state == "accepted"
    assert "GER" in answer.powers


def test_speeches_are_said_once_however_often_the_task_comes(story):
    story.begins(bots="blabbot")
    BotSpeech.objects.all().delete()
    story.says("FRA", "GER", "lets have peace")
    speech = BotSpeech.objects.get()
    BotSpeech.objects.update(due_at=clock.now())
    with story.committed():
        assert services.speak(speech.pk)
        assert not services.speak(speech.pk)
    assert Message.objects.filter(speaker__power="GER").count() == 1


def test_what_cannot_be_said_is_tried_once(story, monkeypatch):
    def write(*_):
        raise ValueError("no words")

    story.begins(bots="blabbot")
    monkeypatch.setattr(importlib.import_module("dipgame.games.services.speak"), "write", write)
    story.bots_speak()
    assert not Message.objects.exists()


def test_what_a_bot_planned_to_say_is_forgotten_with_the_phase(story):
    story.begins(bots="blabbot")
    assert BotSpeech.objects.exists()
    story.ready("FRA", "ENG")
    assert not BotSpeech.objects.exists()


def test_two_who_propose_at_once_do_not_stop_each_other(story):
    story.begins(bots="blabbot")
    story.says("FRA", "GER", "lets have peace")
    story.bots_speak()
    assert set(Proposal.objects.filter(message__between="FRA GER").values_list("state", flat=True)) == {"accepted"}


def test_talk_memory_reaches_the_orders_and_the_next_phase(story):
    story.begins(bots="counts")
    assert story.sheet("GER").memory == {"decided": 0}
    for _ in range(2):
        story.says("FRA", "GER", "I offer peace")
        story.says("FRA", "GER", term="withdraw(fra, ger)")
    assert story.sheet("GER").memory == {"heard": 4, "decided": 4}
    story.ready("FRA", "ENG")
    assert story.sheet("GER").memory == {"heard": 4, "decided": 4}
    assert story.sheet("AUS").memory == {"decided": 0}


@pytest.mark.parametrize(("bot", "kind"), [("crashes", "crash"), ("lies", "illegal")])
def test_a_bot_that_fails_to_talk_says_nothing_and_plays_on(story, bot, kind):
    story.begins(bots=bot)
    story.says("FRA", "GER", "I offer peace")
    story.bots_speak()
    assert not Message.objects.filter(speaker__power="GER").exists()
    assert kind in Hearing.objects.get(message__isnull=False).error
    story.ready("FRA", "ENG")
    assert story.phase == "F1901M"


def test_a_flood_is_not_listened_to(story):
    story.begins(bots="mute", press_protocol="free")
    for _ in range(12):
        story.says("FRA", "GER", "I offer peace")
    assert Hearing.objects.filter(seat__power="GER", message__isnull=False).count() == 6


def test_a_lost_message_is_found_by_the_sweep(story, outbox):
    story.begins(bots="blabbot")
    with story.committed(work=False):
        services.send_press(story.seat("FRA"), ["GER"], "lets have peace")
    outbox.tasks.clear()
    with story.committed():
        services.sweep()
    assert not Hearing.objects.filter(state="waiting").exists()


def test_what_a_lost_worker_was_to_hear_is_heard_by_another_and_then_given_up(story, outbox):
    story.begins(bots="counts")
    with story.committed(work=False):
        services.send_press(story.seat("FRA"), ["GER"], "lets have peace")
    outbox.tasks.clear()
    for asked, state in ((1, "waiting"), (0, "done")):
        Hearing.objects.exclude(message=None).update(state="thinking", since=clock.now() - clock.CLAIM_LEASE)
        with story.committed(work=False):
            assert services.sweep().asked == asked
        assert Hearing.objects.exclude(message=None).get().state == state
    story.work()
    assert story.sheet("GER").talk_memory is None
    assert "late" in Hearing.objects.exclude(message=None).get().error


def test_a_message_whose_worker_is_lost_is_heard_once(story, outbox):
    story.begins(bots="counts")
    with story.committed(work=False):
        services.send_press(story.seat("FRA"), ["GER"], "lets have peace")
    outbox.tasks.clear()
    Hearing.objects.exclude(message=None).update(state="thinking", since=clock.now() - clock.CLAIM_LEASE)
    for asked in (1, 0):
        with story.committed():
            assert services.sweep().asked == asked
    assert story.sheet("GER").memory["heard"] == 1


def test_a_silent_game_has_silent_bots(story):
    story.begins(bots="blabbot", press_level=0)
    assert not Hearing.objects.exists()
    assert not BotSpeech.objects.exists()


def test_bots_hear_no_english_and_no_talk_of_others(story):
    story.begins(bots="counts")
    story.says("FRA", "GER", "bonjour", plain=True)
    story.says("FRA", "GER RUS", "I offer peace")
    assert len(talk.talk_of(story.seat("GER"), story.row)) == 1
    assert talk.talk_of(story.seat("AUS"), story.row) == ()
    assert story.sheet("AUS").talk_memory is None
    assert story.sheet("RUS").talk_memory == {"heard": 1}


def test_nobody_opens_talk_while_units_retreat_or_are_built(story):
    """People wait for the next board then, and every bot that is asked takes its time."""
    retreat = {
        "phase": "F1902R",
        "units": ["FRA A BUR", "ENG F LON"],
        "dislodged": [{"unit": "ENG A BUR", "from": "PAR", "retreats": ["BEL", "RUH"]}],
        "centers": {"FRA": ["PAR"], "ENG": ["LON"]},
    }
    story.begins(bots="mute", at=retreat)
    assert not Hearing.objects.exists()


def test_a_bot_says_that_it_did_not_follow_and_never_in_the_same_words(story):
    """It hears that something was said to it alone, not what; of what was said to several it hears nothing."""
    story.begins(bots="hana-classicist")
    BotSpeech.objects.all().delete()
    assert not story.says("FRA", "GER ITA", "lorem ipsum", plain=True).hearings.exists()
    asked = story.says("FRA", "GER", "lorem ipsum", plain=True)
    assert asked.hearings.count() == 1
    (speech,) = BotSpeech.objects.filter(reply_to=asked)
    assert speech.term == "puzzled(ger, fra)"
    again = BotSpeech.objects.create(seat=speech.seat, phase=speech.phase, term=speech.term, due_at=clock.now())
    BotSpeech.objects.update(due_at=clock.now())
    assert services.speak(speech.pk)
    assert services.speak(again.pk)
    first, second = Message.objects.filter(speaker=speech.seat).order_by("id")
    assert first.text != second.text
    assert (first.term, first.level) == ("puzzled(ger, fra)", 0)
