"""The site keeps one game of each pace open, filled by bots a while after the first person sat down."""

from datetime import timedelta

import pytest

from bots.game_terms import PACES
from dipgame.games import clock, queries, services
from dipgame.games.models import Game

pytestmark = pytest.mark.django_db


def promoted():
    return Game.objects.filter(promoted=True, status="open").order_by("movement_seconds")


def test_one_of_each_pace_and_no_more():
    assert services.promote_games() == len(PACES)
    assert services.promote_games() == 0
    assert [game.movement_seconds for game in promoted()] == [600, 86_400, 259_200]
    assert {game.fill_at for game in promoted()} == {None}
    assert next(iter(queries.open_games())).promoted


def test_bots_come_a_while_after_the_first(cast, story):
    services.promote_games()
    game = promoted()[0]
    services.join_game(cast.alice, game)
    game.refresh_from_db()
    assert abs(game.fill_at - clock.now() - timedelta(minutes=30)) < timedelta(minutes=1)
    services.join_game(cast.bob, game)
    services.leave_game(cast.alice, game)
    services.leave_game(cast.bob, game)
    game.refresh_from_db()
    assert (game.status, game.fill_at) == ("open", None), "it waits for the next"


def test_another_is_offered_when_one_begins(cast, outbox):
    services.promote_games()
    game = promoted()[0]
    services.join_game(cast.alice, game)
    Game.objects.filter(pk=game.pk).update(fill_at=clock.now())
    services.sweep()
    game.refresh_from_db()
    assert game.status == "running"
    assert services.promote_games() == 1
    assert promoted().count() == len(PACES)


def test_the_lobby_shows_them(client):
    services.promote_games()
    page = client.get("/games/").content.decode()
    assert page.count("always open, offered by the site") == len(PACES)
    assert "Waits for the first player" in page
