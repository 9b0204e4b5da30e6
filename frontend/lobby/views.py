"""Open games, the form for a new one, and the wait until it is full."""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from adjudication.powers import Power
from dipgame.games import queries
from dipgame.games.errors import BadTerms, Banned, CannotJoin, NotOpen, Refused, TooManyGames
from dipgame.games.events import LOBBY, game_topic
from dipgame.games.keeping import may_keep
from dipgame.games.models import Game
from dipgame.games.private_word import folded
from dipgame.games.services import change_wishes, join_game, leave_game, offer_game, resign_game, wish_start
from frontend.access import access_for
from frontend.account.guests import guest_of, not_for_guests
from frontend.lobby.forms import JoinForm, StartForm, WishesForm
from frontend.lobby.game_names import suggest_name
from frontend.lobby.group import closed, group_link
from frontend.lobby.listed_games import FILTERS, chosen, listed_game, listed_mine
from frontend.lobby.new_game import TableForm
from frontend.lobby.room import room_of
from frontend.shell.views import signed_in

__all__ = ["end_alone", "join", "leave", "lobby", "open_games_part", "start_now", "waiting_room", "wishes"]

_MINE_SHOWN: Final = 60

_SHOWN: Final = 24
"""Open games on a page."""

_LAST_PAGE: Final = 500


@require_http_methods(["GET", "HEAD", "POST"])
def lobby(request: HttpRequest) -> HttpResponse:
    """The open games and the form for a new one; a POST opens it."""
    if request.method != "POST":
        form = TableForm(preset=request.GET.get("preset", ""), initial={"name": suggest_name()})
        return _lobby(request, form)
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("lobby"))
    if guest_of(request) is not None:
        return not_for_guests(request, reverse("lobby"))
    form = TableForm(request.POST)
    if form.is_valid():
        try:
            game = offer_game(signed_in(request), form.terms())
        except BadTerms as error:
            form.refuse(error)
        except TooManyGames as error:
            form.add_error(None, error.message)
            return _lobby(request, form, status=429)
        except Banned as error:
            form.add_error(None, error.message)
            return _lobby(request, form, status=403)
        else:
            return redirect(_home_of(game), game.slug)
    return _lobby(request, form, status=400)


@require_safe
def open_games_part(request: HttpRequest) -> HttpResponse:
    """Only the list, for a page that keeps itself up to date."""
    return render(request, "lobby/open_games.html", _open_games(request))


@require_safe
def waiting_room(request: HttpRequest, slug: str) -> HttpResponse:
    """A game that waits for players. One that has begun is shown on its own page; a private one needs its word."""
    word = request.GET.get("word", "")
    if word and folded(word):
        return redirect("group", slug, folded(word))
    game = _table(request, slug)
    if game is None:
        return closed(request, slug)
    if game.status in (Game.Status.RUNNING, Game.Status.FINISHED):
        return redirect("game", slug)
    return _waiting_room(request, game, _join_form(game, wished=_wished(request, game)))


@require_POST
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Take a seat. What stands in the way is said on the game's page, beside what was filled in."""
    if not request.user.is_authenticated:
        return redirect_to_login(reverse("waiting_room", args=[slug]))
    if guest_of(request) is not None:
        return not_for_guests(request, reverse("waiting_room", args=[slug]))
    game = _table_or_404(request, slug)
    form = _join_form(game, request.POST)
    if not form.is_valid():
        return _waiting_room(request, game, form, status=400)
    try:
        wishes = form.wishes if isinstance(form, WishesForm) else []
        join_game(signed_in(request), game, form.cleaned_data["power"], game.private_word, wishes)
    except NotOpen as error:
        messages.error(request, error.message)
        return redirect("lobby")
    except CannotJoin as error:
        form.add_error(None, error.message)
    else:
        game.refresh_from_db()
        return redirect(_home_of(game), slug)
    return _waiting_room(request, game, form, status=409)


@require_POST
@login_required
def wishes(request: HttpRequest, slug: str) -> HttpResponse:
    """Wish for other powers, at a table where one sits and they are not dealt yet."""
    game = _table_or_404(request, slug)
    form = WishesForm(request.POST)
    if not form.is_valid():
        return _waiting_room(request, game, form, status=400)
    try:
        change_wishes(signed_in(request), game, form.wishes)
    except Refused as error:
        messages.error(request, error.message)
    else:
        messages.success(request, "Your wishes are kept.")
    return redirect("waiting_room", slug)


@require_POST
@login_required
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Give up one's seat; who plays with bots alone ends the game by it, and keeps it."""
    game, person = _table_or_404(request, slug), signed_in(request)
    phase, seat = queries.live_phase(game), queries.seat_of(person, game)
    if phase is not None and seat is not None and queries.plays_alone(seat, phase):
        return end_alone(request, slug)
    try:
        leave_game(person, game)
    except Refused as error:
        messages.error(request, error.message)
    else:
        messages.success(request, f"You left {game.name}.")
    return redirect("lobby")


@require_POST
@login_required
def end_alone(request: HttpRequest, slug: str) -> HttpResponse:
    """End a game that one plays with bots alone, and see its result."""
    try:
        resign_game(signed_in(request), _table_or_404(request, slug))
    except Refused as error:
        messages.error(request, error.message)
        return redirect("game", slug)
    return redirect("game_result", slug)


