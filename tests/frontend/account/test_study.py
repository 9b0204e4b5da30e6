"""A no to study, kept by archive and downloads."""

from typing import Any

import pytest
from django.test import Client

from dipgame.accounts.models import User

pytestmark = pytest.mark.django_db


def over(story: Any) -> str:
    """A year of Alice (France) and Bob (England)."""
    story.begins(end_year=1901)
    while story.is_running:
        story.deadline_passes()
    return f"/games/{story.game.slug}/"


def is_listed(client: Client, story: Any) -> bool:
    return story.game.name in client.get("/archive/").content.decode()


def test_games_of_who_said_no_are_found_and_downloaded_by_their_players_only(
    client: Client, story: Any, cast: Any
) -> None:
    game = over(story)
    assert is_listed(client, story)
    assert client.get(f"{game}game.json").json()["may_be_studied"] is True
    client.force_login(cast.alice)
    client.post("/my/study/", {"no_study": "1"})
    assert is_listed(client, story)
    assert client.get(f"{game}game.json").json()["may_be_studied"] is False
    for other in (None, cast.charlie):
        client.logout()
        if other is not None:
            client.force_login(other)
        assert not is_listed(client, story)
        for file in ("game.json", "game.txt"):
            answer = client.get(f"{game}{file}")
            assert answer.status_code == 403
            assert "does not want their games studied" in answer.content.decode()
        assert client.get(game).status_code == 200
    client.force_login(cast.bob)
    assert is_listed(client, story)
    assert client.get(f"{game}game.txt").status_code == 200


def test_a_no_can_be_taken_back(client: Client, story: Any, cast: Any) -> None:
    over(story)
    User.objects.filter(pk=cast.alice.pk).update(no_study=True)
    client.force_login(cast.alice)
    assert "You said no" in client.get("/my/account/").content.decode()
    client.post("/my/study/", {"no_study": "0"})
    client.logout()
    assert is_listed(client, story)


def test_a_guest_says_no_on_the_page_about_studies(client: Client) -> None:
    client.post("/play/", {"bot": "holdbot"})
    assert "Do not study my games" in client.get("/about/").content.decode()
    answer = client.post("/my/study/", {"no_study": "1", "back": "/about/"})
    assert answer["Location"] == "/about/"
    assert User.objects.get(is_guest=True).no_study


@pytest.mark.parametrize(("ticked", "kept"), [({"no_study": "on"}, True), ({}, False)])
def test_sign_up_asks_and_keeps_the_answer(client: Client, ticked: dict[str, str], kept: bool) -> None:
    assert "Do not study my games" in client.get("/accounts/signup/").content.decode()
    client.post(
        "/accounts/signup/",
        {"username": "Wren", "email": "wren@example.org", "password1": "tea-in-burgundy", **ticked},
    )
    assert User.objects.get(name="Wren").no_study is kept


def test_a_stranger_is_asked_to_sign_in_first(client: Client) -> None:
    assert client.post("/my/study/", {"no_study": "1"})["Location"].startswith("/accounts/login/")
    assert "Sign in" in client.get("/about/").content.decode()
