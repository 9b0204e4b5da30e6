"""Two addresses for whoever starts, stops and watches processes."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe

from dipgame import health

__all__ = ["live", "ready"]


@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """This process answers; nothing else is looked at. Where it does not, begin it anew."""
    return _fresh(HttpResponse("alive\n", content_type="text/plain"))


@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Report readiness: 503 unless the database answers and its tables match.

    Redis is told of and decides nothing: pages and orders work without it, and every other process lacks it too.
    """
    needed = [health.database(), health.migrations()]
    told = {each.name: each.is_well for each in (*needed, health.redis_answers())}
    return _fresh(JsonResponse(told, status=200 if all(each.is_well for each in needed) else 503))


def _fresh(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store"
    return response
