"""A new experiment while it is written: its file, the same as a form, and what is wrong with it."""

import json
import tomllib
from typing import Any, Final

import tomli_w
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, JsonResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST

from bots.experiment.file.places import has_comments
from bots.experiment.file.reading import too_deep_at
from dipgame.experiments.judging import SHORT, judged
from frontend.experiments.access import for_researchers
from frontend.experiments.changes import BadChangeError, changed, has_shape
from frontend.experiments.form import form_of

__all__ = ["check", "form"]

_MOST_CHANGES: Final = 200


@require_POST
@for_researchers
def check(request: HttpRequest) -> HttpResponse:
    """Report the faults of a file, or its size."""
    return JsonResponse(judged(request.POST.get("text", "")))


@require_POST
@for_researchers
def form(request: HttpRequest) -> HttpResponse:
    """A file after what was changed in its form: the text, what is wrong with it and, where asked for, the fields."""
    text = request.POST.get("text", "").replace("\r\n", "\n")
    verdict = judged(text)
    document = _document(text)
    if document is not None and "changes" in request.POST:
        try:
            changes = json.loads(request.POST["changes"])
            if not isinstance(changes, list) or len(changes) > _MOST_CHANGES:
                raise BadChangeError
            for change in changes:
                changed(document, change)
            text = tomli_w.dumps(document, multiline_strings=True)
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
            return HttpResponseBadRequest("No field makes this change.")
        verdict, document = judged(text), _document(text)
    answer = {**verdict, "text": text}
    if "fields" not in request.POST:
        return JsonResponse(answer)
    context = {
        "form": None if document is None else form_of(document),
        "has_comments": document is not None and has_comments(text),
    }
    return JsonResponse({**answer, "fields": render_to_string("experiments/form_fields.html", context)})


def _document(text: str) -> dict[str, Any] | None:
    """The file's values, if a form can show them."""
    if len(text) > SHORT or too_deep_at(text) is not None:
        return None
    try:
        document = tomllib.loads(text)
        repr(document)  # a number may have more digits than Python writes
    except (ValueError, RecursionError):
        return None
    return document if has_shape(document) else None
