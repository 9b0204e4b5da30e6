"""Clocks that jump or differ: no news lost, talk in order."""

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import pytest
from django.db import connection

from dipgame.games import queries, services, talk
from dipgame.games.events import seat_topic
from dipgame.games.models import Message, Notice, Proposal
from dipgame.games.numbers import new_number
from dipgame.games.services.note import note
from frontend.access import access_for
from frontend.talk.state import press_of
from tests.clocks import Clocks

pytestmark = [pytest.mark.django_db, pytest.mark.database]

STEPS = pytest.mark.parametrize("seconds", [-30, 30])


@pytest.fixture
def clocks(monkeypatch):
    return Clocks(monkeypatch)


def shown(person, story, since=None):
    return press_of(access_for(person, story.game.slug), since)


@STEPS
def test_a_page_asks_by_number_and_gets_exactly_what_it_missed(story, cast, clocks, seconds):
    story.begins()
    story.says("FRA", "ENG", "honey", plain=True)
    upto = shown(cast.bob, story)["upto"]
    clocks.step(seconds)
    assert shown(cast.bob, story, upto)["messages"] == []
    story.says("FRA", "ENG", "marmalade", plain=True)
    clocks.step(seconds)
    story.says("FRA", "ENG", "jam", plain=True)
    press = shown(cast.bob, story, upto)
    assert [message["text"] for message in press["messages"]] == ["marmalade", "jam"]
    assert not press["whole"]
    assert shown(cast.bob, story, press["upto"])["messages"] == []


@STEPS
def test_a_deal_made_after_the_step_is_shown(story, cast, clocks, seconds):
    story.begins()
    offer = story.says("FRA", "ENG", "I offer peace")
    upto = shown(cast.alice, story)["upto"]
    clocks.step(seconds)
    answer = story.answers("ENG", offer, "accept")
    press = shown(cast.alice, story, upto)
    assert [message["id"] for message in press["messages"]] == [offer.pk, answer.pk]
    assert press["messages"][0]["card"]["state"] == "accepted"


@STEPS
def test_what_lapses_with_a_phase_is_shown(story, cast, clocks, seconds):
    story.begins()
    offer = story.says("FRA", "ENG", "I offer peace")
    upto, news = shown(cast.alice, story)["upto"], seat_topic(story.seat("FRA").pk)
    told = queries.news_of([news])[news]
    clocks.step(seconds)
    story.ready("FRA", "ENG")
    (message,) = shown(cast.alice, story, upto)["messages"]
    assert (message["id"], message["card"]["state"]) == (offer.pk, "cancelled")
    assert queries.news_of([news])[news] > told


@STEPS
def test_what_is_taken_back_is_shown(story, cast, clocks, seconds):
    story.begins()
    story.ready("FRA", "ENG")
    said = story.says("FRA", "ENG", "I offer peace")
    upto = shown(cast.alice, story)["upto"]
    clocks.step(seconds)
    services.undo_phase(story.game, "S1901M")
    assert [message["id"] for message in shown(cast.alice, story, upto)["messages"]] == [said.pk]


def test_two_machines_a_minute_apart_order_a_conversation_as_it_was_said(story, cast, clocks):
    story.begins()
    for number in range(4):
        with clocks.machine(60 if number % 2 else 0):
            story.says(("FRA", "ENG")[number % 2], ("ENG", "FRA")[number % 2], f"jar {number}", plain=True)
    texts = [f"jar {number}" for number in range(4)]
    assert [message["text"] for message in shown(cast.alice, story)["messages"]] == texts
    assert [row.text for row in talk.messages_for(story.game, story.seat("ENG"))] == texts


def test_what_was_read_stays_read_and_what_comes_after_is_unread(story, cast, clocks):
    story.begins()
    with clocks.machine(60):
        first = story.says("FRA", "ENG", "honey", plain=True)
        services.see_press(story.seat("ENG"), ["FRA", "ENG"], first.pk)
    story.says("FRA", "ENG", "jam", plain=True)
    assert shown(cast.bob, story)["unread"] == 1


def test_a_proposal_on_a_machine_that_is_behind_can_be_answered_on_one_that_is_ahead(story, cast, clocks):
    story.begins()
    with clocks.machine(60):
        story.says("FRA", "ENG", "honey", plain=True)
    with clocks.machine(0):
        offer = story.says("FRA", "ENG", "I offer peace")
    with clocks.machine(60):
        story.answers("ENG", offer, "accept")
    assert Proposal.objects.get().state == Proposal.State.ACCEPTED
    assert Message.objects.latest("id").reply_to == offer


def test_lines_of_the_room_stand_among_messages_as_they_came(story, cast, clocks):
    story.begins()
    with clocks.machine(60):
        story.says("FRA", "ENG", "honey", plain=True)
    note(story.game, "The host says hello.")
    with clocks.machine(-60):
        story.says("FRA", "ENG", "jam", plain=True)
    first, last = Message.objects.order_by("id")
    assert first.pk < Notice.objects.latest("id").number < last.pk


def test_numbers_go_on_at_random_steps_while_the_clock_is_behind(clocks):
    ahead = new_number()
    clocks.step(-3600)
    found = [ahead]
    for _ in range(100):
        found.append(new_number(after=found[-1]))
    assert all(before < after for before, after in pairwise(found))
    assert len({after - before for before, after in pairwise(found)}) > 50


@pytest.mark.django_db(transaction=True)
def test_writers_at_once_with_clocks_a_minute_apart_are_numbered_as_they_were_committed(story, clocks):
    """A number implies all smaller ones of its game: none is missed."""
    story.begins()

    def write(machine):
        seat, to = (story.seat("FRA"), "ENG") if machine else (story.seat("ENG"), "FRA")
        try:
            with clocks.machine(60 * machine):
                for number in range(6):
                    services.send_press(seat, [to], f"{machine} {number}", plain=True)
        finally:
            connection.close()

    upto, seen = 0, list[int]()
    with ThreadPoolExecutor(2) as threads:
        writers = [threads.submit(write, machine) for machine in range(2)]
        while True:
            over = all(each.done() for each in writers)
            found = queries.messages_since(story.game, story.seat("FRA"), upto)
            seen += [row.pk for row in found]
            upto = max(upto, queries.number_after(found))
            if over:
                break
        for each in writers:
            each.result()
    assert sorted(seen) == list(Message.objects.order_by("id").values_list("pk", flat=True))
    assert len(seen) == 12
