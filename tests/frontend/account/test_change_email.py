"""Another e-mail address: added, confirmed by a mail that a worker sends, and made the main one."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client

from dipgame.accounts.mail import send_mails
from dipgame.celery import app

pytestmark = pytest.mark.django_db
PAGE = "/accounts/email/"
NEW = "alice@letters.example"


@pytest.fixture
def alice(client: Client, cast: Any, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Client:
    settings.EMAIL_BACKEND = "dipgame.accounts.mail.Queued"
    settings.MAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    monkeypatch.setattr(app, "send_task", lambda *args, **how: None)
    client.force_login(cast.alice)
    return client


def test_with_the_link_in_the_mail_it_becomes_the_main_one(alice: Client, cast: Any) -> None:
    alice.post(PAGE, {"action_add": "", "email": NEW})
    assert mail.outbox == []
    assert send_mails() == 1
    [letter] = mail.outbox
    assert letter.to == [NEW]
    found = re.search(r"http://testserver(\S*/accounts/confirm-email/\S+)", str(letter.body))
    assert found
    alice.post(found[1])
    alice.post(PAGE, {"action_primary": "", "email": NEW})
    cast.alice.refresh_from_db()
    assert cast.alice.email == NEW
    assert "alice@letters.example, seen by nobody else" in alice.get("/my/account/").content.decode()


def test_unconfirmed_it_is_not_the_main_one(alice: Client, cast: Any) -> None:
    alice.post(PAGE, {"action_add": "", "email": NEW})
    alice.post(PAGE, {"action_primary": "", "email": NEW})
    cast.alice.refresh_from_db()
    assert cast.alice.email == "alice@example.org"


def test_nobody_takes_somebody_elses(alice: Client, cast: Any) -> None:
    alice.post(PAGE, {"action_add": "", "email": "Bob@example.org"})
    alice.post(PAGE, {"action_primary": "", "email": "bob@example.org"})
    cast.alice.refresh_from_db()
    assert cast.alice.email == "alice@example.org"
