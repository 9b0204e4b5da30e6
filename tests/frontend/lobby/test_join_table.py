"""Somebody takes a seat, or finds that it cannot be had."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from dipgame.accounts.models import User
from dipgame.games.services import fill_seats, join_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(client: Client, story: Any) -> Any:
    """Alice and Bob sit at a table; Charlie is at the door."""
    story.waits()
    client.force_login(story.cast.charlie)
    return story.game


def join(client: Client, game: Any, **sent: str) -> Any:
    return client.post(f"/games/{game.slug}/join/", sent)


def test_a_chosen_power(client: Client, table: Any, cast: Any) -> None:
    answer = join(client, table, power="RUS")
    assert answer["Location"] == f"/games/{table.slug}/table/"
    assert table.seats.get(user=cast.charlie).power == "RUS"
    page = client.get(answer["Location"]).content.decode()
    assert "You are Russia" in page
    assert "3 of 7 taken" in page
    assert "Sit here" not in page


def test_any_power(client: Client, table: Any, cast: Any) -> None:
    join(client, table)
    assert table.seats.filter(user=cast.charlie).count() == 1


def test_the_last_seat_leads_into_the_game(client: Client, table: Any) -> None:
    for number in range(4):
        join_game(User.objects.create_user(f"p{number}@example.org", f"Person {number}"), table)
    answer = join(client, table)
    assert answer["Location"] == f"/games/{table.slug}/"


@pytest.mark.parametrize(
    ("power", "status", "words"),
    [("FRA", 409, "France is taken"), ("ESP", 400, "There is no such power.")],
)
def test_a_seat_that_cannot_be_had(client: Client, table: Any, power: str, status: int, words: str) -> None:
    answer = join(client, table, power=power)
    assert answer.status_code == status
    assert words in answer.content.decode()
    assert not table.seats.filter(user__name="Charlie").exists()


def test_a_game_that_has_begun(client: Client, table: Any) -> None:
    fill_seats(table, "holdbot")
    answer = client.post(f"/games/{table.slug}/join/", follow=True)
    assert answer.redirect_chain == [("/games/", 302)]
    assert "This game has begun without you" in answer.content.decode()


def test_twice(client: Client, table: Any) -> None:
    join(client, table, power="RUS")
    answer = join(client, table, power="TUR")
    assert answer.status_code == 409
    assert "You have a seat in this game already." in answer.content.decode()


def test_whoever_is_not_signed_in_comes_back_to_the_table(client: Client, story: Any) -> None:
    story.waits()
    answer = join(client, story.game, power="RUS")
    assert answer["Location"] == f"/accounts/login/?next=/games/{story.game.slug}/table/"
    assert client.get(f"/games/{story.game.slug}/table/").context["user"] == AnonymousUser()


def test_a_link_does_not_take_a_seat(client: Client, table: Any, cast: Any) -> None:
    assert client.get(f"/games/{table.slug}/join/").status_code == 405
    assert client.post("/games/nosuchgame/join/").status_code == 404


def test_the_waiting_room_of_a_running_game_is_the_game(client: Client, story: Any) -> None:
    story.begins()
    assert client.get(f"/games/{story.game.slug}/table/")["Location"] == f"/games/{story.game.slug}/"


def test_the_host_chooses_how_well_each_seat_plays(client: Client, story: Any) -> None:
    story.waits(bob=False)
    client.force_login(story.cast.alice)
    chosen = {"bot": "company", "skill": "gentle", "bot_RUS": "hana", "skill_TUR": "strong", "bot_ITA": "holdbot"}
    client.post(f"/games/{story.game.slug}/start/", {**chosen, "skill_FRA": "strong"})
    seated = dict(story.game.seats.exclude(bot="").values_list("power", "bot"))
    assert (seated["RUS"], seated["ITA"]) == ("hana-gentle", "holdbot")
    assert seated["TUR"].endswith("-strong")
    assert seated["GER"].endswith("-gentle")
    assert story.game.seats.get(power="FRA").user == story.cast.alice


def test_what_the_table_says_is_chosen_to_begin_with(client: Client, story: Any) -> None:
    story.waits(bob=False, fill_bot="company-gentle")
    client.force_login(story.cast.alice)
    page = client.get(f"/games/{story.game.slug}/table/").content.decode()
    assert '<option value="company" selected>' in page
    assert '<option value="gentle" selected>' in page
    client.post(f"/games/{story.game.slug}/start/")
    assert story.game.seats.get(power="RUS").bot.endswith("-gentle")


def test_the_host_begins_with_bots(client: Client, story: Any) -> None:
    story.waits(bob=False)
    client.force_login(story.cast.alice)
    assert "Start now with bots" in client.get(f"/games/{story.game.slug}/table/").content.decode()
    for wrong in ({"bot": "hal"}, {"bot": "holdbot", "bot_RUS": "hal"}, {"bot": "holdbot", "skill_RUS": "brutal"}):
        answer = client.post(f"/games/{story.game.slug}/start/", wrong, follow=True)
        assert re.search("There is no bot called|Choose how strong", answer.content.decode())
    answer = client.post(f"/games/{story.game.slug}/start/", {"bot": "holdbot"})
    assert answer["Location"] == f"/games/{story.game.slug}/"
    story.game.refresh_from_db()
    assert story.game.status == "running"
