"""Pages for researchers, which everybody may read."""

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from frontend.research.documents import document_of, file_of, is_made
from frontend.research.living import LIVING

__all__ = ["file", "page", "search"]

_A_DAY: Final = 86_400
_NOT_MADE: Final = "The pages for researchers were not made on this machine. Whoever runs it: make pages."


@require_safe
def page(request: HttpRequest, document: str = "") -> HttpResponse:
    """A document, with the contents of all beside it."""
    found = document_of(document)
    if found is None and not is_made():
        return HttpResponse(_NOT_MADE, status=503, content_type="text/plain; charset=utf-8")
    if found is None:
        raise Http404("There is no such page.")
    draw = LIVING.get(document)
    living = {"living": f"research/living/{document}.html", **draw()} if draw else {}
    return render(request, "research/page.html", {"document": found, **living})


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Search all documents: Sphinx's index, looked through in the browser."""
    found = document_of("")
    if found is None:
        return HttpResponse(_NOT_MADE, status=503, content_type="text/plain; charset=utf-8")
    return render(request, "research/search.html", {"document": found, "text": request.GET.get("q", "")})


@require_safe
def file(_request: HttpRequest, file: str) -> HttpResponse:
    """A picture, download or script that belongs to the documents."""
    found = file_of(file)
    if found is None:
        raise Http404("There is no such file.")
    response = HttpResponse(found[0], content_type=found[1])
    patch_cache_control(response, public=True, max_age=_A_DAY if file.startswith("_downloads/") else 600)
    return response
