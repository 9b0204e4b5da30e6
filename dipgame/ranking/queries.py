"""Questions about where people and bots stand."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from django.db.models import F, Q, QuerySet, Window
from django.db.models.functions import RowNumber

from bots.registry import BOTS
from dipgame.games.models import Game
from dipgame.ranking.models import Rating, RatingChange
from dipgame.ranking.skill import BEGINNER, ESTABLISHED_AFTER, points_of

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["Stop", "established", "history", "newcomers", "place_of", "rating_of_bot", "rating_of_person", "yardsticks"]

_LONGEST_HISTORY = 300


@dataclass(frozen=True, slots=True)
class Stop:
    """Rating after a game, and its change."""

    game: Game
    at: datetime
    place: int
    points: float
    change: float


def _ratings(*, talking: bool) -> QuerySet[Rating]:
    """Of everybody who may still play: whose account is closed has no place any more, nor a bot that is gone."""
    known = Q(user__is_active=True) | Q(bot__in=list(BOTS))
    return Rating.objects.filter(known, talking=talking).select_related("user")


def established(*, talking: bool) -> QuerySet[Rating]:
    """The ranking, best first; `place` counts people alone: bots are there to compare with."""
    place = Window(RowNumber(), partition_by="bot", order_by=[F("points").desc(), F("id")])
    rows = _ratings(talking=talking).filter(games__gte=ESTABLISHED_AFTER)
    return rows.annotate(place=place).order_by("-points", "id")


def place_of(rating: Rating) -> int | None:
    """Place among people; None for bots of the site and newcomers."""
    if rating.user_id is None or rating.games < ESTABLISHED_AFTER:
        return None
    ahead = Q(points__gt=rating.points) | Q(points=rating.points, pk__lt=rating.pk)
    rows = _ratings(talking=rating.talking).filter(ahead, bot="", games__gte=ESTABLISHED_AFTER)
    return rows.count() + 1


def newcomers(*, talking: bool) -> QuerySet[Rating]:
    """Players with too few games for a place, nearest first."""
    return _ratings(talking=talking).filter(games__lt=ESTABLISHED_AFTER).order_by("-games", "-points", "id")


def yardsticks(*, talking: bool) -> QuerySet[Rating]:
    """Bots that have played enough to compare with, best first."""
    return _ratings(talking=talking).filter(games__gte=ESTABLISHED_AFTER).exclude(bot="").order_by("-points", "id")


def rating_of_person(user: "User", *, talking: bool) -> Rating | None:
    """The person's rating; None without such games."""
    return _ratings(talking=talking).filter(user=user).first()


def rating_of_bot(bot: str, *, talking: bool) -> Rating | None:
    """The bot's rating; None without such games."""
    return _ratings(talking=talking).filter(bot=bot).first()


def history(rating: Rating) -> list[Stop]:
    """Ratings after each of the latest games, oldest first."""
    rows = RatingChange.objects.filter(rating=rating).select_related("rated__game").order_by("-rated")
    newest = list(rows[: _LONGEST_HISTORY + 1])
    before = [each.points for each in newest[1:]]
    if len(newest) <= _LONGEST_HISTORY:
        before.append(points_of(BEGINNER))
    return [
        Stop(game := row.rated.game, game.finished_at or game.created_at, row.place, row.points, row.points - was)
        for row, was in zip(newest, before, strict=False)
    ][::-1]
