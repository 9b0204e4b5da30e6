"""Mails go out later: a page answers at once, whether the mail server is there or not, and what it had to say is kept.

`Queued` is the site's mail backend: it writes mails into rows. A worker sends them by `settings.MAIL_BACKEND`, at once
and, where that fails, again and again for a day.
"""

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from dipgame.accounts.models import Mail
from dipgame.celery import app
from dipgame.redis_absence import is_away, went_away
from dipgame.transactions import after_commit

__all__ = ["SEND_MAILS", "Queued", "send_mails"]

SEND_MAILS: Final = "accounts.send_mails"

_KEPT: Final = timedelta(days=1)
"""A link to confirm an address or to choose a password is of no use much later."""
_LONGEST_WAIT: Final = timedelta(minutes=10)
_log = logging.getLogger(__name__)


class Queued(BaseEmailBackend):
    """Keeps mails for a worker to send."""

    def send_messages(self, email_messages: Sequence[Any]) -> int:
        rows = [_row(message) for message in email_messages]
        Mail.objects.bulk_create(rows)
        after_commit(_wake)
        return len(rows)


def _row(message: Any) -> Mail:
    if message.attachments:
        raise ValueError("a mail with something attached cannot be kept")
    html = next((str(body) for body, kind in getattr(message, "alternatives", ()) if kind == "text/html"), "")
    return Mail(
        sender=message.from_email,
        receivers=message.recipients(),
        subject=str(message.subject),
        body=str(message.body),
        html=html,
        headers=dict(message.extra_headers),
        made_at=timezone.now(),
        due_at=timezone.now(),
    )


def _wake() -> None:
    if is_away():
        return
    try:
        app.send_task(SEND_MAILS, expires=60)
    except (OperationalError, OSError, RedisError) as error:
        went_away()
        _log.warning("nobody was told of a mail, it is found later: %s", error)


def send_mails() -> int:
    """Send what is due; returns how many mails went out.

    Two workers send none twice, unless one dies over it.
    """
    sent = 0
    now = timezone.now()
    for mail in Mail.objects.filter(due_at__lte=now).order_by("pk"):
        wait = min(timedelta(seconds=30) * 2**mail.tries, _LONGEST_WAIT)
        mine = Mail.objects.filter(pk=mail.pk, due_at=mail.due_at).update(due_at=now + wait, tries=mail.tries + 1)
        if not mine:
            continue
        try:
            _send(mail)
        except Exception as error:
            if mail.made_at < now - _KEPT:
                _log.exception("a mail could not be sent for a day and is given up")
            else:
                # A failure of the server concerns all mails: try the rest next time.
                _log.warning("a mail could not be sent, trying again in %d s: %s", wait.total_seconds(), error)
                break
        else:
            sent += 1
        mail.delete()
    return sent


def _send(mail: Mail) -> None:
    message = EmailMultiAlternatives(
        mail.subject,
        mail.body,
        mail.sender,
        mail.receivers,
        connection=get_connection(settings.MAIL_BACKEND),
        headers=mail.headers,
    )
    if mail.html:
        message.attach_alternative(mail.html, "text/html")
    message.send()
