"""The page of one game, and what it fetches: phases, legal orders, pictures, commands without a socket."""

from typing import Final, Literal

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from adjudication.powers import POWER_NAMES
from dipgame.accounts.wishes import switch_hints
from dipgame.games import convert, queries
from dipgame.games.keeping import may_keep
from dipgame.games.models import Game, GamePhase
from dipgame.games.services.send_press import MAX_MESSAGE
from dipgame.packing import never_changes
from frontend.access import Access, access_or_404
from frontend.board import render_board, render_ground
from frontend.display import display_options_of
from frontend.game.commands import HTTP_STATUS, carry_out
from frontend.game.hints import guide_in
from frontend.game.options import no_options, options_of
from frontend.game.phases import board_of, phase_json, scene_of
from frontend.game.pictures import film_of, picture_of
from frontend.game.places import CODE_WORDS, PLACES
from frontend.game.state import state_of
from frontend.home.drawn_rules import RULES
from frontend.inbox.bell import looked_at
from frontend.lobby.group import group_link
from frontend.shell.views import signed_in
from frontend.talk.state import press_of
from frontend.wire.commands import LARGEST_FRAME, BadFrame, parse_command
from frontend.wire.page import Page
from frontend.wire.replies import Reply, answering, refused_reply

__all__ = ["choose_hints", "command", "film", "game", "options", "phase", "picture", "state"]

for part in render_ground():
    never_changes(part)

