"""The pages of the ranking."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from dipgame.accounts.models import User
from dipgame.ranking.skill import ESTABLISHED_AFTER
from dipgame.ranking.update import update_ranking
from tests.played import played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def after_games(cast: Any, games: int, **terms: Any) -> None:
    for at in range(games):
        played({"FRA": cast.alice, "ENG": cast.bob}, {"FRA": 18}, hours_ago=100 - at, **{"press_level": 4} | terms)
    update_ranking()


def test_before_any_game(client: Client) -> None:
    assert "Nobody has a place yet" in client.get("/ranking/").content.decode()


def test_places_and_those_who_wait_for_one(client: Client, cast: Any) -> None:
    after_games(cast, ESTABLISHED_AFTER)
    played({"FRA": cast.charlie}, press_level=4, hours_ago=0)
    update_ranking()
    client.force_login(cast.bob)
    page = client.get("/ranking/")
    assert [(row.place, row.name, row.is_you) for row in page.context["rows"] if not row.is_bot] == [
        ("1", "Alice", False),
        ("2", "Bob", True),
    ]
    assert [(row.place, row.is_bot) for row in page.context["rows"] if row.name == "DumbBot"] == [("", True)]
    assert [row.name for row in page.context["newcomers"]] == ["Charlie"]
    assert not client.get("/ranking/silent/").context["rows"]


def test_the_way_of_a_person(client: Client, cast: Any) -> None:
    after_games(cast, 3)
    page = client.get("/ranking/talk/people/alice/")
    html = page.content.decode()
    assert "provisional: 7 more for a place" in html
    assert [stop.place for stop, _ in page.context["games"]] == [1, 1, 1]
    assert page.context["games"][0][0].points == max(stop.points for stop, _ in page.context["games"])
    assert html.count("<polyline") == 1
    assert "/result" in html


def test_the_way_of_a_bot(client: Client, cast: Any) -> None:
    after_games(cast, ESTABLISHED_AFTER)
    assert "DumbBot" in client.get("/ranking/talk/bots/dumbbot/").content.decode()


def test_bots_stand_in_the_chart_of_a_person(client: Client, cast: Any) -> None:
    after_games(cast, ESTABLISHED_AFTER)
    assert 'class="history-mark"' in client.get("/ranking/talk/people/Alice/").content.decode()


@pytest.mark.parametrize(
    "path",
    [
        "/ranking/loud/people/Alice/",
        "/ranking/silent/people/Alice/",
        "/ranking/talk/people/Nobody/",
        "/ranking/talk/people/Charlie/",
        "/ranking/talk/bots/deep-thought/",
        "/ranking/loud/bots/dumbbot/",
    ],
)
def test_an_unknown_player_is_not_found(client: Client, cast: Any, path: str) -> None:
    after_games(cast, 1)
    assert client.get(path).status_code == 404


@pytest.mark.parametrize("page", ["-1", "0", "99", "x", ""])
def test_a_page_that_is_none_shows_one_that_is(client: Client, cast: Any, page: str) -> None:
    after_games(cast, ESTABLISHED_AFTER)
    assert client.get("/ranking/", {"page": page}).context["rows"]


def test_no_query_a_row(client: Client, cast: Any) -> None:
    after_games(cast, 1)
    for at in range(20):
        person = User.objects.create_user(f"p{at}@example.org", f"Person {at}", "x")
        played({"FRA": person, "ENG": cast.bob}, press_level=4)
    update_ranking()
    for path in ("/ranking/", "/ranking/talk/people/Bob/"):
        with CaptureQueriesContext(connection) as counted:
            assert client.get(path).status_code == 200
        assert len(counted) <= 6, [each["sql"] for each in counted]
