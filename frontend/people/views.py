"""Somebody's games, and what others may know of them."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from dipgame.accounts.models import User
from dipgame.accounts.queries import are_friends, has_blocked, person_named
from dipgame.games import queries
from dipgame.games.models import Game
from dipgame.ranking.queries import place_of, rating_of_person
from dipgame.ranking.skill import ESTABLISHED_AFTER
from frontend.account.guests import guest_of, members_only
from frontend.lobby.listed_games import ListedGame, ended_words, listed_game, listed_mine
from frontend.people.words import reliability_words
from frontend.shell.views import signed_in

__all__ = ["my_games", "my_profile", "person"]

_SHOWN = 60


@require_safe
@login_required
def my_games(request: HttpRequest) -> HttpResponse:
    """Games I play, wait for, and have played."""
    person = signed_in(request)
    running, waiting, over = queries.seated(
        queries.my_games(person, Game.Status.RUNNING),
        queries.my_games(person, Game.Status.OPEN),
        queries.my_games(person, Game.Status.FINISHED)[:_SHOWN],
    )
    context = {
        "kept": queries.seats_kept_for(person),
        "running": sorted(listed_mine(running, person), key=lambda each: each.urgency),
        "waiting": [listed_game(game, person) for game in waiting],
        "finished": _ended(over, person),
    }
    return render(request, "people/my_games.html", context)


@require_safe
@login_required
@members_only
def my_profile(request: HttpRequest) -> HttpResponse:
    """Show my profile as others see it."""
    return _profile(request, signed_in(request))


@require_safe
def person(request: HttpRequest, name: str) -> HttpResponse:
    """Show a person's profile."""
    found = person_named(name)
    if found is None:
        raise Http404("Nobody here has this name.")
    return _profile(request, found)


def _profile(request: HttpRequest, who: User) -> HttpResponse:
    running, over = queries.seated(
        *(queries.my_games(who, status, public=True)[:_SHOWN] for status in (Game.Status.RUNNING, Game.Status.FINISHED))
    )
    viewer = request.user if isinstance(request.user, User) and guest_of(request) is None else None
    other = viewer if viewer != who else None
    reliability = queries.reliability_of(who)
    ratings = [
        ("talk", "with", rating_of_person(who, talking=True)),
        ("silent", "without", rating_of_person(who, talking=False)),
    ]
    context = {
        "who": who,
        "is_me": who == viewer,
        "is_other": other is not None,
        "is_friend": other is not None and are_friends(other, who),
        "is_blocked": other is not None and has_blocked(other, who),
        "reliability": reliability,
        "reliability_words": reliability_words(reliability),
        "word": queries.word_of_person(who),
        "results": queries.results_by_power(who),
        "ratings": [
            (name, words, rating, place_of(rating), ESTABLISHED_AFTER - rating.games)
            for name, words, rating in ratings
            if rating is not None
        ],
        "enough": ESTABLISHED_AFTER,
        "running": [listed_game(game, who) for game in running],
        "finished": _ended(over, who),
    }
    return render(request, "people/profile.html", context)


def _ended(games: list[Game], player: User) -> list[tuple[ListedGame, str]]:
    return [(listed_game(game), ended_words(game, player)) for game in games]
