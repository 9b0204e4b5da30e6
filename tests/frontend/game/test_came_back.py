"""A page that reconnects gets exactly the messages it missed.

It names the newest number it was shown.
"""

import asyncio

import pytest

from dipgame.games import queries
from frontend.game import socket
from tests.clocks import Clocks
from tests.frontend.game.lines import opened, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis"), pytest.mark.database]


@pytest.fixture
def clocks(monkeypatch):
    return Clocks(monkeypatch)


@pytest.fixture
def comes_back(line):
    """Talk sent first to a page that reconnects with this query."""

    def comes_back(person, asked):
        page = line(person, at=f"/ws/games/<slug:slug>/?{asked}")

        async def scene():
            assert await page.open()
            press = (await page.hear_kind("press"))["press"]
            await page.close()
            return press

        return asyncio.run(scene())

    return comes_back


def texts(press):
    return [message["text"] for message in press["messages"]]


@pytest.mark.parametrize("seconds", [-30, 0, 30])
def test_it_gets_exactly_what_it_missed_wherever_the_clock_went(story, cast, comes_back, clocks, seconds):
    story.begins()
    story.says("FRA", "ENG", "honey", plain=True)
    offer = story.says("FRA", "ENG", "I offer peace")
    upto = comes_back(cast.bob, "")["upto"]
    clocks.step(seconds)
    assert texts(comes_back(cast.bob, f"talk={upto}&as=ENG")) == []
    story.says("FRA", "ENG", "jam", plain=True)
    answer = story.answers("ENG", offer, "accept")
    press = comes_back(cast.bob, f"talk={upto}&as=ENG")
    assert texts(press) == [offer.text, "jam", answer.text]
    assert press["messages"][0]["card"]["state"] == "accepted"
    assert not press["whole"]


@pytest.mark.parametrize(
    "asked",
    ["talk={upto}&as=FRA", "talk={upto}", "talk=x&as=ENG", "talk=-1&as=ENG", "talk=9{upto}&as=ENG", "talk=&as="],
)
def test_it_gets_everything_where_it_was_another_seat_or_knows_a_number_that_was_never_given(
    story, cast, comes_back, asked
):
    story.begins()
    said = story.says("FRA", "ENG", "honey", plain=True)
    press = comes_back(cast.bob, asked.format(upto=said.pk))
    assert (press["whole"], texts(press)) == (True, ["honey"])


def test_it_gets_everything_where_it_missed_very_much(story, cast, comes_back, monkeypatch):
    story.begins()
    upto = story.says("FRA", "ENG", "honey", plain=True).pk
    monkeypatch.setattr(queries.talk, "_MISSED", 2)
    for number in range(4):
        story.says("FRA", "ENG", f"jar {number}", plain=True)
    press = comes_back(cast.bob, f"talk={upto}&as=ENG")
    assert press["whole"]
    assert len(texts(press)) == 5


def test_an_open_page_is_shown_what_comes_after_the_clock_was_put_back(story, cast, line, clocks, monkeypatch):
    monkeypatch.setattr(socket, "_QUIET", 0.01)
    story.begins()
    alice, bob = line(cast.alice), line(cast.bob)
    say = {"type": "say", "to": ["ENG"], "l": "", "plain": True}

    async def heard(page):
        frame = await page.hear()
        messages = frame["press"]["messages"] if frame["type"] == "press" else [frame.get("message", {"text": ""})]
        return [message["text"] for message in messages]

    async def scene():
        for each in (alice, bob):
            await opened(each)
        await alice.ask(say | {"text": "honey", "ref": 5})
        while "honey" not in await heard(bob):
            pass
        clocks.step(-30)
        offer = await run(lambda: story.says("FRA", "ENG", "I offer peace"))()
        first = (await bob.hear_kind("press"))["press"]
        await run(lambda: story.answers("ENG", offer, "accept"))()
        second = (await bob.hear_kind("press"))["press"]
        for each in (alice, bob):
            await each.close()
        return first, second

    first, second = asyncio.run(scene())
    assert texts(first) == ["I offer peace"]
    assert second["messages"][0]["card"]["state"] == "accepted"
