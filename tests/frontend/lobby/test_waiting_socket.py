"""The connection of a page that waits for one game: open to those who may see the game, and to nobody else."""

import asyncio
from typing import Any

import pytest

from dipgame.games import events
from dipgame.games.services import Terms, create_game, fill_seats, join_game, leave_game
from frontend import lookout
from frontend.access import NO_ACCESS_CODE, SIGNED_OUT_CODE
from frontend.lookout import Lookout
from tests.frontend.game.lines import Line, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis")]


@pytest.fixture
def waiting(client: Any) -> Any:
    """Opens the connection of a page that waits for this game, as this person."""

    async def connect(slug: str, person: Any = None) -> Line:
        cookie = None
        if person is not None:
            await run(client.force_login)(person)
            cookie = client.cookies["sessionid"].value
        return Line("", cookie, at=f"/ws/lobby/?game={slug}")

    return connect


async def nothing_heard(line: Line) -> bool:
    return bool(await line.wire.receive_nothing(0.5))


BAD = ["%00", "a%00b", "%ed%a0%80", "", "no-such-game", "a" * 51, "a%20b", "seat.1", "../x", "%F0%9F%8D%8B"]


@pytest.mark.parametrize("slug", BAD)
@pytest.mark.database
def test_a_socket_for_an_unknown_game_is_refused(waiting: Any, slug: str) -> None:
    async def scene() -> None:
        line = await waiting(slug)
        assert await line.open()
        assert await line.close_code() == NO_ACCESS_CODE
        await line.close()

    asyncio.run(scene())


@pytest.mark.database
def test_a_bad_topic_takes_the_news_from_nobody_else(waiting: Any, cast: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lookout, "_BEAT", 0.1)
    monkeypatch.setattr(events, "send", lambda topic, message: None)  # only the beat tells
    game = create_game(cast.alice, Terms("Fair Copy", "FRA"))

    async def scene() -> None:
        bad, good = await waiting("%00"), await waiting(game.slug)
        for line in (bad, good):
            assert await line.open()
        before = (await good.hear())["news"]
        await run(join_game)(cast.bob, game, "ENG")
        while (await good.hear())["news"] <= before:
            pass
        for line in (bad, good):
            await line.close()

    asyncio.run(scene())


def test_a_topic_that_no_row_can_have_is_refused_at_once() -> None:
    with pytest.raises(ValueError, match="no row"):
        Lookout().follow("game.\x00", None)  # type: ignore[arg-type]


@pytest.mark.parametrize("terms", [{"word": "sesame"}, {"watching": "after"}])
def test_of_a_closed_game_only_those_who_may_see_it_hear(waiting: Any, cast: Any, terms: dict[str, Any]) -> None:
    game = create_game(cast.alice, Terms("Fair Copy", "FRA", **terms))

    async def scene() -> None:
        nobody, charlie = await waiting(game.slug), await waiting(game.slug, cast.charlie)
        for line in (nobody, charlie):
            assert await line.open()
            assert await line.close_code() == NO_ACCESS_CODE
            await line.close()
        alice = await waiting(game.slug, cast.alice)
        assert await alice.open()
        before = (await alice.hear())["news"]
        await run(join_game)(cast.bob, game, "ENG", "sesame")
        while (await alice.hear())["news"] <= before:
            pass
        await alice.close()

    asyncio.run(scene())


def test_who_gives_up_the_seat_of_a_private_game_hears_no_more(waiting: Any, cast: Any) -> None:
    game = create_game(cast.alice, Terms("Fair Copy", "FRA", word="sesame"))
    join_game(cast.bob, game, "ENG", "sesame")

    async def scene() -> None:
        bob = await waiting(game.slug, cast.bob)
        assert await bob.open()
        await run(leave_game)(cast.bob, game)
        assert await bob.close_code() == NO_ACCESS_CODE
        await bob.close()

    asyncio.run(scene())


def test_who_signs_out_hears_no_more(waiting: Any, cast: Any, client: Any) -> None:
    game = create_game(cast.alice, Terms("Fair Copy", "FRA"))

    async def scene() -> None:
        alice = await waiting(game.slug, cast.alice)
        assert await alice.open()
        assert (await alice.hear())["type"] == "lobby"  # by now it is known whose connection this is
        await run(client.logout)()
        await run(events.person_changed)(cast.alice.pk)
        assert await alice.close_code() == SIGNED_OUT_CODE
        await alice.close()

    asyncio.run(scene())


def test_of_a_game_shown_later_its_beginning_is_the_last_that_strangers_hear(
    waiting: Any, cast: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookout, "_BEAT", 0.1)
    game = create_game(cast.alice, Terms("Fair Copy", "FRA", watching="delayed"))

    async def scene() -> None:
        stranger = await waiting(game.slug)
        assert await stranger.open()
        before = (await stranger.hear())["news"]
        await run(fill_seats)(game, "holdbot")
        while (begun := (await stranger.hear())["news"]) <= before:
            pass
        for _ in range(3):
            await run(events.game_changed)(game, "ready")
            assert (await stranger.hear())["news"] == begun
        await stranger.close()

    asyncio.run(scene())


def test_the_lobby_hears_nothing_of_games_that_have_begun(cast: Any) -> None:
    game = create_game(cast.alice, Terms("Fair Copy", "FRA", word="sesame"))
    fill_seats(game, "holdbot")
    game.refresh_from_db()

    async def scene() -> None:
        line = Line("", at="/ws/lobby/")
        assert await line.open()
        await line.hear()  # what is newest
        for what in ("seats", "status", "ready"):
            await run(events.game_changed)(game, what)
        assert await nothing_heard(line)
        await line.close()

    asyncio.run(scene())
