"""Too many tries are refused for a while, at every door."""

import re

import pytest
from django.core import mail

from tests.site import PASSWORD

pytestmark = pytest.mark.django_db


def _sign_in(client, login="alice@example.org", password="wrong", **more):
    return client.post("/accounts/login/", {"login": login, "password": password}, **more)


def test_wrong_passwords_for_one_name(client, cast):
    """From wherever they come; the right one does not help then either."""
    for number in range(120):
        _sign_in(client, REMOTE_ADDR=f"192.0.2.{number}")
    answer = _sign_in(client, password=PASSWORD, REMOTE_ADDR="198.51.100.1")
    assert "Too many attempts" in answer.content.decode()
    assert not client.get("/").context["user"].is_authenticated
    assert _sign_in(client, "bob@example.org", PASSWORD, REMOTE_ADDR="198.51.100.1").status_code == 302


def test_six_wrong_passwords_from_elsewhere_lock_nobody_out(client, cast):
    for _ in range(6):
        answer = _sign_in(client, REMOTE_ADDR="192.0.2.1")
    assert "Too many attempts" in answer.content.decode()
    assert _sign_in(client, password=PASSWORD, REMOTE_ADDR="192.0.2.1").status_code != 302
    assert _sign_in(client, password=PASSWORD, REMOTE_ADDR="198.51.100.1").status_code == 302


def test_wrong_passwords_from_one_address(client, cast):
    for number in range(120):
        _sign_in(client, f"somebody{number}", REMOTE_ADDR="192.0.2.1")
    assert _sign_in(client, "alice@example.org", PASSWORD, REMOTE_ADDR="192.0.2.1").status_code == 429
    assert _sign_in(client, "alice@example.org", PASSWORD, REMOTE_ADDR="192.0.2.2").status_code == 302


def test_an_address_that_a_browser_makes_up_does_not_help(client, cast, settings):
    """Only the address our own proxy saw counts."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1

    def sign_in(login, password, made_up, seen):
        headers = {"X-Forwarded-For": f"203.0.113.{made_up}, {seen}"}
        return _sign_in(client, login, password, headers=headers, REMOTE_ADDR="10.0.0.2").status_code

    for number in range(40):
        sign_in(f"somebody{number}", "wrong", number, "192.0.2.1")
    assert sign_in("alice@example.org", PASSWORD, 77, "192.0.2.1") == 429
    assert sign_in("alice@example.org", PASSWORD, 77, "192.0.2.2") == 302


def test_the_admin_has_no_door_of_its_own(client, cast):
    """120 wrong guesses there got through once."""
    for _ in range(120):
        answer = client.post("/admin/login/?next=/admin/", {"username": "alice@example.org", "password": "wrong"})
        assert answer["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(
    ("address", "form"),
    [
        ("/accounts/signup/", {"username": "Dora{}", "email": "dora{}@example.org", "password1": PASSWORD}),
        ("/accounts/password/reset/", {"email": "alice{}@example.org"}),
    ],
)
def test_many_from_one_address(client, cast, address, form):
    answers = []
    for number in range(30):
        client.logout()
        answers.append(client.post(address, {name: text.format(number) for name, text in form.items()}).status_code)
    assert answers[0] == 302
    assert answers[-1] == 429
    assert answers.count(302) <= 10
    assert len(mail.outbox) <= 10


def test_the_page_says_to_wait(client, cast):
    for _ in range(30):
        answer = client.post("/accounts/password/reset/", {"email": "x@example.org"})
    assert "Please wait a few minutes" in re.sub(r"\s+", " ", answer.content.decode())
