"""A program finds open seats, joins, leaves and offers games."""

import pytest

from dipgame import limits
from dipgame.accounts.tokens import make_token
from dipgame.games import services
from dipgame.games.errors import BadTerms
from dipgame.games.locks import lock_game
from dipgame.games.models import Absence, Game, Seat
from dipgame.games.services.vacate_seat import vacate_seat
from dipgame.transactions import atomic
from tests.frontend.api.conftest import Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot(cast, program):
    return program(cast.charlie)


def test_open_seats_are_those_that_hosts_opened_to_programs(story, bot):
    story.waits()
    assert bot.get("/tables").body == []
    other = story.game
    story.waits(programs=2)
    tables = bot.get("/tables").body
    assert [each["slug"] for each in tables] == [story.game.slug]
    assert tables[0]["seats"] == 2
    assert sorted(tables[0]["players"]) == ["Alice", "Bob"]
    assert "FRA" not in tables[0]["powers"]
    answer = bot.post(f"/game/{other.slug}/join", {})
    assert (answer.status, answer.code) == (409, "full")


def test_no_seats_are_for_programs_where_bots_are_hidden(story, bot, cast):
    with pytest.raises(BadTerms, match="no seats are for programs"):
        story.waits(programs=1, faces="all")
    story.waits(bob=False, programs=1)
    Game.objects.filter(pk=story.game.pk).update(faces="all")  # a game of before
    person = Program(make_token(cast.bob, "test", ["read"]))
    free = person.get("/tables").body
    assert [each["seats"] for each in free] == [0]
    assert bot.get("/tables").body == []
    assert bot.post(f"/game/{story.game.slug}/join", {"power": "GER"}).code == "full"


def test_it_takes_a_seat_and_leaves_it(story, bot, cast):
    story.waits(programs=1)
    at = f"/game/{story.game.slug}"
    joined = bot.post(f"{at}/join", {"power": "GER"})
    assert (joined.body["power"], joined.body["status"]) == ("GER", "open")
    assert bot.post(f"{at}/join", {"power": "ITA"}).body["power"] == "GER"
    assert Seat.objects.filter(user=cast.charlie).count() == 1
    assert bot.get("/tables").body == []
    assert bot.post(f"{at}/leave").body == {"status": "open"}
    assert bot.post(f"{at}/leave").code == "not_seated"


def test_a_seat_that_is_taken_is_refused(story, bot):
    story.waits(programs=1)
    answer = bot.post(f"/game/{story.game.slug}/join", {"power": "FRA"})
    assert (answer.status, answer.code) == (409, "taken")


def test_a_game_against_my_bot_at_an_ordinary_table(story, bot):
    """Alice gives her bot the address and word of a private table."""
    story.waits(bob=False, programs=1, word="amber quill", fill_bot="holdbot")
    at = f"/game/{story.game.slug}"
    assert bot.get(at).code == "no_game"
    assert bot.post(f"{at}/join", {}).code == "no_game"
    assert bot.post(f"{at}/join", {"word": "amber"}).code == "no_game"
    assert bot.post(f"{at}/join", {"word": "Amber-Quill"}).status == 200
    with story.committed():
        services.wish_start(story.cast.alice, story.game)
    with story.committed():
        assert bot.post(f"{at}/start", {"wants": True}).body == {"begun": True}
    assert bot.get(at).body["phase"] == "S1901M"


def test_words_are_not_guessed_for_long(story, bot):
    story.waits(programs=1, word="amber quill")
    at = f"/game/{story.game.slug}/join"
    for number in range(20):
        bot.post(at, {"word": f"amber {number}"})
    assert bot.post(at, {"word": "amber quill"}).code == "no_game"


def test_it_offers_a_game_that_begins_at_once_with_bots(bot, story):
    with story.committed(work=False):
        answer = bot.post("/tables", {"name": "Mine", "power": "TUR", "fill_bot": "holdbot", "fill_seconds": 0})
    game = answer.body["game"]
    assert (game["name"], game["power"], game["phase"], game["status"]) == ("Mine", "TUR", "S1901M", "running")
    assert answer.body["link"].endswith(f"/games/{game['slug']}/")
    assert bot.post(f"/game/{game['slug']}/leave").body == {"status": "finished"}


def test_it_offers_a_private_game_and_gets_the_link_for_friends(bot, cast, client):
    answer = bot.post("/tables", {"private": True})
    game = Game.objects.get()
    assert game.is_private
    client.force_login(cast.alice)
    assert client.get("/" + answer.body["link"].split("/", 3)[3]).status_code == 200


@pytest.mark.parametrize(
    ("terms", "field"),
    [
        ({"movement_seconds": 1}, "movement_seconds"),
        ({"edition": "none"}, "edition"),
        ({"fill_bot": "none", "fill_seconds": 5}, "fill_bot"),
        ({"press_level": 99}, "press_level"),
        ({"programs": 7}, "programs"),
    ],
)
def test_terms_that_cannot_stand_are_named(bot, terms, field):
    answer = bot.post("/tables", terms)
    assert (answer.status, answer.code, answer.body["field"]) == (422, "terms", field)
    assert not Game.objects.exists()


def test_it_takes_its_seat_back_from_a_bot(story, bot, cast):
    story.waits(programs=1)
    at = f"/game/{story.game.slug}"
    bot.post(f"{at}/join", {"power": "GER"})
    with story.committed():
        services.fill_seats(story.game, "holdbot")
    with story.committed(), atomic():
        vacate_seat(lock_game(story.game.pk), story.seat("GER"), Absence.Kind.REPLACED)
    assert bot.get(at).body["power"] is None
    with story.committed():
        bot.post(f"{at}/join", {})
    assert bot.get(at).body["power"] == "GER"


def test_too_many_games_an_hour_may_be_offered_later(cast, program, monkeypatch):
    monkeypatch.setattr(limits, "NEW_GAMES", limits.Limit("games-of-a-test", 0, 3600))
    answer = program(cast.charlie).post("/tables", {})
    assert (answer.status, answer.code, answer.headers["Retry-After"]) == (429, "games", "3600")
