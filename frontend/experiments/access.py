"""Permissions for research pages: researchers see only their own experiments.

Everybody else gets a 404.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_cache_control

from bots.experiment.diptools.drawing import begin_loading
from bots.experiment.packages import PackageMissingError
from dipgame.experiments import queries
from dipgame.experiments.models import Experiment
from frontend.shell.views import signed_in

__all__ = ["as_download", "experiment_asked", "for_researchers"]

_Response = TypeVar("_Response", bound=HttpResponseBase)


def for_researchers(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.has_perm("experiments.run_experiments"):
            raise Http404("There is no such page.")
        begin_loading()
        try:
            response = view(request, *args, **kwargs)
        except PackageMissingError as problem:
            response = HttpResponse(str(problem), status=503, content_type="text/plain; charset=utf-8")
        patch_cache_control(response, private=True, no_store=True)
        return response

    return asked


def experiment_asked(request: HttpRequest, slug: str) -> Experiment:
    found = queries.experiment_of(signed_in(request), slug)
    if found is None:
        raise Http404("There is no such experiment.")
    return found


def as_download(response: _Response, found: Experiment, ending: str) -> _Response:
    response["Content-Disposition"] = f'attachment; filename="experiment-{found.slug}{ending}"'
    return response
