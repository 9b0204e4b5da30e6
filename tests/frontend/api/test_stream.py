"""A program follows a game by a stream, and resumes it."""

import asyncio
import threading

import pytest

from dipgame.accounts.models import User
from dipgame.accounts.tokens import revoke_token
from dipgame.games import services
from frontend.api import lines, streams
from tests.frontend.api.listening import Listener
from tests.frontend.game.lines import run
from tests.patience import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis"), pytest.mark.database]


@pytest.fixture
def alice(story, cast, program):
    story.begins(press_protocol="talk")
    return program(cast.alice)


def stream(story, program, since=None):
    query = "" if since is None else f"since={since}"
    return Listener(f"/game/{story.game.slug}/stream", program.token, query)


def test_first_comes_the_game_and_then_what_happens(story, alice):
    async def scene():
        listener = stream(story, alice)
        assert await listener.open() == 200
        assert listener.headers["content-type"] == "application/x-ndjson"
        first = await listener.line()
        assert (first["type"], first["game"]["power"], first["game"]["phase"]) == ("game", "FRA", "S1901M")
        await run(lambda: story.says("ENG", "FRA", "I propose peace"))()
        said = await listener.line()
        assert (said["type"], said["message"]["speaker"]) == ("message", "ENG")
        assert said["message"]["l"][0].startswith("propose(eng, fra")
        assert said["n"] > first["n"]
        await run(story.deadline_passes)()
        phase = await listener.kind("phase")
        assert (phase["phase"], phase["before"]["phase"]) == ("F1901M", "S1901M")
        assert len(phase["before"]["outcomes"]) == 22
        assert (await listener.kind("game"))["game"]["phase"] == "F1901M"
        await listener.close()

    asyncio.run(scene())


def test_it_comes_back_and_nothing_is_lost_or_comes_twice(story, alice):
    async def scene():
        listener = stream(story, alice)
        await listener.open()
        known = (await listener.line())["n"]
        await run(lambda: story.says("ENG", "FRA", "one", plain=True))()
        heard = await listener.kind("message")
        known = heard["n"]
        await listener.close()
        await run(lambda: story.says("ENG", "FRA", "two", plain=True))()
        await run(story.deadline_passes)()
        await run(lambda: story.says("FRA", "ENG", "three", plain=True))()
        await run(story.deadline_passes)()
        again = stream(story, alice, known)
        await again.open()
        first = await again.line()
        assert first["type"] == "game"
        later = [await again.line() for _ in range(4)]
        told = [line["message"]["text"] if line["type"] == "message" else line["phase"] for line in later]
        assert told == ["two", "F1901M", "three", await run(lambda: story.phase)()]
        numbers = [known, *(line["n"] for line in later)]
        assert numbers == sorted(set(numbers))
        assert first["n"] == known  # it may be the last line that arrives
        await again.close()
        newest = stream(story, alice, numbers[-1])
        await newest.open()
        assert (await newest.line())["type"] == "game"
        assert await newest.silent()
        await newest.close()

    asyncio.run(scene())


def test_from_nought_it_tells_the_whole_game(story, alice):
    story.says("ENG", "FRA", "hello", plain=True)
    story.deadline_passes()

    async def scene():
        listener = stream(story, alice, 0)
        await listener.open()
        told = [await listener.line() for _ in range(4)]
        assert [line["type"] for line in told] == ["game", "phase", "message", "phase"]
        await listener.close()

    asyncio.run(scene())


def test_an_empty_line_says_that_the_connection_is_whole(story, alice, monkeypatch):
    monkeypatch.setattr(streams, "KEEP_ALIVE", 0.05)

    async def scene():
        listener = stream(story, alice)
        await listener.open()
        await listener.line()
        await listener.beats(3)
        await listener.close()

    asyncio.run(scene())


def test_each_hears_its_own_orders_and_no_others(story, cast, program, alice):
    bob, charlie = program(cast.bob), program(cast.charlie)

    async def scene():
        listeners = [stream(story, each) for each in (alice, bob, charlie)]
        for each in listeners:
            await each.open()
            await each.line()
        await run(lambda: story.orders("FRA", "A PAR - BUR"))()
        mine = await listeners[0].kind("game")
        assert [each["text"] for each in mine["game"]["sheet"]["orders"]] == ["A PAR - BUR"]
        for each in listeners[1:]:
            assert await each.silent()
        await run(lambda: story.says("FRA", "GER", "a secret", plain=True))()
        assert (await listeners[0].kind("message"))["message"]["text"] == "a secret"
        for each in listeners[1:]:
            assert await each.silent()
            await each.close()
        await listeners[0].close()

    asyncio.run(scene())


def test_who_watches_a_phase_later_hears_nothing_of_this_one(story, cast, program):
    story.begins(watching="delayed")
    charlie = program(cast.charlie)

    async def scene():
        listener = stream(story, charlie, 0)
        await listener.open()
        assert (await listener.line())["game"]["phase"] == "S1901M"
        first = await listener.line()
        assert first["phase"] == "S1901M"
        await run(lambda: story.ready("FRA"))()
        await run(lambda: story.says("FRA", "ENG", "hi", plain=True))()
        assert await listener.silent()
        await run(story.deadline_passes)()
        assert await listener.silent()  # what is played now is hidden, and what was shown before stays
        await run(story.deadline_passes)()
        second = await listener.kind("phase")
        assert (second["phase"], second["before"]["phase"]) == ("F1901M", "S1901M")
        await listener.close()
        again = stream(story, charlie, second["n"])
        await again.open()
        assert (await again.line())["type"] == "game"
        assert await again.silent()
        await again.close()

    asyncio.run(scene())


