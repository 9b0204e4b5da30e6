"""Messages and events reach entitled pages, even without Redis."""

import asyncio

import pytest
from django.db import OperationalError
from django.test import Client

from dipgame.accounts.models import Block
from dipgame.games import events
from frontend import lookout
from frontend.access import SIGNED_OUT_CODE
from frontend.game import socket
from tests.frontend.game.lines import Line, opened, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis"), pytest.mark.database]

ORDER = {"type": "order", "phase": "S1901M", "text": "A PAR - BUR", "ref": 1}


def test_talk_is_heard_by_those_it_is_between_and_by_nobody_else(story, cast, line):
    story.begins()
    story.game.seats.filter(power="GER").update(bot="blabbot")
    alice, bob, watcher = line(cast.alice), line(cast.bob), line()

    async def scene():
        for each in (alice, bob, watcher):
            await opened(each)
        say = {"type": "say", "text": "honey", "to": ["GER"], "l": "", "plain": True, "ref": 5}
        assert (await alice.ask(say))["type"] == "said"
        for each in (bob, watcher):
            assert await each.wire.receive_nothing(timeout=0.4)
        await alice.ask(say | {"text": "marmalade", "to": ["ENG"], "ref": 6})
        heard = await bob.hear_kind("heard")
        assert heard["message"]["text"] == "marmalade"
        assert not heard["message"]["mine"]
        assert await watcher.wire.receive_nothing(timeout=0.4)
        for each in (alice, bob, watcher):
            await each.close()

    asyncio.run(scene())


def test_who_has_blocked_somebody_hears_nothing_of_them_and_misses_nothing_of_others(story, cast, line):
    story.begins()
    Block.objects.create(by=cast.bob, of=cast.alice)
    alice, bob = line(cast.alice), line(cast.bob)
    ping = {"type": "ping", "ref": 9}

    async def scene():
        for each in (alice, bob):
            await opened(each)
        say = {"type": "say", "text": "honey", "to": ["ENG"], "l": "", "plain": True, "ref": 5}
        said = await alice.ask(say)
        frame = await bob.hear_kind("press")
        assert frame["press"]["messages"] == []
        assert (await bob.ask(ping))["news"] == frame["news"]
        assert said["message"]["text"] == "honey"
        for each in (alice, bob):
            await each.close()

    asyncio.run(scene())


def test_what_a_page_hears_it_also_reads_when_it_asks(story, cast, line):
    """A message sent by socket equals the one read from the rows."""
    story.begins()
    alice, bob = line(cast.alice), line(cast.bob)
    client = Client()
    client.force_login(cast.bob)

    async def scene():
        for each in (alice, bob):
            await opened(each)
        heard = None
        for number in range(10):
            # One that comes while the page is still being shown the one before comes with a look.
            say = {"type": "say", "text": f"jar {number}", "to": ["ENG"], "l": "", "plain": True, "ref": 6}
            await alice.ask(say)
            frame = await bob.hear()
            if frame["type"] == "heard":
                heard = frame["message"]
                break
            await asyncio.sleep(0.2)
        for each in (alice, bob):
            await each.close()
        return heard

    heard = asyncio.run(scene())
    assert heard == client.get(f"/games/{story.game.slug}/press").json()["messages"][-1]


# --- No page goes deaf ------------------------------------------------------------------------------------


@pytest.fixture
def quick_beat(monkeypatch):
    """Find lost news soon."""
    monkeypatch.setattr(lookout, "_BEAT", 0.1)
    monkeypatch.setattr(socket, "_AGAIN", 0.1)


@pytest.fixture(params=["what is sent is lost", "Redis is away"])
def nothing_comes_by_redis(request, settings, monkeypatch, quick_beat, redis):
    if request.param == "Redis is away":
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
    else:
        monkeypatch.setattr(events, "send", lambda topic, message: None)


