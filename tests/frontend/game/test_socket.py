"""The live line of a game, against a real Redis: who hears what, and what garbage gets."""

import asyncio
import json

import pytest

from dipgame.asgi import application
from dipgame.games import services
from frontend.access import NO_ACCESS_CODE
from frontend.game.socket import BAD_FRAMES_CODE, BAD_FRAMES_LIMIT
from frontend.routing import websocket_urlpatterns
from tests.frontend.game.lines import Line, opened, run
from tests.patience import PatientCommunicator

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis"), pytest.mark.database]

ORDER = {"type": "order", "phase": "S1901M", "text": "A PAR - BUR", "ref": 1}


def test_a_player_hears_the_whole_state_at_once(story, cast, line):
    story.begins()

    async def scene():
        alice = line_of_alice
        state = await opened(alice)
        assert state["you"] == {"power": "FRA", "keep": False, "alone": False, "hints": None}
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


def test_garbage_closes_the_socket_and_loses_nothing(story, cast, line):
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
