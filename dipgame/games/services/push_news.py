"""Push unseen notifications to people's browsers, each once."""

import hashlib
from base64 import urlsafe_b64encode

from dipgame.accounts.models import Device, Push, User
from dipgame.accounts.push import wake
from dipgame.games import clock, queries
from dipgame.games.models import Notification
from dipgame.transactions import Step, after_commit, atomic, lock

__all__ = ["push_news"]

_AT_ONCE = 200
_LONGEST = 300
"""Signs: what is sent to a browser fits into one record of 4096 bytes."""


def push_news() -> int:
    """Write the messages that are due; returns how many. They wait as `accounts.Push` until they are sent, written in
    the transaction that marks what they tell as pushed: so each thing is told once, whatever fails."""
    due = Notification.objects.filter(push_at__lte=clock.now(), seen_at=None)
    people = list(due.order_by().values_list("user", flat=True).distinct()[:_AT_ONCE])
    wanting = set(Device.objects.filter(user__in=people).values_list("user", flat=True))
    due.filter(user__in=set(people) - wanting).update(push_at=None)
    return sum(_push_to(person) for person in sorted(wanting))


def _push_to(pk: int) -> int:
    with atomic():
        due = Notification.objects.filter(user=pk, push_at__lte=clock.now(), seen_at=None)
        rows = {row.pk for row in lock(due, Step.NOTIFICATION)}
        person = User.objects.get(pk=pk)
        news = list(queries.readable_news(person).filter(pk__in=rows).exclude(kind__in=person.no_push))
        Notification.objects.filter(pk__in=rows).update(push_at=None)
        devices = list(Device.objects.filter(user=person).select_related("user"))
        if not news or not devices or not person.is_active:
            return 0
        Notification.objects.filter(pk__in=[row.pk for row in news]).update(pushed_at=clock.now())
        messages = [_message(row, device) for row in news for device in devices]
        Push.objects.bulk_create(messages, ignore_conflicts=True)
        after_commit(wake)
    return len(messages)


def _message(row: Notification, device: Device) -> Push:
    words = clock.in_zone(row.words, device.user.zone or row.game.quiet_zone)
    return Push(
        device=device,
        title=row.game.name,
        body=words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…",
        address=row.path,
        topic=_topic(f"{row.game_id}:{row.key}"),
        made_at=clock.now(),
        due_at=clock.now(),
    )


def _topic(key: str) -> str:
    """At most 32 characters of base64url (RFC 8030)."""
    return urlsafe_b64encode(hashlib.sha256(key.encode()).digest()[:18]).decode()
