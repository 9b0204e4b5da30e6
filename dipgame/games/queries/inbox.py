"""What a person was told."""

from typing import TYPE_CHECKING

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from dipgame.games.models import Notification, Seat

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["readable_news", "unseen_news"]


def readable_news(person: "User") -> QuerySet[Notification]:
    """What the person was told, with its games, newest first; not of private games in which they have no seat any
    more."""
    mine = Seat.objects.filter(Q(user=person) | Q(owner=person), game=OuterRef("game"))
    rows = Notification.objects.filter(Q(game__private_word="") | Exists(mine), user=person)
    return rows.select_related("game").order_by("-at", "-id")


def unseen_news(person: "User") -> dict[int, int]:
    """How much of it was not seen yet, by the number of the game; none are left out."""
    rows = readable_news(person).filter(seen_at=None).order_by().select_related(None)
    return dict(rows.values_list("game").annotate(count=Count("pk")))
