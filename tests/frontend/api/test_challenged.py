"""A program is asked for a game, and sits down."""

import asyncio

import pytest

from dipgame.games import queries, services
from dipgame.games.errors import NotOpen
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


def test_it_declines_and_whoever_asked_is_told(story, cast, program, client):
    bot = program(cast.charlie)
    game = services.challenge_program(cast.alice, cast.charlie)
    with story.committed():
        assert bot.post(f"/game/{game.slug}/decline", {"reason": "later"}).body == {"slug": game.slug}
    assert bot.get("/tables").body == []
    assert bot.post(f"/game/{game.slug}/decline", {}).code == "no_game"
    [told] = queries.readable_news(cast.alice)
    words = "Charlie declines the game. Ask it again later. Bots of the site can take the seat."
    assert (told.words, told.path) == (words, f"/games/{game.slug}/table/")
    client.force_login(cast.alice)
    assert words in client.get(told.path).content.decode()
    game.refresh_from_db()
    assert game.status == "open"


def test_only_the_challenged_bot_declines(story, cast, program):
    other = program(cast.bob)
    game = services.challenge_program(cast.alice, program(cast.charlie) and cast.charlie)
    assert other.post(f"/game/{game.slug}/decline", {}).code == "no_game"
    assert program(cast.charlie, ["read"]).post(f"/game/{game.slug}/decline", {}).code == "scope"
    assert program(cast.charlie).post(f"/game/{game.slug}/decline", {"reason": "no"}).code == "malformed"
    assert not queries.readable_news(cast.alice).exists()


def test_after_it_sat_down_it_leaves_instead(story, cast, program):
    bot = program(cast.charlie)
    game = services.challenge_program(cast.alice, cast.charlie)
    bot.post(f"/game/{game.slug}/join", {"word": game.private_word})
    assert bot.post(f"/game/{game.slug}/decline", {}).code == "no_game"


def test_its_seat_stays_open_while_it_is_asked(cast, program, client):
    bot = program(cast.charlie)
    game = services.challenge_program(cast.alice, cast.charlie)
    client.force_login(cast.alice)
    assert "Close one seat" not in client.get(f"/games/{game.slug}/keep/").content.decode()
    with pytest.raises(NotOpen, match="A bot is asked"):
        services.close_program_seat(game, cast.alice)
    assert [table["slug"] for table in bot.get("/tables").body] == [game.slug]
    services.decline_challenge(cast.charlie, game)
    assert services.close_program_seat(game, cast.alice) == 0


def test_a_bot_that_sits_down_after_all_has_not_declined(cast, program):
    bot, asker = program(cast.charlie), program(cast.alice, ["read"])
    game = services.challenge_program(cast.alice, cast.charlie)
    services.decline_challenge(cast.charlie, game)
    assert [each["declined"] for each in asker.get("/games").body] == [True]
    bot.post(f"/game/{game.slug}/join", {"word": game.private_word})
    assert [each["declined"] for each in asker.get("/games").body] == [False]


def test_both_streams_tell_of_it(story, cast, program):
    bot, asker = program(cast.charlie), program(cast.alice, ["read"])

    async def scene():
        game = await run(lambda: services.challenge_program(cast.alice, cast.charlie))()
        challenged, challenger = Listener("/stream/event", bot.token), Listener("/stream/event", asker.token)
        await challenged.open()
        await challenger.open()
        assert [table["slug"] for table in (await challenged.kind("tables"))["tables"]] == [game.slug]
        assert not (await challenger.kind("game"))["game"]["declined"]
        await run(lambda: services.decline_challenge(cast.charlie, game))()
        assert (await challenged.kind("tables"))["tables"] == []
        assert (await challenger.kind("game"))["game"]["declined"]
        await challenged.close()
        await challenger.close()

    asyncio.run(scene())
