"""Somebody's games, and what others may know of them."""

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dipgame.accounts.models import User
from dipgame.games import queries
from dipgame.games.models import Game
from frontend.tables import Table, ended_words, my_table, table
from frontend.views.shell import signed_in

__all__ = ["my_games", "my_profile", "person"]

_SHOWN = 60


@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """Games I play, wait for, and have played."""
    person = signed_in(request)
    games = queries.my_games(person).prefetch_related("seats__user")
    running = [my_table(game, person) for game in games.filter(status=Game.Status.RUNNING)]
    running.sort(key=lambda each: each.urgency)
    context = {
        "running": running,
        "waiting": [table(game, person) for game in games.filter(status=Game.Status.OPEN)],
        "finished": _finished(games),
    }
    return render(request, "people/my_games.html", context)


@require_safe
@login_required
def my_profile(request: HttpRequest) -> HttpResponse:
    """What I am called, and where to change what can be changed."""
    return _profile(request, signed_in(request))


@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may know of a person."""
    found = User.objects.filter(name__iexact=name, is_active=True).first()
    if found is None:
        raise Http404("Nobody here has this name.")
    return _profile(request, found)


def _profile(request: HttpRequest, who: User) -> HttpResponse:
    games = queries.my_games(who).filter(private_word="").prefetch_related("seats__user")
    context = {
        "who": who,
        "is_me": who == request.user,
        "running": [table(game, who) for game in games.filter(status=Game.Status.RUNNING)[:_SHOWN]],
        "finished": _finished(games),
    }
    return render(request, "people/profile.html", context)


def _finished(games: QuerySet[Game]) -> list[tuple[Table, str]]:
    over = games.filter(status=Game.Status.FINISHED).order_by("-finished_at")[:_SHOWN]
    return [(table(game), ended_words(game)) for game in over]
