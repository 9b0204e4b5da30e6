"""The archive of games that are over, and a game as a file."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from adjudication.games import GameFileError
from daide.log import ALL_FORMATS
from dipgame.games import queries
from dipgame.games.models import Game
from dipgame.games.recorded import recorded_game
from frontend.access import Access, access_or_404
from frontend.archive.export import game_as_dict, game_as_text
from frontend.archive.forms import SearchForm
from frontend.lobby.listed_games import ended_words, listed_game
from frontend.shell.views import signed_in

__all__ = ["archive", "as_format", "as_json", "as_text"]

_A_PAGE: Final = 24


@require_safe
def archive(request: HttpRequest) -> HttpResponse:
    """Games that are over, by who played, how and when they ended.

    `?before=` goes on where a page ended.
    """
    form = SearchForm(request.GET)
    found: list[Game] = []
    person = signed_in(request) if request.user.is_authenticated else None
    if form.is_valid():
        wanted = replace(form.wanted(), before=_place(request.GET.get("before", "")), viewer=person)
        found = list(queries.archived(wanted)[: _A_PAGE + 1])
    wishes = {name: value for name, value in request.GET.items() if name in form.fields and value}
    shown = found[:_A_PAGE]
    context = {
        "form": form,
        "games": [(listed_game(game), f"{ended_words(game)} in {game.last_year}") for game in shown],
        "is_search": bool(wishes),
        "earlier": f"?{urlencode(wishes | {'before': _mark(shown[-1])})}" if len(found) > _A_PAGE else "",
        "newest": f"?{urlencode(wishes)}" if request.GET.get("before") else "",
    }
    return render(request, "archive/archive.html", context)


def _mark(game: Game) -> str:
    """End of a page, for the next page's address.

    Microseconds and the game's number, exact in both.
    """
    at = game.finished_at or game.created_at
    return f"{int(at.timestamp())}.{at.microsecond:06}.{game.pk}"


def _place(mark: str) -> tuple[datetime, int] | None:
    """The inverse; None for whatever else stands in an address: then the list begins at its beginning."""
    try:
        seconds, micros, number = (int(part) for part in mark.split("."))
        return datetime.fromtimestamp(seconds, UTC).replace(microsecond=micros), max(0, min(number, 2**62))
    except (ValueError, OverflowError, OSError):
        return None


@require_safe
def as_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The game as far as whoever asks may see it, for programs (`docs/archive.md`)."""
    access = access_or_404(request, slug)
    if _is_refused(request, access):
        return _refused(request, access)
    answer = JsonResponse(game_as_dict(access), json_dumps_params={"indent": 1})
    return _file(answer, f"{slug}.json")


@require_safe
def as_text(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the game as text."""
    access = access_or_404(request, slug)
    if _is_refused(request, access):
        return _refused(request, access)
    text = game_as_text(access)
    return _file(HttpResponse(text, content_type="text/plain; charset=utf-8"), f"{slug}.txt")


@require_safe
def as_format(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Download the game in the format of another program (`docs/formats.md`)."""
    access = access_or_404(request, slug)
    if name not in ALL_FORMATS:
        raise Http404
    if _is_refused(request, access):
        return _refused(request, access)
    chosen = ALL_FORMATS[name]
    try:
        text = chosen.write(recorded_game(access.game, access.look().all_phases))
    except GameFileError as error:
        messages.error(request, f"This game cannot be written {chosen.title}: {error.reason}.")
        return redirect("game_result", slug)  # of a game that goes on, this leads to its board
    return _file(HttpResponse(text, content_type=chosen.content_type), f"{slug}.{chosen.ending}")


def _is_refused(request: HttpRequest, access: Access) -> bool:
    """True if a player refused study and the reader did not play.

    Staff may fetch any game, to look after the site.
    """
    plays = access.seat is not None or access.sees_all
    return not plays and not getattr(request.user, "is_staff", False) and not queries.is_studied(access.game)


def _refused(request: HttpRequest, access: Access) -> HttpResponse:
    return render(request, "archive/refused.html", {"game": access.game}, status=403)


def _file(answer: HttpResponse, name: str) -> HttpResponse:
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_cache_control(answer, private=True, no_store=True)
    return answer
