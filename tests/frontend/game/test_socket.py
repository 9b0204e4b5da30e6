"""The live line of a game, against a real Redis: who hears what, and what garbage gets."""

import asyncio
import json

import pytest
from channels.db import database_sync_to_async
from django.db import OperationalError
from django.test import Client

from dipgame.accounts.models import Block
from dipgame.asgi import application
from dipgame.games import events, services
from frontend import lookout
from frontend.access import NO_ACCESS_CODE
from frontend.game import socket
from frontend.game.socket import BAD_FRAMES_CODE, BAD_FRAMES_LIMIT, SIGNED_OUT_CODE
from frontend.routing import websocket_urlpatterns
from tests.patience import PatientCommunicator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis"), pytest.mark.database]

ORDER = {"type": "order", "phase": "S1901M", "text": "A PAR - BUR", "ref": 1}


class Line:
    """A browser's end of the socket. `state()` is the newest state heard, `reply(ref)` the answer to a command."""

    def __init__(self, slug, cookie=None, origin=b"http://localhost", at="/ws/games/<slug:slug>/"):
        headers = [(b"origin", origin), (b"host", b"localhost")]
        if cookie:
            headers.append((b"cookie", f"sessionid={cookie}".encode()))
        self.wire = PatientCommunicator(application, at.replace("<slug:slug>", slug), headers=headers)

    async def open(self):
        connected, _ = await self.wire.connect()
        return connected

    async def hear(self):
        return json.loads(await self.wire.receive_from())

    async def hear_kind(self, kind):
        while True:
            frame = await self.hear()
            if frame["type"] == kind:
                return frame

    async def say(self, frame):
        await self.wire.send_to(text_data=frame if isinstance(frame, str) else json.dumps(frame))

    async def ask(self, frame):
        """Send a command and wait for its answer, whatever else is heard meanwhile."""
        await self.say(frame)
        while True:
            reply = await self.hear()
            if reply.get("ref") == frame["ref"]:
                return reply

    async def close_code(self):
        while True:
            message = await self.wire.receive_output()
            if message["type"] == "websocket.close":
                return message["code"]

    async def close(self):
        await self.wire.disconnect()


@pytest.fixture
def line(story):
    """Makes the line of a person of the cast, or of nobody, to the story's game."""

    def line(person=None, slug=None, **how):
        cookie = None
        if person is not None:
            client = Client()
            client.force_login(person)
            cookie = client.cookies["sessionid"].value
        return Line(slug or story.game.slug, cookie, **how)

    return line


def run(story):
    """Do something with the database while the sockets' loop goes on."""
    return database_sync_to_async(story)


async def opened(each):
    assert await each.open()
    state = (await each.hear_kind("state"))["state"]
    if state["you"] is not None:
        await each.hear_kind("press")
    return state


def test_a_player_hears_the_whole_state_at_once(story, cast, line):
    story.begins()

    async def scene():
        alice = line_of_alice
        state = await opened(alice)
        assert state["you"] == {"power": "FRA", "keep": False}
        assert state["game"]["phase"] == "S1901M"
        assert len(state["sheet"]["missing"]) == 3
        await alice.close()

    line_of_alice = line(cast.alice)
    asyncio.run(scene())


def test_an_order_is_answered_with_the_sheet_and_saved(story, cast, line):
    story.begins()
    alice = line(cast.alice)

    async def scene():
        await opened(alice)
        reply = await alice.ask(ORDER)
        assert reply["type"] == "sheet"
        assert reply["sheet"]["orders"][0]["text"] == "A PAR - BUR"
        assert "data-order" in reply["sheet"]["drawing"]
        await alice.close()

    asyncio.run(scene())
    assert story.sheet("FRA").orders == {"PAR": "A PAR - BUR"}


def test_my_other_screens_hear_of_my_order_and_nobody_else_does(story, cast, line):
    story.begins()
    desk, phone, bob, watcher = line(cast.alice), line(cast.alice), line(cast.bob), line()

    async def scene():
        for each in (desk, phone, bob, watcher):
            await opened(each)
        await desk.ask(ORDER)
        state = (await phone.hear_kind("state"))["state"]
        assert state["sheet"]["orders"][0]["text"] == "A PAR - BUR"
        for each in (bob, watcher):
            assert await each.wire.receive_nothing(timeout=0.4)
        for each in (desk, phone, bob, watcher):
            await each.close()

    asyncio.run(scene())


def test_everybody_hears_who_is_ready_but_never_an_order(story, cast, line):
    story.begins()
    alice, watcher = line(cast.alice), line()

    async def scene():
        await opened(alice)
        state = await opened(watcher)
        assert state["you"] is None
        assert state["sheet"] is None
        await alice.ask(ORDER)
        await alice.ask({"type": "ready", "phase": "S1901M", "ready": True, "ref": 2})
        frame = await watcher.hear_kind("state")
        assert {seat["power"]: seat["ready"] for seat in frame["state"]["seats"]}["FRA"] is True
        assert "BUR" not in json.dumps(frame)
        for each in (alice, watcher):
            await each.close()

    asyncio.run(scene())


def test_a_new_phase_is_heard_by_all(story, cast, line):
    story.begins()
    alice, watcher = line(cast.alice), line()

    async def scene():
        for each in (alice, watcher):
            await opened(each)
        await run(lambda: services.resolve_phase(story.row.pk, force=True))()
        for each in (alice, watcher):
            state = (await each.hear_kind("state"))["state"]
            assert state["game"]["phase"] == "F1901M"
        for each in (alice, watcher):
            await each.close()

    asyncio.run(scene())


