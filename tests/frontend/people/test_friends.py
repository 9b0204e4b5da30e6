"""Friends by a link that one sends to another."""

from typing import Any

import pytest
from django.test import Client

from dipgame.accounts.friends import block, new_friend_link
from dipgame.accounts.queries import friends_of

pytestmark = pytest.mark.django_db


def names(person: Any) -> list[str]:
    return [each.name for each in friends_of(person)]


def test_a_link_makes_two_people_friends(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    assert "Nobody yet" in client.get("/my/friends/").content.decode()
    page = client.post("/my/friends/link/", follow=True)
    link = page.context["link"]
    client.force_login(cast.bob)
    assert "Alice asks you to be friends" in client.get(link).content.decode()
    assert names(cast.bob) == []
    assert "You and Alice are friends." in client.post(link, follow=True).content.decode()
    assert (names(cast.alice), names(cast.bob)) == (["Bob"], ["Alice"])
    client.post(link)
    assert names(cast.alice) == ["Bob"]
    assert "You are friends" in client.get(link).content.decode()


def test_a_stranger_signs_in_first_and_comes_back(client: Client, cast: Any) -> None:
    link = f"/friends/{new_friend_link(cast.alice).key}/"
    assert client.get(link)["Location"] == f"/accounts/login/?next={link}"


def test_a_guest_makes_an_account_first(client: Client, cast: Any) -> None:
    from dipgame.accounts.guests import new_guest

    client.force_login(new_guest("192.0.2.1"))
    assert client.get(f"/friends/{new_friend_link(cast.alice).key}/")["Location"].startswith("/accounts/signup/")


def test_wrong_and_old_links_say_the_same(client: Client, cast: Any) -> None:
    old = new_friend_link(cast.alice).key
    new_friend_link(cast.alice)
    client.force_login(cast.bob)
    for key in (old, "nonsense"):
        for method in (client.get, client.post):
            page = method(f"/friends/{key}/")
            assert page.status_code == 404
            assert "This link does not work" in page.content.decode()
    assert names(cast.bob) == []


def test_ones_own_link(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    link = f"/friends/{new_friend_link(cast.alice).key}/"
    assert "This is your own link" in client.get(link).content.decode()
    assert "This is your own link" in client.post(link, follow=True).content.decode()
    assert names(cast.alice) == []


def test_who_is_blocked_does_not_come_in_by_a_link(client: Client, cast: Any) -> None:
    link = f"/friends/{new_friend_link(cast.alice).key}/"
    block(cast.alice, cast.bob)
    client.force_login(cast.bob)
    assert "does not work any more" in client.post(link, follow=True).content.decode()
    assert names(cast.alice) == []


def test_no_friends_any_more(client: Client, cast: Any) -> None:
    client.force_login(cast.bob)
    client.post(f"/friends/{new_friend_link(cast.alice).key}/")
    client.post("/people/Alice/part/")
    assert (names(cast.alice), names(cast.bob)) == ([], [])


def test_the_open_tables_of_friends(client: Client, story: Any, cast: Any) -> None:
    story.waits(bob=False)
    client.force_login(cast.bob)
    client.post(f"/friends/{new_friend_link(cast.alice).key}/")
    assert story.game.name in client.get("/my/friends/").content.decode()
    assert story.game.name not in client.get("/people/Alice/").content.decode()


def test_no_private_tables(client: Client, story: Any, cast: Any) -> None:
    story.waits(bob=False, word="ink")
    client.force_login(cast.bob)
    client.post(f"/friends/{new_friend_link(cast.alice).key}/")
    assert story.game.name not in client.get("/my/friends/").content.decode()
