"""Another e-mail address: added, confirmed by a mail that a worker sends, and made the main one."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from dipgame.accounts.mail import send_mails
from dipgame.celery import app
from tests.site import PASSWORD

pytestmark = pytest.mark.django_db
PAGE = "/accounts/email/"
NEW = "alice@letters.example"
ASKED = "/accounts/reauthenticate/"


@pytest.fixture
def alice(client: Client, cast: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Client:
    settings.EMAIL_BACKEND = "dipgame.accounts.mail.Queued"
    settings.MAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    monkeypatch.setattr(app, "send_task", lambda *args, **how: None)
    client.force_login(cast.alice)
    return client


@pytest.fixture
def known(alice: Client) -> Client:
    """Alice, who has just given her password."""
    alice.post(ASKED, {"password": PASSWORD})
    return alice


@pytest.mark.parametrize("action", ["action_add", "action_primary", "action_remove"])
def test_the_password_is_asked_for_first(alice: Client, cast: Any, action: str) -> None:
    EmailAddress.objects.create(user=cast.alice, email=NEW, verified=True)
    address = "new@letters.example" if action == "action_add" else NEW
    answer = alice.post(PAGE, {action: "", "email": address})
    assert answer["Location"].startswith(ASKED)
    alice.post(ASKED, {"password": "not this one"})
    cast.alice.refresh_from_db()
    assert cast.alice.email == "alice@example.org"
    assert EmailAddress.objects.filter(user=cast.alice).count() == 2


def test_with_the_password_what_was_asked_is_done(alice: Client, cast: Any) -> None:
    EmailAddress.objects.create(user=cast.alice, email=NEW, verified=True)
    asked = alice.post(PAGE, {"action_primary": "", "email": NEW})["Location"]
    alice.post(asked, {"password": PASSWORD, "next": PAGE})
    cast.alice.refresh_from_db()
    assert cast.alice.email == NEW


def test_with_the_link_in_the_mail_it_becomes_the_main_one(known: Client, cast: Any) -> None:
    known.post(PAGE, {"action_add": "", "email": NEW})
    assert mail.outbox == []
    assert send_mails() == 1
    [letter] = mail.outbox
    assert letter.to == [NEW]
    found = re.search(r"http://testserver(\S*/accounts/confirm-email/\S+)", str(letter.body))
    assert found
    known.post(found[1])
    known.post(PAGE, {"action_primary": "", "email": NEW})
    cast.alice.refresh_from_db()
    assert cast.alice.email == NEW
    assert "alice@letters.example, seen by nobody else" in known.get("/my/account/").content.decode()


def test_unconfirmed_it_is_not_the_main_one(known: Client, cast: Any) -> None:
    known.post(PAGE, {"action_add": "", "email": NEW})
    known.post(PAGE, {"action_primary": "", "email": NEW})
    cast.alice.refresh_from_db()
    assert cast.alice.email == "alice@example.org"


def test_nobody_takes_somebody_elses(known: Client, cast: Any) -> None:
    known.post(PAGE, {"action_add": "", "email": "Bob@example.org"})
    known.post(PAGE, {"action_primary": "", "email": "bob@example.org"})
    cast.alice.refresh_from_db()
    assert cast.alice.email == "alice@example.org"