REFUSED = [
    (ORDER | {"text": "A PAR - LON"}, "illegal"),
    (ORDER | {"text": "A LVP - YOR"}, "foreign"),
    (ORDER | {"text": "hello"}, "malformed"),
    (ORDER | {"phase": "F1901M"}, "late"),
    ({"type": "order", "ref": 1}, "malformed"),
]


@pytest.mark.parametrize(("frame", "code"), REFUSED)
def test_what_cannot_be_is_refused_and_the_line_stays_open(story, cast, line, frame, code):
    story.begins()
    alice = line(cast.alice)

    async def scene():
        await opened(alice)
        reply = await alice.ask(frame)
        assert (reply["type"], reply["code"]) == ("refused", code)
        assert (await alice.ask(ORDER | {"ref": 2}))["type"] == "sheet"
        await alice.close()

    asyncio.run(scene())


def test_those_who_watch_give_no_orders(story, cast, line):
    story.begins()
    charlie = line(cast.charlie)

    async def scene():
        await opened(charlie)
        assert (await charlie.ask(ORDER))["code"] == "not_seated"
        await charlie.close()

    asyncio.run(scene())
    assert story.sheet("FRA").orders == {}


def test_a_session_that_no_text_can_hold_is_nobodys(story):
    """A zero comes into a cookie as an escape, and no database takes it."""
    story.begins()
    watching = Line(story.game.slug, r'"aaaaaaaaaaaaaaaa\000"')

    async def scene():
        assert (await opened(watching))["you"] is None
        await watching.close()

    asyncio.run(scene())


def test_too_much_garbage_closes_the_line_and_loses_nothing(story, cast, line):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    alice = line(cast.alice)

    async def scene():
        await opened(alice)
        for _ in range(BAD_FRAMES_LIMIT):
            await alice.say("garbage")
        await alice.say(ORDER | {"text": "A PAR - PIC"})
        assert await alice.close_code() == BAD_FRAMES_CODE
        assert await alice.wire.receive_nothing()

    asyncio.run(scene())
    assert story.sheet("FRA").orders == {"PAR": "A PAR - BUR"}


@pytest.mark.parametrize("address", ["/ws/", "/ws/games/../x/", "/games/x/"])
def test_any_other_address_is_closed(address):
    headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
    wire = PatientCommunicator(application, address, headers=headers)

    async def scene():
        await wire.connect()
        assert (await wire.receive_output())["code"] == NO_ACCESS_CODE

    asyncio.run(scene())


@pytest.mark.parametrize("frame", ["x" * 100_000, json.dumps({"type": "order", "text": "A" * 10_000})])
def test_an_oversized_frame_closes_the_line_at_once(story, cast, line, frame):
    story.begins()
    alice = line(cast.alice)

    async def scene():
        await opened(alice)
        await alice.say(frame)
        assert await alice.close_code() == BAD_FRAMES_CODE

    asyncio.run(scene())


def test_bytes_are_garbage(story, cast, line):
    story.begins()
    alice = line(cast.alice)

    async def scene():
        await opened(alice)
        await alice.wire.send_to(bytes_data=b"\x00\xff")
        assert (await alice.hear_kind("refused"))["code"] == "malformed"
        await alice.close()

    asyncio.run(scene())


@pytest.mark.parametrize("at", [f"/{each.pattern}" for each in websocket_urlpatterns if "slug" in str(each.pattern)])
@pytest.mark.parametrize("who", ["charlie", None])
def test_a_private_game_closes_every_line_of_strangers(story, cast, line, who, at):
    story.begins(word="inkwell")
    stranger = line(who and getattr(cast, who), at=at)

    async def scene():
        await stranger.open()
        assert await stranger.close_code() == NO_ACCESS_CODE

    asyncio.run(scene())


def test_a_game_that_is_not_there_closes_the_line(story, cast, line):
    story.waits()
    alice = line(cast.alice, slug="nosuchgame")

    async def scene():
        await alice.open()
        assert await alice.close_code() == NO_ACCESS_CODE

    asyncio.run(scene())


def test_pages_of_other_sites_get_no_line(story):
    story.begins()
    foreign = Line(story.game.slug, origin=b"http://evil.example")

    async def scene():
        assert not await foreign.open()

    asyncio.run(scene())


def test_losing_access_closes_an_open_line(story, cast, line):
    story.begins(word="inkwell")
    bob, alice = line(cast.bob), line(cast.alice)

    async def scene():
        await opened(bob)
        await opened(alice)
        await run(lambda: type(cast.bob).objects.filter(pk=cast.bob.pk).update(is_active=False))()
        await alice.ask({"type": "ready", "phase": "S1901M", "ready": True, "ref": 1})
        assert await bob.close_code() == NO_ACCESS_CODE
        await alice.close()

    asyncio.run(scene())


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
    """What is sent with a message is what the rows say of it."""
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
    """What was lost is found soon."""
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
    look = socket._look

    def fails(scope, before, *how):
        if before.power == "ENG" and failures:
            raise failures.pop()
        return look(scope, before, *how)

    async def scene():
        for each in (alice, bob):
            await opened(each)
        monkeypatch.setattr(socket, "_look", fails)
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
def test_who_may_not_sign_in_any_more_neither_orders_nor_reads(story, cast, ends, acts, monkeypatch):
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
    """What was promised stands beside orders; what was merely said does not."""
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
