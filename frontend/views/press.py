"""The talk of a game, for pages without a socket and for what was said long ago."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from frontend.access import access_or_404
from frontend.press import press_of

__all__ = ["press"]


@require_safe
def press(request: HttpRequest, slug: str) -> HttpResponse:
    """My talk; `?before=<id>` the messages before that one, `&with=ENG-FRA` of that conversation. Or a 404."""
    access = access_or_404(request, slug)
    given = request.GET.get("before", "")
    before = int(given) if given.isdecimal() and len(given) < 18 else None
    shown = press_of(access, before=before, key=request.GET.get("with", ""))
    if shown is None:
        raise Http404("There is no talk here that you may read.")
    response = JsonResponse(shown)
    patch_cache_control(response, private=True, no_store=True)
    return response