@pytest.mark.usefixtures("nothing_comes_by_redis")
def test_a_page_that_was_not_told_finds_out_by_itself(story, cast, line):
    story.begins()
    alice, bob, watcher = line(cast.alice), line(cast.bob), line()

    async def scene():
        for each in (alice, bob, watcher):
            await opened(each)
        say = {"type": "say", "text": "marmalade", "to": ["ENG"], "l": "", "plain": True, "ref": 6}
        assert (await alice.ask(say))["type"] == "said"
        press = (await bob.hear_kind("press"))["press"]
        assert "marmalade" in [message["text"] for message in press["messages"]]
        await alice.ask({"type": "ready", "phase": "S1901M", "ready": True, "ref": 2})
        seats = (await watcher.hear_kind("state"))["state"]["seats"]
        assert {seat["power"]: seat["ready"] for seat in seats}["FRA"] is True
        for _ in range(3):  # once is enough, twice does no harm; it comes to rest
            if await watcher.wire.receive_nothing(timeout=0.5):
                break
            await watcher.hear()
        else:
            pytest.fail("the same is told again and again")
        for each in (alice, bob, watcher):
            await each.close()

    asyncio.run(scene())


def test_a_page_that_could_not_be_told_is_told_again(story, cast, line, monkeypatch, quick_beat):
    story.begins()
    alice, bob = line(cast.alice), line(cast.bob)
    failures = [OperationalError("the database is away"), OperationalError("still"), RuntimeError("something else")]
    look = socket.look_at

    def fails(scope, before, *how):
        if before.power == "ENG" and failures:
            raise failures.pop()
        return look(scope, before, *how)

    async def scene():
        for each in (alice, bob):
            await opened(each)
        monkeypatch.setattr(socket, "look_at", fails)
        assert (await alice.ask({"type": "ready", "phase": "S1901M", "ready": True, "ref": 6}))["type"] == "sheet"
        seats = (await bob.hear_kind("state"))["state"]["seats"]
        assert {seat["power"]: seat["ready"] for seat in seats}["FRA"] is True
        assert failures == []
        for each in (alice, bob):
            await each.close()

    asyncio.run(scene())


def test_each_beat_is_answered_with_how_much_has_happened(story, cast, line, quick_beat):
    story.begins()
    alice, watcher = line(cast.alice), line()
    ping = {"type": "ping", "ref": 9}

    async def scene():
        shown = (await opened(alice))["news"]
        assert (await opened(watcher))["news"] == {"game": shown["game"], "seat": 0}
        assert (await alice.ask(ping))["news"] == shown
        await alice.ask(ORDER)
        news = shown
        while news == shown:
            news = (await alice.ask(ping))["news"]
        assert news == {"game": shown["game"], "seat": shown["seat"] + 1}
        assert (await watcher.ask(ping))["news"] == {"game": shown["game"], "seat": 0}
        for each in (alice, watcher):
            await each.close()

    asyncio.run(scene())


# --- Who opened the line, and who they are now ----------------------------------------------------------


def signs_out(person, client):
    client.logout()


def has_another_password(person, client):
    person.set_password("a loud inkwell")
    person.save()


def is_suspended(person, client):
    type(person).objects.filter(pk=person.pk).update(is_active=False)


ENDS = [signs_out, has_another_password, is_suspended]


@pytest.mark.parametrize("ends", ENDS)
@pytest.mark.parametrize("acts", [True, False], ids=["gives an order", "only looks"])
def test_an_ended_session_neither_orders_nor_reads(story, cast, ends, acts, monkeypatch):
    monkeypatch.setattr(lookout, "_BEAT", 60 if acts else 0.1)
    story.begins()
    client = Client()
    client.force_login(cast.alice)
    alice = Line(story.game.slug, client.cookies["sessionid"].value)

    async def scene():
        await opened(alice)
        await asyncio.sleep(0.3)
        await run(ends)(cast.alice, client)
        if acts:
            await alice.say(ORDER)
        assert await alice.close_code() == SIGNED_OUT_CODE

    asyncio.run(scene())
    assert story.sheet("FRA").orders == {}


