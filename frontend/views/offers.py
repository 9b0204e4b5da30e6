"""What a proposal looks like on the map, and who could support an order: for the page of the talk."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from dipgame.games import convert, queries
from dipgame.games.models import GamePhase
from frontend.access import Access, access_or_404
from frontend.frames import refused
from frontend.offers import NotAnOffer, drawing_of, helpers_of, read_offered

__all__ = ["drawing", "helpers"]


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
    try:
        found = helpers_of(position, access.power, request.GET.get("order", ""), convert.rulebook_of(access.game))
    except NotAnOffer as no:
        return _no(no)
    return JsonResponse(found, headers={"Cache-Control": "private, no-store"})


def _row(access: Access) -> GamePhase:
    row = queries.latest_phase(access.game)
    if row is None:
        raise Http404("The game has not begun.")
    return row


def _no(no: NotAnOffer) -> JsonResponse:
    return JsonResponse(refused("malformed", str(no)), status=422)