@require_POST
@login_required
def start_now(request: HttpRequest, slug: str) -> HttpResponse:
    """Vote to begin at once with bots, or withdraw the vote.

    The host also chooses the bots.
    """
    game, person = _table_or_404(request, slug), signed_in(request)
    bot, each = "", dict[Power, str]()
    if game.host_id == person.pk and game.status == Game.Status.OPEN:
        form = StartForm(listed_game(game, person).free_powers, game.fill_bot, request.POST)
        if not form.is_valid():
            messages.error(request, "Choose how strong each bot is from the list.")
            return redirect("waiting_room", slug)
        bot, each = form.bots()
    begins = False
    try:
        begins = wish_start(person, game, request.POST.get("wants", "yes") != "no", bot, each)
    except Refused as error:
        messages.error(request, error.message)
    return redirect("game" if begins else "waiting_room", slug)


def _table(request: HttpRequest, slug: str) -> Game | None:
    """A public table that waits for players, or a game that `frontend.access` shows to who asks; else None."""
    game = queries.game_with_slug(slug)
    if game is not None and game.status == Game.Status.OPEN and not game.is_private:
        return game
    access = access_for(request.user, slug)
    return None if access is None else access.game


def _table_or_404(request: HttpRequest, slug: str) -> Game:
    """Find it, or raise Http404."""
    game = _table(request, slug)
    if game is None:
        raise Http404("There is no such game, or it is private.")
    return game


def _join_form(game: Game, given: Any = None, wished: Sequence[str] = ()) -> JoinForm:
    return WishesForm(given, wished=wished) if game.seating == "wishes" else JoinForm(given)


def _wished(request: HttpRequest, game: Game) -> list[str]:
    """The powers that who asks, and sits there, has wished for."""
    seat = queries.seat_of(signed_in(request), game) if request.user.is_authenticated else None
    return [] if seat is None else seat.wishes.split()


def _home_of(game: Game) -> str:
    """The name of the page on which the game is now."""
    return "waiting_room" if game.status in (Game.Status.OPEN, Game.Status.CANCELLED) else "game"


def _lobby(request: HttpRequest, form: TableForm, status: int = 200) -> HttpResponse:
    context = {"form": form, **_open_games(request, with_mine=True)}
    return render(request, "lobby/lobby.html", context, status=status)


def _open_games(request: HttpRequest, *, with_mine: bool = False) -> dict[str, Any]:
    news = _news(LOBBY)  # first: what is read afterwards is at least as new
    viewer = signed_in(request) if request.user.is_authenticated else None
    wishes, page = chosen(request.GET.dict()), _page(request.GET.get("page", ""))
    lists = [queries.open_games(wishes)[(page - 1) * _SHOWN : page * _SHOWN + 1]]
    if viewer is not None and with_mine:
        lists.append(queries.my_games(viewer, Game.Status.RUNNING, Game.Status.OPEN)[:_MINE_SHOWN])
    offered, *mine = queries.seated(*lists)
    tables = [listed_game(game, viewer) for game in offered[:_SHOWN]]
    return {
        "mine": []
        if viewer is None or not mine
        else sorted(listed_mine(mine[0], viewer), key=lambda each: each.urgency),
        "tables": tables,
        "is_more": page > 1 or len(offered) > _SHOWN,
        "page": page,
        "earlier": "?" + urlencode({**wishes, "page": page - 1}) if page > 1 else "",
        "later": "?" + urlencode({**wishes, "page": page + 1}) if len(offered) > _SHOWN else "",
        "first_choice": next((each.game.pk for each in tables if each.can_be_joined), None),
        "free": sum(each.free for each in tables),
        "filters": [
            [
                (words, "?" + urlencode({**wishes, name: value}), wishes.get(name, "") == value)
                for value, words in choices.items()
            ]
            for name, choices in FILTERS.items()
        ],
        "wishes": urlencode(wishes),
        "address": urlencode({**wishes, "page": page} if page > 1 else wishes),
        "news": news,
    }


def _page(given: str) -> int:
    """The page asked for; the first for whatever is none."""
    return min(int(given), _LAST_PAGE) if given.isascii() and given.isdigit() and int(given[:9]) else 1


def _waiting_room(request: HttpRequest, game: Game, form: JoinForm, status: int = 200) -> HttpResponse:
    news = _news(game_topic(game.slug))
    viewer = signed_in(request) if request.user.is_authenticated else None
    shown = listed_game(game, viewer)
    is_host = viewer is not None and game.host_id == viewer.pk
    context = {
        "table": shown,
        "game": game,
        "form": form,
        "keeps": may_keep(request.user, game, sits=shown.you is not None),
        "is_host": is_host,
        "is_master": viewer is not None and game.master_id == viewer.pk,
        "start": StartForm(shown.free_powers, game.fill_bot),
        "room": room_of(game, viewer) if shown.you is not None or is_host else (),
        "agreed": [seat for seat in game.seats.all() if seat.start_wish],
        "people": sum(seat.user_id is not None for seat in game.seats.all()),
        "link": group_link(request, game),
        "join_to": reverse("join_game", args=[game.slug]),
        "news": news,
    }
    return render(request, "lobby/waiting_room.html", context, status=status)


def _news(topic: str) -> int:
    return queries.news_of([topic])[topic]
