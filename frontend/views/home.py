"""The front door: what this is, a game in one click, games to watch, how it is played."""

from collections.abc import Mapping

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from dipgame.games import clock, queries
from dipgame.games.errors import BadTerms
from dipgame.games.services import Terms, create_game
from frontend.forms import PlayNowForm
from frontend.menus import bot_groups
from frontend.showcase import picture
from frontend.table_names import suggest_name
from frontend.tables import ended_words, my_table, table
from frontend.views.shell import signed_in

__all__ = ["home", "how_to_play", "play_now", "watch"]

_RUNNING_SHOWN = 12
_FINISHED_A_PAGE = 24


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this is, in one screen."""
    mine = []
    if request.user.is_authenticated:
        person = signed_in(request)
        games = queries.my_games(person).filter(status="running").prefetch_related("seats__user")[:3]
        mine = [my_table(game, person) for game in games]
    return render(request, "home/home.html", {"picture": picture(), "form": PlayNowForm(), "mine": mine})


@require_http_methods(["GET", "HEAD", "POST"])
def play_now(request: HttpRequest) -> HttpResponse:
    """A game against six bots. Whoever has no account yet makes one first and then comes back here.

    The wish waits in the session, where only a form of ours can have put it, so that coming back by a link
    (after sign-up, or from the letter that confirms the address) begins the game and an idle visit does not.
    """
    if request.method == "POST":
        form = PlayNowForm(request.POST)
        if not form.is_valid():
            return redirect("home")
        if request.user.is_authenticated:
            return _begin(request, form.wish())
        request.session["play_now"] = dict(form.wish())
        return redirect(f"{reverse('account_signup')}?next={reverse('play_now')}")
    if not request.user.is_authenticated:
        return redirect("account_signup" if "play_now" in request.session else "home")
    wish = request.session.pop("play_now", None)
    return _begin(request, wish) if wish else redirect("home")


def _begin(request: HttpRequest, wish: Mapping[str, str]) -> HttpResponse:
    """Set the table and go there. Nobody waits for the person but bots, so the clock is a slow one."""
    terms = Terms(
        name=suggest_name(),
        power=wish["power"],
        movement_seconds=259_200,
        retreat_seconds=86_400,
        adjustment_seconds=86_400,
        fill_bot=wish["bot"],
        fill_at=clock.now(),
    )
    try:
        game = create_game(signed_in(request), terms)
    except BadTerms:
        return redirect("home")
    return redirect("game", game.slug)


@require_safe
def watch(request: HttpRequest) -> HttpResponse:
    """Games that run, and games that are over."""
    running = queries.running_games().prefetch_related("seats__user")[:_RUNNING_SHOWN]
    pages = Paginator(queries.finished_games().prefetch_related("seats__user"), _FINISHED_A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = {
        "running": [(table(game), queries.latest_phase(game)) for game in running],
        "finished": [(table(game), ended_words(game)) for game in page],
        "page": page,
    }
    return render(request, "home/watch.html", context)


@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    """The rules on one page, and who the bots are."""
    return render(request, "home/how_to_play.html", {"bots": bot_groups()})
