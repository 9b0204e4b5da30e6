"""What workers do for people's accounts."""

from dipgame.accounts.mail import SEND_MAILS
from dipgame.accounts.mail import send_mails as send
from dipgame.celery import app

__all__ = ["send_mails"]


@app.task(name=SEND_MAILS, time_limit=120)
def send_mails() -> None:
    """Send the mails that are due."""
    send()
