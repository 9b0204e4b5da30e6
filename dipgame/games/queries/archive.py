"""Games that are over, searched.

Each question is answered along an index, however many games there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from dipgame.games import clock
from dipgame.games.models import Game, Seat
from dipgame.games.queries.games import shown_examples

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["Wanted", "archived", "is_studied"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Search terms for finished games; empty ones do not matter.

    people, bots: all of them played in it. power: the one they played, for a single player. winner: who won alone.
    opening: a power, and what its opening may be called. ending: a `Game.Result`. year: the last one played. before:
    when an earlier game must have ended, and its number among those that ended at the same moment. viewer: who
    searches; games of people who said no to study are listed for their players only.
    """

    people: Sequence["User"] = field(default=())
    bots: Sequence[str] = field(default=())
    power: str = ""
    winner: str = ""
    opening: tuple[str, Sequence[str]] | None = None
    ending: str = ""
    year: int | None = None
    before: tuple[datetime, int] | None = None
    viewer: "User | None" = None


def is_studied(game: Game) -> bool:
    """True if none of its players said no to study."""
    return not _refused().filter(game=game).exists()


def _refused() -> QuerySet[Seat, Any]:
    """Games with a player who said no to study."""
    return Seat.objects.filter(Q(user__no_study=True) | Q(owner__no_study=True)).values("game")


def _played_by(viewer: "User | None") -> QuerySet[Seat, Any]:
    return (Seat.objects.none() if viewer is None else Seat.objects.filter(user=viewer)).values("game")


def archived(wanted: Wanted) -> QuerySet[Game]:
    """Public games that are over and like that, last ended first, with their seats and who sits there."""
    games = Game.objects.filter(shown_examples(), status=Game.Status.FINISHED, private_word="")
    # Asked game by game: most pages need few of them.
    games = games.filter(~Exists(_refused().filter(game=OuterRef("pk"))) | Q(pk__in=_played_by(wanted.viewer)))
    if wanted.people or wanted.bots:
        games = games.exclude(poll_until__gt=clock.now())
    power = Q(power=wanted.power) if wanted.power else Q()
    for user in wanted.people:
        games = games.filter(pk__in=Seat.objects.filter(power, user=user).values("game"))
    for bot in wanted.bots:
        games = games.filter(pk__in=Seat.objects.filter(power, bot=bot).values("game"))
    if wanted.opening is not None:
        whose, names = wanted.opening
        games = games.filter(pk__in=Seat.objects.filter(~Q(opening=""), power=whose, opening__in=names).values("game"))
    if wanted.winner:
        games = games.filter(winner=wanted.winner)
    if wanted.ending:
        games = games.filter(result=wanted.ending)
    if wanted.year is not None:
        games = games.filter(last_year=wanted.year)
    if wanted.before is not None:
        at, number = wanted.before
        games = games.filter(Q(finished_at__lt=at) | Q(finished_at=at, pk__lt=number), finished_at__lte=at)
    return games.order_by("-finished_at", "-pk").prefetch_related("seats__user")
