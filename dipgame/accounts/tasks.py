"""Celery tasks for accounts."""

from dipgame.accounts.mail import SEND_MAILS
from dipgame.accounts.mail import send_mails as send
from dipgame.accounts.push import SEND_PUSHES
from dipgame.accounts.push import send_pushes as push
from dipgame.celery import app

__all__ = ["send_mails", "send_pushes"]


@app.task(name=SEND_MAILS, time_limit=120)
def send_mails() -> None:
    """Send the mails that are due."""
    send()


@app.task(name=SEND_PUSHES, time_limit=120)
def send_pushes() -> None:
    """Send the messages to browsers that are due."""
    push()
