"""Somebody plays on against bots from a position of the sandbox."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.position import Position, opening, position_as_dict
from adjudication.position_text import parse_position
from dipgame.accounts.models import User
from dipgame.games import services
from dipgame.games.convert import position_of
from dipgame.games.models import Game
from dipgame.games.queries.persons import results_by_power
from dipgame.ranking.models import RatedGame
from dipgame.ranking.update import update_ranking
from tests.played import played

pytestmark = pytest.mark.django_db

OPENING = position_as_dict(opening())
LATE = """
Spring 1908
France: A PAR, A BUR, F BRE; centers PAR, MAR, BRE, MUN
Germany: A BER, F KIE; centers BER, KIE
"""


def late(changed: str = "") -> dict[str, Any]:
    return position_as_dict(parse_position(changed or LATE))


def begins(client: Client, position: Any, **chosen: str) -> Any:
    sent = {"position": position, "rules": "2023", "bot": "holdbot", **chosen}
    return client.post(reverse("sandbox_play"), json.dumps(sent), content_type="application/json")


def board_of(game: Game) -> Position:
    return position_of(game.phases.get(index=0))


def test_a_game_against_bots_begins_with_the_position(cast: Any, client: Client) -> None:
    client.force_login(cast.alice)
    reply = begins(client, late(), power="FRA").json()
    game = Game.objects.get()
    assert reply == {"type": "begun", "url": reverse("game", args=[game.slug])}
    assert game.status == "running"
    assert position_as_dict(board_of(game)) == late()
    assert {seat.power: seat.user for seat in game.seats.all() if not seat.bot} == {"FRA": cast.alice}
    assert client.get(reply["url"]).status_code == 200


def test_without_a_choice_one_gets_a_power_that_is_still_there(cast: Any, client: Client) -> None:
    client.force_login(cast.alice)
    for _ in range(3):
        begins(client, late())
    powers = [game.seats.get(user=cast.alice).power for game in Game.objects.all()]
    assert len(powers) == 3
    assert set(powers) <= {"FRA", "GER"}


def test_whoever_has_no_account_plays_as_a_guest(client: Client) -> None:
    reply = begins(client, OPENING, power="ITA").json()
    assert reply["type"] == "begun"
    assert Game.objects.get().seats.get(power="ITA").user is not None


def test_the_rematch_begins_with_it_again(cast: Any, client: Client) -> None:
    client.force_login(cast.alice)
    begins(client, late(), power="GER")
    game = Game.objects.get()
    services.resign_game(cast.alice, game)
    again = services.offer_rematch(cast.alice, game)
    assert position_as_dict(board_of(again)) == late()


def test_it_does_not_count_in_the_ranking(cast: Any) -> None:
    game = played({"FRA": cast.alice, "ENG": cast.bob}, {"FRA": 18})
    Game.objects.filter(pk=game.pk).update(first_position=OPENING)
    assert update_ranking() == 0
    assert not RatedGame.objects.exists()


@pytest.mark.parametrize(
    ("position", "chosen", "words"),
    [
        (late(), {"power": "TUR"}, "Turkey owns nothing here."),
        (late(), {"power": "XXX"}, "Choose one of"),
        (late(), {"bot": "nobody"}, "There is no bot called"),
        (late("Winter 1908\nFrance: A PAR; centers PAR"), {}, "Nobody has anything to order here."),
        ({**OPENING, "units": ["FRA A PAR", "GER A PAR"]}, {}, "This cannot stand on the board"),
        ({**OPENING, "units": [], "centers": {}}, {}, "Nobody has anything to order here."),
        (OPENING, {"rules": "1899"}, "There is no rulebook"),
    ],
)
def test_an_impossible_position_is_refused(cast: Any, client: Client, position: Any, chosen: Any, words: str) -> None:
    client.force_login(cast.alice)
    answer = begins(client, position, **chosen)
    assert (answer.status_code, answer.json()["type"]) == (422, "refused")
    assert words in answer.json()["message"]
    assert not Game.objects.exists()


def test_a_stranger_who_is_refused_stays_one(client: Client) -> None:
    answer = begins(client, late(), power="TUR")
    assert answer.status_code == 422
    assert not User.objects.exists()
    assert "sessionid" not in client.cookies


def test_a_win_from_the_sandbox_is_not_in_the_profile(cast: Any) -> None:
    game = played({"FRA": cast.alice}, {"FRA": 18})
    assert [each.won for each in results_by_power(cast.alice)] == [1]
    Game.objects.filter(pk=game.pk).update(first_position=OPENING)
    assert results_by_power(cast.alice) == []


def test_a_position_that_is_won_is_no_beginning(cast: Any, client: Client) -> None:
    client.force_login(cast.alice)
    centers = {"FRA": sorted({place for mine in OPENING["centers"].values() for place in mine})[:18]}
    answer = begins(client, {**OPENING, "units": ["FRA A PAR"], "centers": centers})
    assert "This position is already won." in answer.json()["message"]


def test_nonsense_is_refused(client: Client) -> None:
    answer = client.post(reverse("sandbox_play"), b"{", content_type="application/json")
    assert answer.status_code == 422
    assert not Game.objects.exists()
