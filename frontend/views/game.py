"""The page of one game, and what it fetches: phases, legal orders, pictures, commands without a socket."""

from typing import Any, Final, Literal

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from adjudication.board import STANDARD
from adjudication.powers import POWER_NAMES
from dipgame.games import convert, queries
from dipgame.games.models import Game, GamePhase
from frontend.access import Access, access_or_404
from frontend.boardview import GEOMETRY, render_board, render_png, render_svg
from frontend.commands import HTTP_STATUS, carry_out
from frontend.frames import LARGEST_FRAME, Garbage, Reply, parse_command, refused
from frontend.options import no_options, options_of
from frontend.phases import phase_json, scene_of, taste_of
from frontend.press import press_of
from frontend.state import state_of

__all__ = ["command", "game", "options", "phase", "picture", "state"]

_PICTURE_WIDTH: Final = 2000
_AN_HOUR: Final = 3600
_SAMPLE: Final = "S1901M"


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The game page. `?phase=F1902M` opens it at that phase; an unknown one is a 404."""
    access = access_or_404(request, slug)
    if access.game.status == Game.Status.OPEN:
        return redirect("waiting_room", slug)
    try:
        state = state_of(access)
    except LookupError:
        return redirect("waiting_room", slug)
    # The board after the state: should the phase end in between, the next state finds the page where it was.
    row = _phase_or_404(access, request.GET.get("phase") or state["game"]["phase"])
    taste = taste_of(request)
    scene = scene_of(access, row, taste)
    # Drawn by our own pen, which escapes what it is given.
    board = mark_safe(render_board(scene))  # noqa: S308
    context = {
        "game": access.game,
        "power": None if access.power is None else {"code": access.power, "name": POWER_NAMES[access.power]},
        "board": board,
        "taste": taste,
        "state": state,
        "phase": phase_json(access, row, taste, layers=False),
        "page": _page(request, access),
        "press": press_of(access),
    }
    response = render(request, "game/game.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """What the socket sends, for whoever has none."""
    access = access_or_404(request, slug)
    try:
        return _fresh(JsonResponse(state_of(access)))
    except LookupError:
        raise Http404("The game has not begun.") from None


@require_safe
def phase(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """A phase as layers to swap in, with its orders and their fates."""
    access = access_or_404(request, slug)
    row = _phase_or_404(access, name)
    response = JsonResponse(phase_json(access, row, taste_of(request)))
    if row.status != GamePhase.Status.RESOLVED:
        return _fresh(response)
    # What is over never changes; only who looks and how they like it drawn does.
    patch_cache_control(response, private=True, max_age=_AN_HOUR)
    patch_vary_headers(response, ["Cookie"])
    return response


@require_safe
def options(request: HttpRequest, slug: str) -> HttpResponse:
    """The legal orders of my units in the phase now played; `?phase=` guards against a phase that is over."""
    access = access_or_404(request, slug)
    row = queries.live_phase(access.game)
    if row is None:
        raise Http404("Nothing can be ordered in this game now.")
    wanted = request.GET.get("phase")
    if wanted and wanted != row.name:
        title = convert.phase_of(row).title
        return JsonResponse(refused("late", f"This phase is over; the game is in {title}."), status=HTTP_STATUS["late"])
    position = convert.position_of(row)
    if access.power is None:
        return _fresh(JsonResponse(no_options(position)))
    return _fresh(JsonResponse(options_of(position, access.power, convert.rulebook_of(access.game))))


@require_POST
def command(request: HttpRequest, slug: str) -> HttpResponse:
    """A command as over the socket, in the body as JSON. A refusal has a status that says so."""
    access = access_or_404(request, slug)
    try:
        reply = carry_out(access, parse_command(_body(request)))
    except Garbage as garbage:
        reply = refused("malformed", garbage.message, garbage.ref)
    return _fresh(JsonResponse(reply, status=_status_of(reply)))


@require_safe
def picture(request: HttpRequest, slug: str, name: str, kind: str) -> HttpResponse:
    """A phase to take away: an SVG with all it needs inside, or a PNG. `?theme=dark`, `?download` saves it."""
    access = access_or_404(request, slug)
    row = _phase_or_404(access, name)
    scene = scene_of(access, row, taste_of(request))
    theme: Literal["light", "dark"] = "dark" if request.GET.get("theme") == "dark" else "light"
    if kind == "svg":
        response = HttpResponse(render_svg(scene, theme), content_type="image/svg+xml")
    else:
        response = HttpResponse(render_png(scene, _PICTURE_WIDTH, theme), content_type="image/png")
    if "download" in request.GET:
        response["Content-Disposition"] = f'attachment; filename="{slug}-{row.name}.{kind}"'
    # A picture opened by itself brings its own style and letters inside.
    response["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'"
    )
    return _fresh(response)


def _page(request: HttpRequest, access: Access) -> dict[str, Any]:
    """What the scripts need besides the state: addresses, names and places."""
    slug = access.game.slug
    return {
        "slug": slug,
        "token": get_token(request),
        "urls": {
            "socket": f"/ws/games/{slug}/",
            "command": reverse("game_command", args=[slug]),
            "phase": _for_any_phase(reverse("game_phase", args=[slug, _SAMPLE])),
            "svg": _for_any_phase(reverse("game_picture", args=[slug, _SAMPLE, "svg"])),
            "png": _for_any_phase(reverse("game_picture", args=[slug, _SAMPLE, "png"])),
            "press": reverse("game_press", args=[slug]),
            "drawing": reverse("game_offer_drawing", args=[slug]),
            "helpers": reverse("game_offer_helpers", args=[slug]),
        },
        "powers": POWER_NAMES,
        "places": _PLACES,
    }


def _for_any_phase(address: str) -> str:
    """An address in which the script puts the phase it wants in place of `PHASE`."""
    return address.replace(_SAMPLE, "PHASE")


_PLACES: Final = {
    code: {
        "name": facts.name,
        "at": GEOMETRY.provinces[code].unit,
        "coasts": {coast: places.unit for coast, places in GEOMETRY.provinces[code].coasts.items()},
    }
    for code, facts in STANDARD.provinces.items()
}


def _phase_or_404(access: Access, name: str) -> GamePhase:
    row = queries.phase_named(access.game, name)
    if row is None:
        raise Http404("This game has no such phase.")
    return row


def _body(request: HttpRequest) -> bytes:
    try:
        length = int(request.headers.get("Content-Length") or 0)
    except ValueError:
        length = 0
    if length > LARGEST_FRAME:
        raise Garbage(f"A command has at most {LARGEST_FRAME} bytes.")
    return request.body


def _status_of(reply: Reply) -> int:
    return HTTP_STATUS.get(reply["code"], 422) if reply["type"] == "refused" else 200


def _fresh(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, private=True, no_store=True)
    return response
