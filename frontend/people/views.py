"""Somebody's games, and what others may know of them."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dipgame.accounts.models import User
from dipgame.accounts.queries import person_named
from dipgame.games import queries
from dipgame.games.models import Game
from frontend.account.guests import members_only
from frontend.lobby.tables import Table, ended_words, my_tables, table
from frontend.shell.views import signed_in

__all__ = ["my_games", "my_profile", "person"]

_SHOWN = 60


@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """Games I play, wait for, and have played."""
    person = signed_in(request)
    running = my_tables(queries.my_games(person, Game.Status.RUNNING), person)
    running.sort(key=lambda each: each.urgency)
    context = {
        "kept": queries.seats_kept_for(person),
        "running": running,
        "waiting": [table(game, person) for game in queries.my_games(person, Game.Status.OPEN)],
        "finished": _finished(person),
    }
    return render(request, "people/my_games.html", context)


@require_safe
@login_required
@members_only
def my_profile(request: HttpRequest) -> HttpResponse:
    """What I am called, and where to change what can be changed."""
    return _profile(request, signed_in(request))


@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    """What everybody may know of a person."""
    found = person_named(name)
    if found is None:
        raise Http404("Nobody here has this name.")
    return _profile(request, found)


def _profile(request: HttpRequest, who: User) -> HttpResponse:
    running = queries.my_games(who, Game.Status.RUNNING, public=True)[:_SHOWN]
    context = {
        "who": who,
        "is_me": who == request.user,
        "running": [table(game, who) for game in running],
        "finished": _finished(who, public=True),
    }
    return render(request, "people/profile.html", context)


def _finished(who: User, *, public: bool = False) -> list[tuple[Table, str]]:
    over = queries.my_games(who, Game.Status.FINISHED, public=public)[:_SHOWN]
    return [(table(game), ended_words(game)) for game in over]
