"""The ranking: who stands where, and how each of them came there."""

from dataclasses import dataclass
from typing import Final

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from bots.registry import BOTS
from dipgame.accounts.queries import person_named
from dipgame.ranking import queries
from dipgame.ranking.models import Rating
from dipgame.ranking.skill import ESTABLISHED_AFTER
from frontend.ranking.chart import draw_history

__all__ = ["bot", "person", "ranking"]

_A_PAGE: Final = 50
_NEWCOMERS_SHOWN: Final = 30
_GAMES_SHOWN: Final = 20
_YARDSTICKS_SHOWN: Final = 4

_LADDERS: Final = {"talk": "Games with messages", "silent": "Games without messages"}


@dataclass(frozen=True, slots=True)
class Row:
    """Somebody on the ranking. place: "" for bots and for those who have none yet."""

    place: str
    name: str
    address: str
    is_bot: bool
    is_you: bool
    games: int
    points: int


@require_safe
def ranking(request: HttpRequest, ladder: str) -> HttpResponse:
    """Show the ranking in games with messages, or without."""
    talking = ladder == "talk"
    pages = Paginator(queries.established(talking=talking), _A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    new = queries.newcomers(talking=talking)[:_NEWCOMERS_SHOWN]
    context = {
        "ladder": ladder,
        "filters": [
            (words, reverse("ranking" if name == "talk" else "ranking_silent"), name == ladder)
            for name, words in _LADDERS.items()
        ],
        "rows": [_row(request, rating, ladder, getattr(rating, "place", None)) for rating in page],
        "page": page,
        "newcomers": [_row(request, rating, ladder, None) for rating in new],
        "enough": ESTABLISHED_AFTER,
    }
    return render(request, "ranking/ranking.html", context)


@require_safe
def person(request: HttpRequest, ladder: str, name: str) -> HttpResponse:
    """Show a person's ranking history."""
    found = person_named(name)
    rating = None if found is None else queries.rating_of_person(found, talking=_talking(ladder))
    return _history(request, ladder, rating)


@require_safe
def bot(request: HttpRequest, ladder: str, bot: str) -> HttpResponse:
    """Show a bot's ranking history."""
    return _history(request, ladder, queries.rating_of_bot(bot, talking=_talking(ladder)))


def _talking(ladder: str) -> bool:
    if ladder not in _LADDERS:
        raise Http404("There is no such ranking.")
    return ladder == "talk"


def _history(request: HttpRequest, ladder: str, rating: Rating | None) -> HttpResponse:
    if rating is None:
        raise Http404("Nobody with this name has played games that count.")
    stops = queries.history(rating)
    beside = [each for each in queries.yardsticks(talking=rating.talking) if each.pk != rating.pk][:_YARDSTICKS_SHOWN]
    row = _row(request, rating, ladder, None)
    marks = [(BOTS[each.bot].title, each.points) for each in beside]
    context = {
        "row": row,
        "ladder": ladder,
        "words": _LADDERS[ladder],
        "all": reverse("ranking" if ladder == "talk" else "ranking_silent"),
        "other": _other(rating, ladder),
        "is_established": rating.games >= ESTABLISHED_AFTER,
        "more": ESTABLISHED_AFTER - rating.games,
        # Drawn by our own pen, which escapes what it is given.
        "chart": mark_safe(draw_history([stop.points for stop in stops], marks, row.name)),  # noqa: S308
        "games": [(stop, f"{round(stop.change):+d}") for stop in stops[: -_GAMES_SHOWN - 1 : -1]],
    }
    return render(request, "ranking/history.html", context)


def _other(rating: Rating, ladder: str) -> str:
    """The address of the same player's other history, "" where there is none."""
    found = (
        queries.rating_of_person(rating.user, talking=not rating.talking)
        if rating.user is not None
        else queries.rating_of_bot(rating.bot, talking=not rating.talking)
    )
    return "" if found is None else _address(found, "silent" if ladder == "talk" else "talk")


def _row(request: HttpRequest, rating: Rating, ladder: str, place: int | None) -> Row:
    return Row(
        place="" if place is None or rating.user is None else str(place),
        name=BOTS[rating.bot].title if rating.user is None else rating.user.name,
        address=_address(rating, ladder),
        is_bot=rating.user is None,
        is_you=rating.user is not None and rating.user == request.user,
        games=rating.games,
        points=round(rating.points),
    )


def _address(rating: Rating, ladder: str) -> str:
    if rating.user is None:
        return reverse("ranking_bot", args=[ladder, rating.bot])
    return reverse("ranking_person", args=[ladder, rating.user.name])
