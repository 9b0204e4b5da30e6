"""Open games, a table of one's own, and the wait until it is full."""

from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from dipgame.games import queries
from dipgame.games.errors import BadTerms, CannotJoin, NotOpen, Refused, WrongWord
from dipgame.games.models import Game
from dipgame.games.services import create_game, fill_seats, join_game, leave_game
from frontend.forms import JoinForm, TableForm
from frontend.menus import bot_groups
from frontend.table_names import suggest_name
from frontend.tables import FILTERS, chosen, filtered, my_table, table
from frontend.views.shell import signed_in

__all__ = ["join", "leave", "lobby", "open_games_part", "start_now", "waiting_room"]

_SHOWN: Final = 60
"""More open games than anybody reads; the filters find the rest."""


@require_http_methods(["GET", "HEAD", "POST"])
def lobby(request: HttpRequest) -> HttpResponse:
    """The open games and the form for a table of one's own; a POST opens that table."""
    if request.method != "POST":
        return _lobby(request, TableForm(initial={"name": suggest_name()}))
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("lobby"))
    form = TableForm(request.POST)
    if form.is_valid():
        try:
            game = create_game(signed_in(request), form.terms())
        except BadTerms as error:
            form.refuse(error)
        else:
            return redirect(_home_of(game), game.slug)
    return _lobby(request, form, status=400)


@require_safe
def open_games_part(request: HttpRequest) -> HttpResponse:
    """Only the list, for a page that keeps itself up to date."""
    return render(request, "lobby/open_games.html", _open_games(request))


@require_safe
def waiting_room(request: HttpRequest, slug: str) -> HttpResponse:
    """A game that waits for players. One that has begun is shown on its own page."""
    game = get_object_or_404(Game, slug=slug)
    if game.status in (Game.Status.RUNNING, Game.Status.FINISHED):
        return redirect("game", slug)
    return _waiting_room(request, game, JoinForm())


@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a seat. What stands in the way is said on the game's page, beside what was filled in."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("waiting_room", args=[slug]))
    game = get_object_or_404(Game, slug=slug)
    form = JoinForm(request.POST)
    if not form.is_valid():
        return _waiting_room(request, game, form, status=400)
    try:
        join_game(signed_in(request), game, form.cleaned_data["power"], form.cleaned_data["word"])
    except NotOpen as error:
        messages.error(request, error.message)
        return redirect("lobby")
    except WrongWord as error:
        form.add_error("word", error.message)
    except CannotJoin as error:
        form.add_error(None, error.message)
    else:
        game.refresh_from_db()
        return redirect(_home_of(game), slug)
    return _waiting_room(request, game, form, status=409)


@require_POST
@login_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Give up one's seat."""
    game = get_object_or_404(Game, slug=slug)
    try:
        leave_game(signed_in(request), game)
    except Refused as error:
        messages.error(request, error.message)
    else:
        messages.success(request, f"You left {game.name}.")
    return redirect("lobby")


@require_POST
@login_required
def start_now(request: HttpRequest, slug: str) -> HttpResponse:
    """The host lets the bots take the free seats without waiting longer."""
    game = get_object_or_404(Game, slug=slug, host=signed_in(request))
    try:
        fill_seats(game, request.POST.get("bot", "") or game.fill_bot)
    except Refused as error:
        messages.error(request, error.message)
        return redirect("waiting_room", slug)
    return redirect("game", slug)


def _home_of(game: Game) -> str:
    """The name of the page on which the game is now."""
    return "waiting_room" if game.status in (Game.Status.OPEN, Game.Status.CANCELLED) else "game"


def _lobby(request: HttpRequest, form: TableForm, status: int = 200) -> HttpResponse:
    mine = []
    if request.user.is_authenticated:
        person = signed_in(request)
        games = queries.my_games(person).filter(status__in=(Game.Status.RUNNING, Game.Status.OPEN))
        mine = [my_table(game, person) for game in games.prefetch_related("seats__user")[:_SHOWN]]
        mine.sort(
            key=lambda each: (not each.is_my_turn, each.deadline is None, each.deadline or each.table.game.created_at)
        )
    context = {"form": form, "mine": mine, **_open_games(request)}
    return render(request, "lobby/lobby.html", context, status=status)


def _open_games(request: HttpRequest) -> dict[str, Any]:
    viewer = signed_in(request) if request.user.is_authenticated else None
    wishes = chosen(request.GET.dict())
    games = filtered(queries.open_games(), wishes).order_by(F("fill_at").asc(nulls_last=True), "-pk")
    tables = [table(game, viewer) for game in games.prefetch_related("seats__user")[:_SHOWN]]
    return {
        "tables": tables,
        "first_choice": next((each.game.pk for each in tables if each.can_be_joined), None),
        "free": sum(each.free for each in tables),
        "filters": [
            [
                (choice.words, "?" + urlencode({**wishes, name: choice.value}), wishes.get(name, "") == choice.value)
                for choice in choices
            ]
            for name, choices in FILTERS.items()
        ],
        "wishes": urlencode(wishes),
    }


def _waiting_room(request: HttpRequest, game: Game, form: JoinForm, status: int = 200) -> HttpResponse:
    viewer = signed_in(request) if request.user.is_authenticated else None
    context = {
        "table": table(game, viewer),
        "game": game,
        "form": form,
        "is_host": viewer is not None and game.host_id == viewer.pk,
        "bots": bot_groups(),
    }
    return render(request, "lobby/waiting_room.html", context, status=status)
