"""A program is asked for a game, and sits down."""

import asyncio

import pytest

from dipgame.games import services
from dipgame.games.models import Game
from tests.frontend.api.listening import Listener
from tests.frontend.game.lines import run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis"), pytest.mark.database]


def test_a_challenge_comes_first_among_its_tables(story, cast, program):
    story.waits(bob=False, programs=1)
    bot, other = program(cast.charlie), program(cast.bob)
    game = services.challenge_program(cast.alice, cast.charlie)
    first, public = bot.get("/tables").body
    assert (first["slug"], first["challenger"], first["word"]) == (game.slug, "Alice", game.private_word)
    assert (public["slug"], public["challenger"], public["word"]) == (story.game.slug, None, None)
    assert game.slug not in [each["slug"] for each in other.get("/tables").body]


def test_it_sits_down_and_the_game_begins_once_both_say_so(story, cast, program):
    bot = program(cast.charlie)
    game = services.challenge_program(cast.alice, cast.charlie)
    at, [table] = f"/game/{game.slug}", bot.get("/tables").body
    assert bot.post(f"{at}/join", {}).code == "no_game"
    assert bot.post(f"{at}/join", {"word": table["word"]}).body["status"] == "open"
    assert bot.get("/tables").body == []
    assert bot.post(f"{at}/start", {}).body == {"begun": False}
    with story.committed():
        assert services.wish_start(cast.alice, game)
    assert bot.get(at).body["status"] == "running"


def test_its_stream_tells_it_and_tells_when_it_is_off(story, cast, program):
    bot = program(cast.charlie)

    async def scene():
        listener = Listener("/stream/event", bot.token)
        await listener.open()
        assert (await listener.kind("tables"))["tables"] == []
        game = await run(lambda: services.challenge_program(cast.alice, cast.charlie))()
        [table] = (await listener.kind("tables"))["tables"]
        assert (table["slug"], table["challenger"]) == (game.slug, "Alice")
        await run(lambda: services.leave_game(cast.alice, game))()
        assert (await listener.kind("tables"))["tables"] == []
        assert await run(lambda: Game.objects.get(pk=game.pk).status)() == "cancelled"
        await listener.close()

    asyncio.run(scene())
