"""Read news counters, by which pages know whether they missed anything."""

from collections.abc import Collection

from django.db.models import BigIntegerField, CharField, OuterRef, Subquery, Value
from django.db.models.functions import Cast, Coalesce, Concat

from dipgame.games.events import game_topic, seat_topic
from dipgame.games.models import Game, News, Seat

__all__ = ["game_number", "news_of", "news_of_seats", "news_with", "seat_number"]


def news_of(topics: Collection[str]) -> dict[str, int]:
    """The newest number of each of these topics; 0 where nothing has happened yet."""
    return dict.fromkeys(topics, 0) | dict(News.objects.filter(topic__in=topics).values_list("topic", "number"))


def news_of_seats(game: Game) -> dict[int, int]:
    """Newest news number of each seat of a game.

    Keys are the seats' own numbers.
    """
    seats = Seat.objects.filter(game=game).order_by("power").values_list("pk", flat=True)
    numbers = news_of([seat_topic(seat) for seat in seats])
    return {seat: numbers[seat_topic(seat)] for seat in seats}


def news_with(row: Game | Seat) -> tuple[int, int]:
    """The numbers of a game and a seat that came along with a row that was read by its game's address."""
    return getattr(row, "game_news", 0), getattr(row, "seat_news", 0)


def game_number(slug: str) -> Coalesce:
    """The newest number of a game, to be read along with a row. slug: the row's way to the game's address."""
    return _number(Concat(Value(game_topic("")), OuterRef(slug)))


def seat_number(pk: str) -> Coalesce:
    """Subexpression for a seat's news counter.

    pk: lookup path to the seat's primary key.
    """
    return _number(Concat(Value(_SEAT), Cast(OuterRef(pk), CharField(max_length=20))))


_SEAT = seat_topic(0).removesuffix("0")


def _number(topic: Concat) -> Coalesce:
    rows = News.objects.filter(topic=topic).values("number")
    return Coalesce(Subquery(rows, output_field=BigIntegerField()), Value(0), output_field=BigIntegerField())
