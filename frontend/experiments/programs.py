"""Seats for other programs: their questions and answers, by the key of the experiment."""

import json

from django.http import Http404, HttpRequest, JsonResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from dipgame.experiments import outside
from dipgame.experiments.errors import Refused
from dipgame.experiments.models import Experiment
from dipgame.experiments.queries import experiment_with_key

__all__ = ["programs"]


@csrf_exempt  # No browser of anybody's asks: whoever knows the key is who may.
@require_http_methods(["GET", "POST"])
def programs(request: HttpRequest, experiment: str) -> JsonResponse:
    """GET: what is asked now (?bot= of one label).

    POST: {"id": of a question, "answer": [orders, or utterances]}. The key comes as `Authorization: Bearer KEY`.
    """
    given = request.headers.get("Authorization", "").removeprefix("Bearer ").strip()
    found = experiment_with_key(experiment, given)
    if found is None:
        raise Http404("There is no such experiment, or the key is another's.")
    if request.method == "POST":
        response = _answered(request, found)
    else:
        asked = outside.questions_of(found, request.GET.get("bot", ""))
        response = JsonResponse({"state": found.state, "questions": asked})
    patch_cache_control(response, private=True, no_store=True)
    return response


def _answered(request: HttpRequest, found: Experiment) -> JsonResponse:
    try:
        sent = json.loads(request.body)
        question, lines = sent["id"], sent["answer"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return JsonResponse({"error": 'Send JSON: {"id": 7, "answer": ["A PAR - BUR"]}.'}, status=400)
    if type(question) is not int or not 0 < question < 2**63:
        return JsonResponse({"error": "The id is the number of a question."}, status=400)
    try:
        outside.answer(found, question, lines)
    except Refused as refused:
        return JsonResponse({"error": str(refused)}, status=400)
    return JsonResponse({"taken": True})
