"""The one link of a private game: friends sit down by it, and a substitute takes a seat that has become free."""

from typing import Any, Final

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_http_methods, require_safe

from adjudication.position import opening
from adjudication.powers import POWER_NAMES, as_power
from dipgame import limits
from dipgame.accounts.guests import NoGuestsError, TooManyGuestsError
from dipgame.accounts.models import User
from dipgame.games import queries
from dipgame.games.errors import Refused
from dipgame.games.events import game_topic
from dipgame.games.models import Game
from dipgame.games.private_word import folded, opens
from dipgame.games.services import join_game, take_seat_over
from frontend.account.guests import let_in
from frontend.board import Scene, render_png
from frontend.lobby.forms import GuestForm, JoinForm, WishesForm
from frontend.lobby.listed_games import listed_game
from frontend.shell.views import signed_in
from frontend.visitor import visitor

__all__ = ["closed", "group", "group_link", "preview"]

_WIDTH: Final = 1200
_A_DAY: Final = 86_400


def group_link(request: HttpRequest, game: Game) -> str:
    """The address that friends are sent, with the word in it; empty for a game that has none."""
    word = folded(game.private_word)
    return request.build_absolute_uri(reverse("group", args=[game.slug, word])) if word else ""


@require_http_methods(["GET", "HEAD", "POST"])
def group(request: HttpRequest, slug: str, word: str) -> HttpResponse:
    """The game of a link; a POST takes a seat there, as a guest with a name where one is not signed in."""
    who = visitor(request)
    if limits.WORDS.is_reached(who):
        return closed(request, slug, "Too many guesses. Ask for the link, or try again in an hour.", status=429)
    game = queries.game_with_slug(slug)
    if game is None or not opens(game, word):
        limits.WORDS.allows(who)
        return closed(request, slug, "This word opens no game here. See that all of the link was copied.")
    person = signed_in(request) if request.user.is_authenticated else None
    if person is not None and (game.master_id == person.pk or queries.seat_of(person, game) is not None):
        return redirect("waiting_room" if game.status == Game.Status.OPEN else "game", slug)
    response = _sit_down(request, game, person, word) if request.method == "POST" else _page(request, game)
    patch_cache_control(response, private=True, no_store=True)
    return response


def closed(request: HttpRequest, slug: str, complaint: str = "", status: int = 404) -> HttpResponse:
    """The page of every address behind which there is no game, or one that needs a word: nobody learns which."""
    return render(request, "lobby/closed.html", {"slug": slug, "complaint": complaint}, status=status)


@require_safe
def preview(request: HttpRequest) -> HttpResponse:
    """The picture that messengers show beside a link: the board at the start, the same for every game."""
    drawn = cache.get_or_set("group-preview", lambda: render_png(Scene(opening()), _WIDTH), _A_DAY)
    response = HttpResponse(drawn, content_type="image/png")
    patch_cache_control(response, public=True, max_age=_A_DAY)
    return response


def _sit_down(request: HttpRequest, game: Game, person: User | None, word: str) -> HttpResponse:
    is_open = game.status == Game.Status.OPEN
    form = _form(game, request.POST) if is_open else None
    guest = GuestForm(request.POST) if person is None else None
    if not all(each is None or each.is_valid() for each in (form, guest)):
        return _page(request, game, (form, guest), status=400)
    try:
        if person is None and guest is not None:
            person = let_in(request, guest.cleaned_data["name"])
        assert person is not None  # one of the two  # noqa: S101
        if form is not None:
            wishes = form.wishes if isinstance(form, WishesForm) else []
            join_game(person, game, form.cleaned_data["power"], word, wishes)
        else:
            take_seat_over(person, game, request.POST.get("power", ""), word)
    except NoGuestsError:
        messages.warning(request, "The site takes no new guests just now; with an account you can sit down.")
        return redirect(f"{reverse('account_signup')}?next={request.path}")
    except TooManyGuestsError:
        messages.warning(request, "Many guests came from your network today; with an account you can sit down, too.")
        return redirect(f"{reverse('account_signup')}?next={request.path}")
    except Refused as refused:
        messages.error(request, refused.message)
        return _page(request, game, (form, guest), status=409)
    game.refresh_from_db()
    return redirect("waiting_room" if game.status == Game.Status.OPEN else "game", game.slug)


def _form(game: Game, given: Any = None) -> JoinForm:
    return WishesForm(given) if game.seating == "wishes" else JoinForm(given)


def _page(
    request: HttpRequest, game: Game, given: tuple[JoinForm | None, GuestForm | None] = (None, None), status: int = 200
) -> HttpResponse:
    news = queries.news_of([game_topic(game.slug)])[game_topic(game.slug)]
    viewer = signed_in(request) if request.user.is_authenticated else None
    free = queries.substitutable(game) if game.status == Game.Status.RUNNING else []
    context = {
        "game": game,
        "table": listed_game(game, viewer),
        "form": given[0] or _form(game),
        "guest": None if viewer is not None else given[1] or GuestForm(),
        "by_link": True,
        "join_to": request.path,
        "free": [(seat.power, POWER_NAMES[as_power(seat.power)]) for seat in free],
        "preview": request.build_absolute_uri(reverse("group_preview")),
        "here": request.build_absolute_uri(),
        "news": news,
    }
    return render(request, "lobby/waiting_room.html", context, status=status)
