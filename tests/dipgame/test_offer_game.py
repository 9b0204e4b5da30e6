"""One person can have only so many games and bots."""

import pytest

from dipgame.games import clock
from dipgame.games.errors import TooManyGames
from dipgame.games.models import Game, Seat
from dipgame.games.services import (
    Terms,
    create_game,
    fill_seats,
    join_game,
    offer_game,
    promote_games,
    wish_start,
)
from dipgame.games.services.quota import MOST_BOTS, MOST_GAMES
from dipgame.limits import NEW_GAMES

pytestmark = pytest.mark.django_db


def _against_bots() -> Terms:
    return Terms(name="Tea", fill_bot="holdbot", fill_at=clock.now())


def test_forty_games_in_a_row_are_too_many(cast, client):
    """Play now, forty times: so many begin, and then the page says why not."""
    client.force_login(cast.alice)
    answers = [client.post("/play/", {"bot": "holdbot", "power": ""}) for _ in range(40)]
    assert Game.objects.count() == NEW_GAMES.most
    assert answers[-1]["Location"] == "/my/games/"
    assert "Try again later" in client.get("/my/games/").content.decode()


def test_bots_at_the_tables_of_one_person(cast):
    for _ in range(MOST_BOTS // 6):
        create_game(cast.alice, _against_bots())
    with pytest.raises(TooManyGames, match="bots"):
        offer_game(cast.alice, _against_bots())
    assert offer_game(cast.bob, _against_bots()).status == Game.Status.RUNNING
    assert offer_game(cast.alice, Terms(name="Among people")).status == Game.Status.OPEN


def test_bots_that_are_to_come_count_too(cast):
    later = Terms(name="Tea", fill_bot="holdbot")
    for _ in range(MOST_BOTS // 6):
        create_game(cast.alice, later)
    assert not Seat.objects.exclude(bot="").exists()
    with pytest.raises(TooManyGames):
        offer_game(cast.alice, later)


def test_bots_invited_to_a_game_of_people_count_toward_the_limit(cast):
    for _ in range(MOST_BOTS // 6):
        create_game(cast.alice, _against_bots())
    game = offer_game(cast.alice, Terms(name="Among people"))
    with pytest.raises(TooManyGames, match="bots"):
        wish_start(cast.alice, game)
    with pytest.raises(TooManyGames, match="bots"):
        fill_seats(game, "holdbot", actor=cast.alice)
    game.refresh_from_db()
    assert game.status == Game.Status.OPEN
    assert not game.seats.exclude(bot="").exists()


def test_tables_of_the_site_that_one_begins_alone_are_new_games_too(cast):
    """They come again within a minute, whoever begins them."""
    promote_games()
    first, second = Game.objects.filter(promoted=True)[:2]
    for game in (first, second):
        join_game(cast.alice, game)
    join_game(cast.bob, second)
    assert wish_start(cast.alice, first, bot="holdbot")
    for _ in range(NEW_GAMES.most - 1):
        assert NEW_GAMES.allows(cast.alice.pk)
    third = Game.objects.filter(promoted=True, status="open").exclude(pk=second.pk)[0]
    join_game(cast.alice, third)
    with pytest.raises(TooManyGames, match="hour"):
        wish_start(cast.alice, third)
    wish_start(cast.alice, second)
    assert wish_start(cast.bob, second)


def test_games_at_once(cast):
    for _ in range(MOST_GAMES):
        create_game(cast.alice, Terms(name="Tea"))
    with pytest.raises(TooManyGames):
        offer_game(cast.alice, Terms(name="One more"))
    Game.objects.filter(host=cast.alice).update(status="cancelled", finished_at=clock.now())
    offer_game(cast.alice, Terms(name="One more"))


def test_the_lobby_says_so_and_keeps_what_was_filled_in(cast, client):
    for _ in range(NEW_GAMES.most):
        NEW_GAMES.allows(cast.alice.pk)
    client.force_login(cast.alice)
    form = {"name": "Quiet corner", "pace": "day", "fill": "never", "talk": "full"}
    answer = client.post("/games/", form)
    assert answer.status_code == 429
    page = answer.content.decode()
    assert "Try again later" in page
    assert "Quiet corner" in page
