"""Page at addresses that only accept a form."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from dipgame.problems import is_of_api

__all__ = ["OnlyForms"]

_NOT_ALLOWED: Final = 405


class OnlyForms:
    """Shows a page to whoever opens an address that only takes a form: by loading it anew, or by signing in where a
    form was sent after the session had ended. Browsers show nothing at all for an empty answer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if answer.status_code != _NOT_ALLOWED or request.method != "GET" or is_of_api(request.path):
            return answer
        page = render(request, "405.html", status=_NOT_ALLOWED)
        page["Allow"] = answer["Allow"]
        return page
