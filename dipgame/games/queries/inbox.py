"""Notifications of a person."""

from typing import TYPE_CHECKING, Any, Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from dipgame.games.models import Notification, Seat
from dipgame.prepared import PreparedValues

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["readable_news", "unseen_news"]


def readable_news(person: "User") -> QuerySet[Notification]:
    """Notifications of a person, newest first, with games.

    Those of private games in which they have no seat any more are left out, unless they concern the person alone.
    """
    return _readable(person.pk).select_related("game").order_by("-at", "-id")


def _readable(person: int) -> QuerySet[Notification]:
    mine = Seat.objects.filter(Q(user=person) | Q(owner=person), game=OuterRef("game"))
    about_me = Q(game__host=person) | Q(game__master=person)
    for beginning in Notification.ABOUT_ONESELF:
        about_me |= Q(key__startswith=beginning)
    return Notification.objects.filter(Q(game__private_word="") | about_me | Exists(mine), user=person)


def unseen_news(person: "User") -> dict[int, int]:
    """Number of unseen notifications by game; games without any are left out."""
    return dict(_unseen.rows(person=person.pk))


def _unseen_news(person: int) -> QuerySet[Notification, Any]:
    return _readable(person).filter(seen_at=None).order_by().values_list("game").annotate(count=Count("pk"))


_unseen: Final = PreparedValues(_unseen_news, person=int)
