"""Monthly numbers for a page that everybody reads.

Nothing is counted from which somebody could learn what is hidden: no running or private game, none of people who
said no to study, no month that goes on.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncMonth

from dipgame.accounts.models import User
from dipgame.games import clock
from dipgame.games.models import Message
from dipgame.games.queries.archive import Wanted, archived

__all__ = ["Month", "months"]

_MORE_THAN_A_MONTH: Final = timedelta(days=32)


@dataclass(frozen=True, slots=True)
class Month:
    """A month's numbers.

    day: its first. registrations: accounts made. games: ended in it. messages: written in such games.
    """

    day: date
    registrations: int
    games: int
    messages: int


def months() -> list[Month]:
    """Months of UTC that are over, from the first with a number."""
    begun = clock.now().astimezone(UTC).replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    people = User.objects.filter(is_guest=False)
    if settings.CONFIRM_EMAIL:
        confirmed = EmailAddress.objects.filter(verified=True).values("user")
        people = people.filter(Q(pk__in=confirmed) | Q(left_at__isnull=False))
    games = archived(Wanted()).filter(example="", file_players__isnull=True).order_by()
    counts = (
        _by_month(people, "date_joined", begun),
        _by_month(games, "finished_at", begun),
        _by_month(Message.objects.filter(game__in=games.filter(finished_at__lt=begun).values("pk")), "at", begun),
    )
    day, found = min((day for each in counts for day in each), default=begun.date()), []
    while day < begun.date():
        found.append(Month(day, *(each[day] for each in counts)))
        day = (day + _MORE_THAN_A_MONTH).replace(day=1)
    return found


def _by_month(rows: QuerySet[Any], moment: str, end: datetime) -> Counter[date]:
    """Count rows by the first day of their month."""
    months = rows.filter(**{f"{moment}__lt": end}).order_by().annotate(month=TruncMonth(moment, tzinfo=UTC))
    return Counter({each["month"].date(): each["n"] for each in months.values("month").annotate(n=Count("pk"))})
