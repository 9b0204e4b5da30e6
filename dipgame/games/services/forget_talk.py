"""Delete people's messages after the retention period."""

from datetime import timedelta
from typing import Final

from django.conf import settings

from dipgame.games import clock
from dipgame.games.models import Message

__all__ = ["FORGOTTEN", "forget_talk"]

FORGOTTEN: Final = "(Words of long ago are not kept.)"


def forget_talk() -> int:
    """Let go of the words of people in games that ended more than KEEP_TALK_DAYS ago; returns of how many messages.

    What was proposed and promised in L stays, and with it the result of the game. 0 days: words are kept.
    """
    if not settings.KEEP_TALK_DAYS:
        return 0
    before = clock.now() - timedelta(days=settings.KEEP_TALK_DAYS)
    rows = Message.objects.filter(game__finished_at__lt=before, speaker__bot="").exclude(text=FORGOTTEN)
    return rows.update(text=FORGOTTEN)
