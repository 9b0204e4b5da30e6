"""Mails go out later, whatever becomes of the mail server meanwhile."""

import socket
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from dipgame.accounts.mail import send_mails
from dipgame.accounts.models import Mail, User
from dipgame.celery import app

LOCAL = "django.core.mail.backends.locmem.EmailBackend"
GONE = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture(autouse=True)
def as_on_the_site(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages keep their mails. `send_mails` sends them to the test's outbox."""
    settings.EMAIL_BACKEND, settings.MAIL_BACKEND = "dipgame.accounts.mail.Queued", LOCAL
    monkeypatch.setattr(app, "send_task", lambda *args, **how: None)


@pytest.fixture
def no_mail_server(settings: Any) -> Any:
    """It takes the call and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        settings.MAIL_BACKEND, settings.EMAIL_HOST = GONE, "127.0.0.1"
        settings.EMAIL_PORT, settings.EMAIL_TIMEOUT = silent.getsockname()[1], 0.2
        yield


def sign_up(client: Any) -> Any:
    form = {"username": "Dora", "email": "dora@example.org", "password1": "a quiet inkwell"}
    return client.post("/accounts/signup/", form)


@pytest.mark.django_db
@pytest.mark.usefixtures("no_mail_server")
def test_without_a_mail_server_sign_up_answers_and_the_mail_goes_out_later(client: Any, settings: Any) -> None:
    assert sign_up(client).status_code == 302
    assert User.objects.filter(name="Dora").exists()
    assert send_mails() == 0
    assert send_mails() == 0  # not again at once
    settings.MAIL_BACKEND = LOCAL
    Mail.objects.update(due_at=timezone.now())
    assert send_mails() == 1
    assert mail.outbox[0].to == ["dora@example.org"]
    assert not Mail.objects.exists()


def test_a_new_password_is_asked_for_and_mailed_once(cast: Any, client: Any) -> None:
    assert client.post("/accounts/password/reset/", {"email": cast.alice.email}).status_code == 302
    assert mail.outbox == []
    assert (send_mails(), send_mails()) == (1, 0)
    letter = mail.outbox[0]
    assert (letter.to, letter.from_email) == ([cast.alice.email], settings_from())
    assert "/accounts/password/reset/key/" in letter.body


def settings_from() -> str:
    from django.conf import settings

    return str(settings.DEFAULT_FROM_EMAIL)


def test_a_mail_that_is_being_sent_is_not_sent_by_another(cast: Any, client: Any, monkeypatch: Any) -> None:
    from dipgame.accounts import mail as module

    client.post("/accounts/password/reset/", {"email": cast.alice.email})
    others = []
    send = module._send

    def slowly(row: Mail) -> None:
        others.append(send_mails())
        send(row)

    monkeypatch.setattr(module, "_send", slowly)
    assert send_mails() == 1
    assert (others, len(mail.outbox)) == ([0], 1)


@pytest.mark.usefixtures("no_mail_server")
def test_after_a_day_a_mail_is_given_up(cast: Any, client: Any) -> None:
    client.post("/accounts/password/reset/", {"email": cast.alice.email})
    Mail.objects.update(made_at=timezone.now() - timedelta(days=2))
    assert send_mails() == 0
    assert not Mail.objects.exists()