def test_a_look_that_fails_loses_nothing(story, alice, monkeypatch):
    monkeypatch.setattr(streams, "_AGAIN", 0.01)
    shown, failing = lines.game_view, []

    def view(*given):
        if failing:
            failing.pop()
            raise RuntimeError("the database went away")
        return shown(*given)

    monkeypatch.setattr(lines, "game_view", view)

    async def scene():
        listener = stream(story, alice)
        await listener.open()
        await listener.line()
        failing.append(True)
        await run(lambda: story.says("ENG", "FRA", "hello", plain=True))()
        assert (await listener.kind("message"))["message"]["text"] == "hello"
        assert not failing
        await listener.close()

    asyncio.run(scene())


def test_a_stream_ends_where_a_look_does_not_come_back(story, alice, monkeypatch):
    held = threading.Event()
    shown = lines.game_view

    async def scene():
        listener = stream(story, alice)
        await listener.open()
        await listener.line()
        monkeypatch.setattr(streams, "_PATIENCE", 0.05)
        monkeypatch.setattr(lines, "game_view", lambda *given: held.wait(PATIENCE) and shown(*given))
        await run(lambda: story.says("ENG", "FRA", "hello", plain=True))()
        assert await listener.line() is None
        held.set()
        await listener.close()

    asyncio.run(scene())


def revoke(story, cast):
    revoke_token(cast.bob, cast.bob.tokens.get().pk)


def suspend(story, cast):
    bob = User.objects.get(pk=cast.bob.pk)
    bob.is_active = False
    bob.save(update_fields=["is_active"])


def lose_the_seat(story, cast):
    services.leave_game(cast.bob, story.game)
    story.seat("ENG").__class__.objects.filter(owner=cast.bob).update(owner=None)


@pytest.mark.parametrize(
    ("loses", "code"),
    [(revoke, "revoked"), (suspend, "revoked"), (lose_the_seat, "no_game")],
    ids=["revoked", "suspended", "seat lost"],
)
def test_a_stream_ends_with_the_right_to_it(story, cast, program, loses, code):
    story.begins(word="inkwell")
    bob = program(cast.bob)

    async def scene():
        listener = stream(story, bob)
        await listener.open()
        await listener.line()
        await run(lambda: loses(story, cast))()
        end = await listener.kind("end")
        assert end["code"] == code
        assert end["detail"]
        assert await listener.line() is None

    asyncio.run(scene())


def test_streams_are_refused_in_words(story, cast, program, alice):
    charlie = program(cast.charlie, ["orders"])
    refused = {
        "no token": (Listener(f"/game/{story.game.slug}/stream"), 401, "token"),
        "wrong scope": (stream(story, charlie), 403, "scope"),
        "no game": (Listener("/game/nosuchgame/stream", alice.token), 404, "no_game"),
        "no number": (stream(story, alice, "x"), 400, "malformed"),
        "another query": (Listener("/stream/event", alice.token, "from=1"), 400, "malformed"),
        "a post": (Listener("/stream/event", alice.token, method="POST"), 405, "method"),
    }

    async def scene():
        for listener, status, code in refused.values():
            assert await listener.open() == status
            problem = await listener.problem()
            assert (problem["status"], problem["code"]) == (status, code)

    asyncio.run(scene())


def test_a_program_has_so_many_streams_at_most(story, alice, monkeypatch):
    monkeypatch.setattr(streams, "MOST_STREAMS", 2)

    async def scene():
        open_ones = [stream(story, alice), stream(story, alice)]
        for each in open_ones:
            assert await each.open() == 200
            await each.line()
        one_more = stream(story, alice)
        assert await one_more.open() == 429
        assert (await one_more.problem())["code"] == "streams"
        for each in open_ones:
            await each.close()
        later = stream(story, alice)
        assert await later.open() == 200
        await later.line()
        await later.close()

    asyncio.run(scene())


def test_what_has_no_shape_of_a_token_takes_no_thread(story, monkeypatch):
    monkeypatch.setattr(streams, "in_thread", None)

    async def scene():
        listener = Listener("/stream/event", "dip_x")
        assert await listener.open() == 401
        assert (await listener.problem())["code"] == "token"

    asyncio.run(scene())


def test_so_many_are_let_in_at_once_and_others_come_again(story, alice, monkeypatch):
    monkeypatch.setattr(streams, "MOST_COMING", 0)

    async def scene():
        listener = stream(story, alice)
        assert await listener.open() == 503
        assert (await listener.problem())["code"] == "busy"
        assert listener.headers["retry-after"] == "5"

    asyncio.run(scene())


def test_a_network_has_so_many_streams_at_most(story, alice, settings):
    settings.SOCKETS_PER_NETWORK = 1

    async def scene():
        first, second = stream(story, alice), stream(story, alice)
        assert await first.open() == 200
        await first.line()
        assert await second.open() == 429
        assert "network" in (await second.problem())["detail"]
        await first.close()
        later = stream(story, alice)
        assert await later.open() == 200
        await later.close()

    asyncio.run(scene())