@pytest.mark.parametrize("ends", [signs_out, has_another_password])
def test_who_signs_out_hears_not_a_word_more(story, cast, line, ends, monkeypatch):
    """At once, long before the next beat."""
    monkeypatch.setattr(lookout, "_BEAT", 60)
    story.begins()
    client = Client()
    client.force_login(cast.bob)
    alice, bob = line(cast.alice), Line(story.game.slug, client.cookies["sessionid"].value)

    async def scene():
        for each in (alice, bob):
            await opened(each)
        await asyncio.sleep(0.3)
        await run(ends)(cast.bob, client)
        await alice.ask({"type": "say", "text": "honey", "to": ["ENG"], "l": "", "plain": True, "ref": 5})
        assert (await bob.wire.receive_output())["type"] == "websocket.close"
        await alice.close()

    asyncio.run(scene())


def test_of_a_word_only_the_talk_is_told_and_of_an_agreement_the_state_too(story, cast, line):
    """Promises stand beside orders; other messages do not."""
    story.begins()
    alice, bob = line(cast.alice), line(cast.bob)

    async def scene():
        for each in (alice, bob):
            await opened(each)
        say = {"type": "say", "text": "marmalade", "to": ["ENG"], "l": "", "plain": True, "ref": 6}
        assert (await alice.ask(say))["type"] == "said"
        frame = await bob.hear()
        assert frame["type"] in ("heard", "press")
        offer = await alice.ask(say | {"text": "I offer peace", "plain": False, "ref": 7})
        frame = await bob.hear()
        assert frame["type"] == "press"
        accept = {"type": "answer", "message": offer["message"]["id"], "act": "accept", "ref": 8}
        assert (await bob.ask(accept))["type"] == "said"
        state = (await alice.hear_kind("state"))["state"]
        assert state["news"]["seat"] == frame["news"]["seat"] + 1
        for each in (alice, bob):
            await each.close()

    asyncio.run(scene())


def test_an_agreement_is_told_beside_a_word_that_a_look_had_shown_already(story, cast, line, monkeypatch):
    """The page hears of the offer while a look is under way."""
    monkeypatch.setattr(lookout, "_BEAT", 60)
    monkeypatch.setattr(socket, "_QUIET", 0.5)
    story.begins()
    alice = line(cast.alice)
    real, looked = socket.look_at, []

    def look_at(*how):
        looked.append(True)
        if len(looked) > 1:
            return real(*how)
        offer = story.says("FRA", "ENG", "I offer peace")
        found = real(*how)
        story.answers("ENG", offer, "accept")
        return found

    async def scene():
        await opened(alice)
        while not await alice.wire.receive_nothing(0.8):
            await alice.hear()
        monkeypatch.setattr(socket, "look_at", look_at)
        await run(story.orders)("FRA", "A PAR - BUR")
        before = (await alice.hear_kind("state"))["state"]
        async with asyncio.timeout(20):
            after = (await alice.hear_kind("state"))["state"]
        assert after["news"]["seat"] == before["news"]["seat"] + 1
        await alice.close()

    asyncio.run(scene())


@pytest.mark.parametrize(("busy_for", "put_off"), [(2, 2), (100, socket._PUT_OFF)])
def test_that_bots_have_answered_is_told_once_nothing_more_urgent_waits(story, line, monkeypatch, busy_for, put_off):
    asked: list[bool] = []
    monkeypatch.setattr(socket, "_BOTS_TOGETHER", 0.02)
    monkeypatch.setattr(socket, "is_busy", lambda: asked.append(True) or len(asked) <= busy_for)
    story.begins(bots="dumbbot")
    alice = line(story.cast.alice)

    def changed(what):
        events.send(events.game_topic(story.game.slug), {"type": "game.changed", "what": what})

    async def scene():
        await opened(alice)
        while await alice.wire.receive_nothing(0.3):  # until the topic is followed
            await run(changed)("ready")
        while not await alice.wire.receive_nothing(0.3):
            await alice.hear()
        await run(changed)("bots")
        await alice.hear_kind("state")
        await alice.close()

    asyncio.run(scene())
    assert len(asked) == put_off + 1
