"""The talk of a game for pages without a socket, earlier messages, and what a proposal looks like on the map."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from dipgame.games import convert
from dipgame.games.models import GamePhase
from dipgame.games.players import silent_powers
from frontend.access import Access, access_or_404
from frontend.talk.drawings import NotAnOffer, drawing_of, helpers_of, read_offered
from frontend.talk.state import press_of
from frontend.wire.replies import refused_reply

__all__ = ["drawing", "helpers", "press"]


@require_safe
def press(request: HttpRequest, slug: str) -> HttpResponse:
    """My talk; `?before=<id>` the messages before that one, `&with=ENG-FRA` of that conversation.

    Or a 404.
    """
    access = access_or_404(request, slug)
    given = request.GET.get("before", "")
    before = int(given) if given.isdecimal() and len(given) < 18 else None
    shown = press_of(access, before=before, key=request.GET.get("with", ""))
    if shown is None:
        raise Http404("There are no messages here that you may read.")
    response = JsonResponse(shown)
    patch_cache_control(response, private=True, no_store=True)
    return response


@require_safe
def drawing(request: HttpRequest, slug: str) -> HttpResponse:
    """`?order=GER A MUN S A PAR - BUR&denied=…`, each as often as wanted, drawn on the board as it stands."""
    row = _row(access_or_404(request, slug))
    position = convert.position_of(row)
    try:
        orders = read_offered(request.GET.getlist("order"), position)
        denied = read_offered(request.GET.getlist("denied"), position)
    except NotAnOffer as no:
        return _no(no)
    return JsonResponse(drawing_of(position, orders, denied), headers={"Cache-Control": "private, no-store"})


@require_safe
def helpers(request: HttpRequest, slug: str) -> HttpResponse:
    """`?order=A PAR - BUR`: the units of others that could support this order of mine."""
    access = access_or_404(request, slug)
    if access.power is None:
        raise Http404("Only players ask for support.")
    position = convert.position_of(_row(access))
    order, silent = request.GET.get("order", ""), silent_powers(access.game)
    try:
        found = helpers_of(position, access.power, order, convert.rulebook_of(access.game), silent)
    except NotAnOffer as no:
        return _no(no)
    return JsonResponse(found, headers={"Cache-Control": "private, no-store"})


def _row(access: Access) -> GamePhase:
    row = access.latest_phase()
    if row is None:
        raise Http404("The game has not begun.")
    return row


def _no(no: NotAnOffer) -> JsonResponse:
    return JsonResponse(refused_reply("malformed", str(no)), status=422)