_AN_HOUR: Final = 3600
_SAMPLE: Final = "S1901M"


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """The game page. `?phase=F1902M` opens it at that phase; an unknown one is a 404."""
    access = access_or_404(request, slug)
    if access.game.status == Game.Status.OPEN:
        return redirect("waiting_room", slug)
    try:
        sight = access.look()
        state = state_of(access, sight)
    except LookupError:
        return redirect("waiting_room", slug)
    missed = looked_at(request, access.game)
    # The board after the state: should the phase end in between, the next state finds the page where it was.
    row = sight.phase_named(request.GET.get("phase") or state["game"]["phase"])
    if row is None:
        raise Http404("This game has no such phase.")
    display = display_options_of(request.COOKIES)
    scene = scene_of(access, row, display, sight)
    # Drawn by our own pen, which escapes what it is given.
    board = mark_safe(render_board(scene))  # noqa: S308
    keeps = may_keep(request.user, access.game, sits=access.seat is not None)
    context = {
        "game": access.game,
        "delayed": access.delayed,
        "sees_all": access.sees_all,
        "thinks": access.sees_all and any(each["is_bot"] for each in state["seats"]),
        "power": None if access.power is None else {"code": access.power, "name": POWER_NAMES[access.power]},
        "board": board,
        "display": display,
        "state": state,
        "phase": phase_json(access, row, display, layers=False, sight=sight),
        "page": _page(request, access, sight),
        "press": press_of(access, sight=sight),
        "missed": missed,
        "keeps": keeps,
        "rules": RULES,
        "link": group_link(request, access.game) if keeps or access.seat is not None else "",
    }
    response = render(request, "game/game.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
def state(request: HttpRequest, slug: str) -> HttpResponse:
    """Serve the socket's state to pages without a socket."""
    access = access_or_404(request, slug)
    try:
        return _fresh(JsonResponse(state_of(access)))
    except LookupError:
        raise Http404("The game has not begun.") from None


@require_safe
def phase(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """A phase as layers to swap in, with its orders and their fates."""
    access = access_or_404(request, slug)
    sight = access.look()
    row, display = _phase_or_404(sight, name), display_options_of(request.COOKIES)
    response = JsonResponse(board_of(access, row, display, sight))
    if row.status != GamePhase.Status.RESOLVED:
        return _fresh(response)
    # A past phase never changes, but its picture depends on the viewer's display options.
    patch_cache_control(response, private=True, max_age=_AN_HOUR)
    patch_vary_headers(response, ["Cookie"])
    return response


@require_safe
def options(request: HttpRequest, slug: str) -> HttpResponse:
    """The legal orders of my units in the phase now played; `?phase=` guards against a phase that is over."""
    access = access_or_404(request, slug)
    row = access.latest_phase()
    if row is None or not row.is_live:
        raise Http404("Nothing can be ordered in this game now.")
    wanted = request.GET.get("phase")
    if wanted and wanted != row.name:
        title = convert.phase_of(row).title
        return JsonResponse(
            refused_reply("late", f"This phase is over; the game is in {title}."), status=HTTP_STATUS["late"]
        )
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
    except BadFrame as bad:
        reply = answering(refused_reply("malformed", bad.message), bad.ref)
    return _fresh(JsonResponse(reply, status=_status_of(reply)))


@require_safe
def picture(request: HttpRequest, slug: str, name: str, kind: str) -> HttpResponse:
    """A phase to take away: an SVG with all it needs inside, or a PNG. `?theme=dark`, `?download` saves it."""
    access = access_or_404(request, slug)
    row = _phase_or_404(access.look(), name)
    theme: Literal["light", "dark"] = "dark" if request.GET.get("theme") == "dark" else "light"
    drawn = picture_of(request, access, row, kind=kind, theme=theme, display=display_options_of(request.COOKIES))
    if drawn is None:
        return _many_pictures()
    content_type = "image/svg+xml" if kind == "svg" else "image/png"
    return _picture(request, drawn, content_type, f"{slug}-{row.name}.{kind}")


@require_safe
def film(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole game as an SVG that moves. `?theme=dark`, `?download` saves it."""
    access = access_or_404(request, slug)
    try:
        drawn = film_of(request, access, "dark" if request.GET.get("theme") == "dark" else "light")
    except LookupError:
        raise Http404("The game has not begun.") from None
    if drawn is None:
        return _many_pictures()
    return _picture(request, drawn, "image/svg+xml", f"{slug}.svg")


def _many_pictures() -> HttpResponse:
    return _fresh(HttpResponse("Too many pictures in a short time. Try again in a minute.", status=429))


def _picture(request: HttpRequest, drawn: bytes, kind: str, name: str) -> HttpResponse:
    """A picture to take away."""
    response = HttpResponse(drawn, content_type=kind)
    if "download" in request.GET:
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    # A picture opened by itself brings its own style and letters inside.
    response["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'"
    )
    return _fresh(response)


@require_POST
def choose_hints(request: HttpRequest) -> HttpResponse:
    """Switch the person's hints beside the orders on or off."""
    if not request.user.is_authenticated:
        raise Http404("Nobody is signed in.")
    switch_hints(signed_in(request), on=request.POST.get("on") == "1")
    return HttpResponse(status=204)


def _page(request: HttpRequest, access: Access, sight: queries.Sight) -> Page:
    """Data for the scripts besides the state: addresses, names, places, limits."""
    slug = access.game.slug
    return {
        "slug": slug,
        "token": get_token(request),
        "urls": {
            "socket": f"/ws/games/{slug}/",
            "command": reverse("game_command", args=[slug]),
            "state": reverse("game_state", args=[slug]),
            "phase": _for_any_phase(reverse("game_phase", args=[slug, _SAMPLE])),
            "sandbox": _for_any_phase(reverse("sandbox_game", args=[slug, _SAMPLE])),
            "svg": _for_any_phase(reverse("game_picture", args=[slug, _SAMPLE, "svg"])),
            "png": _for_any_phase(reverse("game_picture", args=[slug, _SAMPLE, "png"])),
            "press": reverse("game_press", args=[slug]),
            "hints": reverse("choose_hints"),
            "drawing": reverse("game_offer_drawing", args=[slug]),
            "helpers": reverse("game_offer_helpers", args=[slug]),
        },
        "powers": POWER_NAMES,
        "places": PLACES,
        "words": CODE_WORDS,
        "longest_message": MAX_MESSAGE,
        "guide": guide_in(access.seat, sight),
    }


def _for_any_phase(address: str) -> str:
    """An address in which the script puts the phase it wants in place of `PHASE`."""
    return address.replace(_SAMPLE, "PHASE")


def _phase_or_404(sight: queries.Sight, name: str) -> GamePhase:
    row = sight.phase_named(name)
    if row is None:
        raise Http404("This game has no such phase.")
    return row


def _body(request: HttpRequest) -> bytes:
    try:
        length = int(request.headers.get("Content-Length") or 0)
    except ValueError:
        length = 0
    if length > LARGEST_FRAME:
        raise BadFrame(f"A command has at most {LARGEST_FRAME} bytes.")
    return request.body


def _status_of(reply: Reply) -> int:
    return HTTP_STATUS.get(reply["code"], 422) if reply["type"] == "refused" else 200


def _fresh(response: HttpResponse) -> HttpResponse:
    patch_cache_control(response, private=True, no_store=True)
    return response
