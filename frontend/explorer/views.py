"""Page of the explorer; every look at it is a link."""

from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from adjudication.powers import POWER_NAMES
from dipgame.explorer.queries import MOST_VISITS
from dipgame.games import convert
from dipgame.limits import EXPLORING
from frontend.access import access_or_404
from frontend.board import Scene, render_board
from frontend.explorer.answer import Answer, answer_of
from frontend.explorer.links import BadLink, explorer_link, read_orders, read_position, read_power
from frontend.game.places import CODE_WORDS
from frontend.shell.views import signed_in
from frontend.visitor import visitor

__all__ = ["explorer", "from_game"]

_NOT_READ: Final = 404
_TOO_MANY: Final = 429


@require_safe
def explorer(request: HttpRequest) -> HttpResponse:
    """Show orders given at a position, by a power or by all."""
    if not EXPLORING.allows(visitor(request)):
        response = render(request, "explorer/busy.html", status=_TOO_MANY)
        patch_cache_control(response, no_store=True)
        return response
    try:
        position = read_position(request.GET.get("at", ""))
        power = read_power(request.GET.get("power", ""), position)
        orders = read_orders(request.GET.get("orders", ""), position) if power else []
        came = request.GET.get("from", "")
        before = read_position(came) if came else None
    except BadLink as bad:
        return render(request, "explorer/bad_link.html", {"reason": str(bad)}, status=_NOT_READ)
    viewer = signed_in(request) if request.user.is_authenticated else None
    answer = answer_of(position, power, orders, viewer)
    back = explorer_link(position, power, came=came) if orders else explorer_link(before) if before else ""
    response = render(request, "explorer/explorer.html", {**_context(answer), "back": back, "came": came})
    patch_cache_control(response, private=True, max_age=60)
    return response


@require_safe
def from_game(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Go to the position of a phase of a game."""
    row = access_or_404(request, slug).look().phase_named(name)
    if row is None:
        raise Http404("This game has no such phase.")
    return redirect(explorer_link(convert.position_of(row)))


def _context(answer: Answer) -> dict[str, Any]:
    position, power = answer.position, answer.power
    title = f"{position.phase.turn}{CODE_WORDS['stages'][position.phase.kind]}"
    orders = {power: answer.orders} if power and answer.orders else {}
    scene = Scene(position, orders=orders, labels="short", title=f"Board, {title}")
    return {
        "answer": answer,
        "title": title,
        # Drawn by our own pen, which escapes what it is given.
        "board": mark_safe(render_board(scene)),  # noqa: S308
        "powers": [
            (code, words, explorer_link(position, code) if code in answer.playing else "")
            for code, words in POWER_NAMES.items()
        ],
        "all": explorer_link(position),
        "most": MOST_VISITS,
    }
