"""Somebody creates an account."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client

from dipgame.accounts.models import User

pytestmark = pytest.mark.django_db
DORA = {"username": "Dora", "email": "dora@example.org", "password1": "a quiet inkwell"}


def test_a_new_person_is_signed_in_and_comes_to_the_lobby(client: Client) -> None:
    answer = client.post("/accounts/signup/", DORA)
    assert answer["Location"] == "/games/"
    assert client.get("/games/").context["user"] == User.objects.get(name="Dora")


def test_a_letter_with_a_link_is_sent_and_the_link_confirms(client: Client) -> None:
    client.post("/accounts/signup/", DORA)
    letter = mail.outbox[0]
    assert letter.to == ["dora@example.org"]
    assert letter.subject == "Confirm your e-mail address"
    link = re.search(r"http://testserver(/accounts/confirm-email/\S+)", str(letter.body))
    assert link
    assert "Is this your address?" in client.get(link[1]).content.decode()
    answer = client.post(link[1], follow=True)
    assert "dora@example.org is confirmed." in answer.content.decode()
    assert EmailAddress.objects.get(user__name="Dora").verified
    # Followed once more, or miscopied, it changes nothing and says so.
    for address in (link[1], "/accounts/confirm-email/nonsense/", link[1].replace(":", ":x", 1)):
        answer = Client().get(address, follow=True)
        assert "This link does not work" in answer.content.decode(), address


def test_where_the_address_must_be_confirmed_first(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    from allauth.account import app_settings

    monkeypatch.setattr(app_settings, "EMAIL_VERIFICATION", app_settings.EmailVerificationMethod.MANDATORY)
    answer = client.post("/accounts/signup/", DORA, follow=True)
    assert "Check your mail" in answer.content.decode()
    assert not client.get("/").context["user"].is_authenticated


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"username": "alice"}, "username", "This name is taken"),
        ({"username": "France"}, "username", "could be mistaken for a power"),
        ({"username": "<b>"}, "username", "A name is made of letters"),
        ({"username": "x" * 31}, "username", "30 characters"),
        ({"username": ""}, "username", "required"),
        ({"email": "alice@example.org"}, "email", "has an account already"),
        ({"email": "nonsense"}, "email", "valid email"),
        ({"password1": "short"}, "password1", "at least 8 characters"),
        ({"password1": "password"}, "password1", "too common"),
        ({"password1": "83748293"}, "password1", "entirely numeric"),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_the_rest_is_kept(
    client: Client, cast: Any, change: dict[str, str], field: str, words: str
) -> None:
    answer = client.post("/accounts/signup/", DORA | change)
    page = answer.content.decode()
    error = re.search(rf'id="id_{field}_error">.*?<span>(.*?)</span>', page, re.DOTALL)
    assert error, answer.context["form"].errors
    assert words in error[1]
    for kept in ("username", "email"):
        if kept != field:
            assert f'value="{DORA[kept]}"' in page
    assert not User.objects.filter(email="dora@example.org").exists()


def test_a_name_is_shown_as_text(client: Client, cast: Any) -> None:
    page = client.post("/accounts/signup/", DORA | {"username": '"><script>alert(1)</script>'}).content.decode()
    assert "<script>alert" not in page


def _tries(client: Client, form: dict[str, str]) -> list[tuple[int, str, str]]:
    """Answers to a stranger who signs up, twice with one name.

    They sign up, look at the page, try once more with the same name, and look for that name.
    """
    cache.clear()
    client.logout()
    first = client.post("/accounts/signup/", form)
    page = client.get(first["Location"])
    again = Client().post("/accounts/signup/", form | {"email": "third@example.org"})
    seen = Client().get(f"/people/{form['username']}/")
    return [
        (each.status_code, each.headers.get("Location", ""), _TOKEN.sub("", each.content.decode()))
        for each in (first, page, again, seen)
    ]


_TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="\w+"')


def test_where_addresses_are_confirmed_nobody_learns_which_have_an_account(
    client: Client, cast: Any, settings: Any
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    free = _tries(client, DORA)
    taken = _tries(client, DORA | {"username": "Dara", "email": "alice@example.org"})
    for one, other in zip(free, taken, strict=True):
        assert one[:2] == other[:2]
        mine, yours = one[2].replace("Dora", "X").replace("dora@", "x@"), other[2].replace("Dara", "X")
        assert mine == yours.replace("alice@", "x@")
    assert [letter.to[0] for letter in mail.outbox] == ["dora@example.org", "alice@example.org"]
    assert "This name is taken" in taken[2][2]
