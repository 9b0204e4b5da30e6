"""Somebody comes back, goes, and forgets the password."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from tests.site import PASSWORD

pytestmark = pytest.mark.django_db


def test_with_address_and_password(client: Client, cast: Any) -> None:
    answer = client.post("/accounts/login/", {"login": "ALICE@example.org", "password": PASSWORD})
    assert answer["Location"] == "/games/"
    assert client.get("/").context["user"] == cast.alice


@pytest.mark.parametrize("name", ["Alice", "alice", "ALICE", "Alice@Example.org"])
def test_by_name_or_address_whatever_the_capitals(client: Client, cast: Any, name: str) -> None:
    client.post("/accounts/login/", {"login": name, "password": PASSWORD})
    assert client.get("/").context["user"] == cast.alice


def test_the_forms_ask_for_a_name_or_an_address(client: Client) -> None:
    for address in ("/", "/accounts/login/"):
        page = client.get(address).content.decode()
        assert "Name or e-mail" in page
        field = next(each for each in re.findall(r"<input[^>]*>", page) if 'name="login"' in each)
        assert 'type="email"' not in field


def test_the_page_one_came_from_is_not_forgotten(client: Client, cast: Any) -> None:
    asked = client.get("/my/games/")
    assert asked["Location"] == "/accounts/login/?next=/my/games/"
    assert 'name="next" value="/my/games/"' in client.get(asked["Location"]).content.decode()
    answer = client.post("/accounts/login/", {"login": "alice@example.org", "password": PASSWORD, "next": "/my/games/"})
    assert answer["Location"] == "/my/games/"


@pytest.mark.parametrize("wrong", [{"password": "wrong"}, {"login": "nobody@example.org"}, {"login": "Nobody Known"}])
def test_a_wrong_password_or_address_says_the_same(client: Client, cast: Any, wrong: dict[str, str]) -> None:
    sent = {"login": "alice@example.org", "password": PASSWORD} | wrong
    page = client.post("/accounts/login/", sent).content.decode()
    assert "do not match" in page
    assert f'value="{sent["login"]}"' in page
    assert PASSWORD not in page


def test_signing_out_takes_a_form(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    assert "Sign out?" in client.get("/accounts/logout/").content.decode()
    assert client.get("/").context["user"] == cast.alice
    client.post("/accounts/logout/")
    assert not client.get("/").context["user"].is_authenticated


def test_a_forgotten_password(client: Client, cast: Any) -> None:
    page = client.post("/accounts/password/reset/", {"email": "alice@example.org"}, follow=True).content.decode()
    assert "Check your mail" in page
    letter = mail.outbox[0]
    assert letter.subject == "Your new password"
    link = re.search(r"http://testserver(\S+/password/reset/key/\S+)", str(letter.body))
    assert link
    form = client.get(link[1], follow=True)
    address = form.redirect_chain[-1][0]
    unlike = client.post(address, {"password1": "another inkwell", "password2": "a third inkwell"}).content.decode()
    assert "id_password2_error" in unlike
    client.post(address, {"password1": "another inkwell", "password2": "another inkwell"})
    cast.alice.refresh_from_db()
    assert cast.alice.check_password("another inkwell")
    assert "This link no longer works" in Client().get(link[1], follow=True).content.decode()


def test_an_unknown_address_is_not_given_away(client: Client, cast: Any) -> None:
    page = client.post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True).content.decode()
    assert "Check your mail" in page
    assert "no account here" in mail.outbox[0].body


def test_changing_the_password(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    page = client.post(
        "/accounts/password/change/",
        {"oldpassword": "wrong", "password1": "another inkwell", "password2": "another inkwell"},
    ).content.decode()
    assert "not the password of your account" in page
    answer = client.post(
        "/accounts/password/change/",
        {"oldpassword": PASSWORD, "password1": "another inkwell", "password2": "another inkwell"},
        follow=True,
    )
    assert "Your new password is saved." in answer.content.decode()


def test_addresses_can_be_added(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    assert "alice@example.org" in client.get("/accounts/email/").content.decode()
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    page = client.post("/accounts/email/", {"action_add": "", "email": "alice@letters.example"}, follow=True)
    assert "alice@letters.example" in page.content.decode()
