"""One's own games, and what others may know of a person."""

from typing import Any

import pytest
from django.test import Client

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.mark.parametrize("path", ["/my/games/", "/my/profile/"])
def test_ones_own_pages_are_for_those_signed_in(client: Client, path: str) -> None:
    assert client.get(path)["Location"] == f"/accounts/login/?next={path}"


def test_my_games_by_how_they_stand(client: Client, story: Any) -> None:
    client.force_login(story.cast.alice)
    assert "You have not played yet." in client.get("/my/games/").content.decode()
    story.begins()
    page = client.get("/my/games/")
    assert [each.table.game for each in page.context["running"]] == [story.game]
    assert "0 of 3 orders written" in page.content.decode()


def test_a_finished_game_says_how_it_ended(client: Client, story: Any) -> None:
    story.begins(end_year=1901)
    for _ in range(2):
        story.ready("FRA", "ENG")
    story.game.refresh_from_db()
    assert story.game.status == "finished"
    client.force_login(story.cast.alice)
    for path in ("/my/games/", "/watch/", "/people/Alice/"):
        assert "Drawn by all who survived" in client.get(path).content.decode()


def test_others_see_a_name_and_public_games_but_no_address(client: Client, story: Any) -> None:
    story.begins()
    page = client.get("/people/alice/").content.decode()
    assert "<h1>Alice</h1>" in page
    assert story.game.name in page
    assert "example.org" not in page
    client.force_login(story.cast.alice)
    assert "example.org" not in client.get("/my/profile/").content.decode()
    assert "alice@example.org" in client.get("/my/account/").content.decode()


def test_private_games_are_nobody_elses_business(client: Client, story: Any) -> None:
    story.begins(bob=False, word="ink")
    assert story.game.name not in client.get("/people/Alice/").content.decode()


def test_nobody_has_that_name(client: Client, cast: Any) -> None:
    assert client.get("/people/Zoe/").status_code == 404
    type(cast.bob).objects.filter(name="Bob").update(is_active=False)
    assert client.get("/people/Bob/").status_code == 404
