"""Reliability of a person; recent weeks count most.

A turn that others wait for is worth one point, for who came or against who did not; a game given up or left to a bot
five against, a game played to its end and a seat taken over five for. Every four weeks a point is worth half as much.
Reliability is the share of the points that are for the person. Where only bots wait, nothing counts, nor does a private
game: everybody reads these figures.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.functions import TruncDay

from dipgame.games import clock
from dipgame.games.models import Absence, Game, GamePhase, Seat, SeatPhase

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["LOOKED_BACK", "Reliability", "reliability_of"]

LOOKED_BACK: Final = timedelta(weeks=26)
"""Older things weigh next to nothing and are forgotten."""

_HALVED_AFTER: Final = timedelta(weeks=4)
_ENOUGH: Final = 10
"""Turns that say something about a person."""
_GAME: Final = 5
"""Weight of a whole game, in turns: given up or left to a bot, finished or taken over."""


@dataclass(frozen=True, slots=True)
class Reliability:
    """Of the last half-year. percent: None where there is not enough to say. came, missed: turns that others waited
    for. given_up: games left, to a bot or for good. finished: games played to their end. taken_over: seats that others
    left, or that a bot had held for the person, and that the person plays on."""

    percent: int | None
    came: int
    missed: int
    given_up: int
    finished: int
    taken_over: int


def reliability_of(person: "User") -> Reliability:
    """Reliability of a person, from the turns up to now."""
    at = clock.now()
    since = at - LOOKED_BACK
    came = _turns(person, since)
    public = Absence.objects.filter(game__private_word="")
    absences = list(public.filter(user=person, at__gte=since).values_list("kind", "at"))
    missed = [when for kind, when in absences if kind == Absence.Kind.MISSED]
    given_up = [when for kind, when in absences if kind != Absence.Kind.MISSED]
    with_others = Seat.objects.filter(Exists(_others("game")), user=person, game__private_word="")
    ended = with_others.filter(game__status=Game.Status.FINISHED, game__finished_at__gte=since)
    finished = _moments(ended.exclude(game__result__in=Game.CLOSED).values_list("game__finished_at", flat=True))
    taken = with_others.filter(joined_at__gte=since, joined_at__gt=F("game__started_at"))
    taken_over = _moments(taken.values_list("joined_at", flat=True))
    points = sum(count * _worth(at - when) for when, count in came)
    points += _GAME * sum(_worth(at - when) for when in (*finished, *taken_over))
    against = sum(_worth(at - when) for when in missed) + _GAME * sum(_worth(at - when) for when in given_up)
    turns = sum(count for _, count in came)
    enough = turns + len(missed) + _GAME * len(given_up) >= _ENOUGH
    return Reliability(
        percent=round(100 * points / (points + against)) if enough else None,
        came=turns,
        missed=len(missed),
        given_up=len(given_up),
        finished=len(finished),
        taken_over=len(taken_over),
    )


def _turns(person: "User", since: datetime) -> list[tuple[datetime, int]]:
    """In how many phases that are over the person wrote or said ready while others played too, by day."""
    mine = SeatPhase.objects.filter(
        Exists(_others("phase__game")),
        Q(ready=True) | ~Q(orders={}),
        seat__user=person,
        seat__game__private_word="",
        must_decide=True,
        phase__status=GamePhase.Status.RESOLVED,
        phase__resolved_at__gte=since,
        seat__joined_at__lte=F("phase__resolved_at"),
    )
    days = mine.annotate(day=TruncDay("phase__resolved_at")).order_by().values_list("day")
    return list(days.annotate(count=Count("pk")))


def _others(game: str) -> QuerySet[Seat]:
    """Seats of the game that other people play."""
    mine = OuterRef("seat__user") if game != "game" else OuterRef("user")
    return Seat.objects.filter(game=OuterRef(game), user__isnull=False).exclude(user=mine)


def _moments(found: Iterable[datetime | None]) -> list[datetime]:
    return [each for each in found if each is not None]


def _worth(age: timedelta) -> float:
    return float(0.5 ** (max(age, timedelta()) / _HALVED_AFTER))
