"""A program follows all its games by one stream."""

import asyncio

import pytest

from dipgame.games import services
from frontend.api.lines import EventTeller
from tests.frontend.api.listening import Listener
from tests.frontend.game.lines import run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis"), pytest.mark.database]


def events(program, since=None):
    return Listener("/stream/event", program.token, "" if since is None else f"since={since}")


def test_games_that_run_come_first(story, cast, program):
    story.begins()
    alice = program(cast.alice)

    async def scene():
        listener = events(alice)
        await listener.open()
        line = await listener.line()
        assert (line["type"], line["game"]["slug"], line["game"]["decides"]) == ("game", story.game.slug, True)
        assert (await listener.line())["type"] == "tables"
        await listener.close()

    asyncio.run(scene())


def test_a_new_table_a_seat_there_and_its_beginning_are_heard(story, cast, program):
    charlie = program(cast.charlie)

    async def scene():
        listener = events(charlie)
        await listener.open()
        assert (await listener.kind("tables"))["tables"] == []
        await run(lambda: story.waits(programs=1))()
        tables = (await listener.kind("tables"))["tables"]
        assert [each["slug"] for each in tables] == [story.game.slug]
        await run(lambda: services.join_game(cast.charlie, story.game, "GER"))()
        assert (await listener.kind("game"))["game"]["status"] == "open"
        await run(lambda: services.fill_seats(story.game, "holdbot"))()
        line = await listener.kind("game")
        while line["game"]["status"] == "open":
            line = await listener.kind("game")
        assert (line["game"]["phase"], line["game"]["power"]) == ("S1901M", "GER")
        await run(lambda: services.cancel_game(story.game))()
        line = await listener.kind("game")
        while line["game"]["status"] == "running":
            line = await listener.kind("game")
        assert line["game"]["status"] == "cancelled"
        await listener.close()

    asyncio.run(scene())


def test_who_comes_back_hears_of_what_ended_meanwhile(story, cast, program):
    story.begins()
    alice = program(cast.alice)

    async def scene():
        listener = events(alice)
        await listener.open()
        known = (await listener.line())["n"]
        await listener.close()
        await run(lambda: services.cancel_game(story.game))()
        again = events(alice, known)
        await again.open()
        assert (await again.kind("game"))["game"]["status"] == "cancelled"
        await again.close()

    asyncio.run(scene())


def test_a_seat_that_a_bot_took_over_is_told(story, cast, program):
    story.begins()
    alice = program(cast.alice)

    async def scene():
        listener = events(alice)
        await listener.open()
        await listener.kind("tables")
        await run(lambda: services.replace_player(story.seat("FRA"), "holdbot"))()
        line = await listener.kind("game")
        assert (line["game"]["status"], line["game"]["power"]) == ("running", None)
        await listener.close()

    asyncio.run(scene())


def test_what_is_unread_and_ready_is_told(story, cast, program):
    story.begins(press_protocol="talk")
    alice = program(cast.alice)

    async def scene():
        listener = events(alice)
        await listener.open()
        await listener.kind("tables")
        await run(lambda: story.says("ENG", "FRA", "hello", plain=True))()
        assert (await listener.kind("game"))["game"]["unread"] == 1
        await run(lambda: story.ready("FRA"))()
        assert (await listener.kind("game"))["game"]["ready"]
        await listener.close()

    asyncio.run(scene())


def test_a_change_of_the_lobby_is_read_once_and_looks_at_nobodys_games(story, cast, program, monkeypatch):
    bots = [program(each) for each in (cast.alice, cast.bob, cast.charlie)]
    looks, look = [], EventTeller.look
    monkeypatch.setattr(EventTeller, "look", lambda teller, public: looks.append(teller) or look(teller, public))

    async def scene():
        listeners = [events(bot) for bot in bots]
        for each in listeners:
            await each.open()
            assert (await each.kind("tables"))["tables"] == []
        while len(looks) < 2 * len(bots):  # each looks once more when it follows
            await asyncio.sleep(0.05)
        await run(lambda: story.waits(bob=False, programs=1))()
        for each in listeners[1:]:
            assert [table["slug"] for table in (await each.kind("tables"))["tables"]] == [story.game.slug]
        # Alice alone has a game more.
        assert {teller.caller.person.pk for teller in looks[2 * len(bots) :]} <= {cast.alice.pk}
        for each in listeners:
            await each.close()

    asyncio.run(scene())
