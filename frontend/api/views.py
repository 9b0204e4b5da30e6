"""Answers requests of the API by the operations of its table."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt

from dipgame.addresses import address_in
from dipgame.busy import is_busy
from dipgame.games.models.receipt import LONGEST_MARK
from dipgame.logs import about
from frontend.api.door import Caller, caller_by, count, limit_headers, require_scope
from frontend.api.operations import Asked, Operation
from frontend.api.problems import Problem, busy, response_to
from frontend.api.schema import schema

__all__ = ["nowhere", "show_schema", "view_of"]

_LARGEST: Final = 65_536
"""Bytes of the longest body anybody needs, with plenty to spare."""
_MARK: Final = re.compile(rf"[-A-Za-z0-9]{{1,{LONGEST_MARK}}}")
_JSON: Final = "application/json"
_FRESH: Final = {"Cache-Control": "private, no-store"}


def view_of(operations: Mapping[str, Operation]) -> Callable[..., HttpResponse]:
    """The view of one address. operations: by method."""

    # A session opens nothing here (`frontend.api.door`), so there is nothing that a forged request could use.
    @csrf_exempt
    def view(request: HttpRequest, **parameters: str) -> HttpResponse:
        found = operations.get("GET" if request.method == "HEAD" else request.method or "")
        try:
            if found is None:
                allowed = ", ".join(operations)
                raise Problem(405, "method", f"Here one can {allowed}.", {"Allow": allowed})
            with about(game=parameters.get("slug", ""), operation=found.name):
                return _answer(request, found, parameters)
        except Problem as no:
            return response_to(no)
        except Exception as error:
            if not is_busy(error):
                raise
            return response_to(busy())

    return view


@csrf_exempt
def nowhere(request: HttpRequest, rest: str = "") -> HttpResponse:
    """Any other address below the API's."""
    return response_to(Problem(404, "no_address", "There is no such address. /api/schema lists all there are."))


@csrf_exempt
def show_schema(request: HttpRequest) -> HttpResponse:
    """Serve the OpenAPI document."""
    if request.method not in ("GET", "HEAD"):
        return response_to(Problem(405, "method", "Here one can GET.", {"Allow": "GET"}))
    headers = {"Cache-Control": "public, max-age=3600", "Access-Control-Allow-Origin": "*"}
    return HttpResponse(msgspec.json.encode(schema()), _JSON, headers=headers)


def _caller(request: HttpRequest) -> Caller:
    address = address_in(request.headers.get("X-Forwarded-For", ""), request.META.get("REMOTE_ADDR", ""))
    return caller_by(request.headers.get("Authorization", ""), address)


def _answer(request: HttpRequest, found: Operation, parameters: Mapping[str, str]) -> HttpResponse:
    caller = None if found.scope is None else _caller(request)
    headers: dict[str, str] = dict(_FRESH)
    try:
        if caller is not None and found.scope is not None:
            require_scope(caller, found.scope)
            count(caller)
        body = msgspec.json.encode(_done(request, found, caller, parameters))
    except Problem as no:
        if caller is not None:
            no.headers = {**limit_headers(caller, messages=found.counts_messages), **no.headers}
        raise
    if caller is not None:
        headers |= limit_headers(caller, messages=found.counts_messages)
    return HttpResponse(body, _JSON, headers=headers)


def _done(request: HttpRequest, found: Operation, caller: Caller | None, parameters: Mapping[str, str]) -> Any:
    given: dict[str, Any] = {}
    if found.query is not None:
        given["query"] = _read(lambda: msgspec.convert(request.GET.dict(), found.query, strict=False), "query")
    if found.body is not None:
        given["body"] = _read(lambda: msgspec.json.decode(_body(request), type=found.body), "body")
    mark = request.headers.get("Idempotency-Key", "") if found.is_repeatable else ""
    if mark and not _MARK.fullmatch(mark):
        words = f"An Idempotency-Key has at most {LONGEST_MARK} letters, digits and dashes."
        raise Problem(400, "malformed", words)
    assert found.do is not None  # streams have no view  # noqa: S101
    return found.do(Asked(caller, parameters, mark), **given)


def _read(read: Callable[[], Any], what: str) -> Any:
    try:
        return read()
    except msgspec.ValidationError as error:
        raise Problem(400, "malformed", f"The {what} is not as /api/schema says: {error}.") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Problem(400, "malformed", f"The {what} is no JSON; see /api/schema.") from None


def _body(request: HttpRequest) -> bytes:
    try:
        length = int(request.headers.get("Content-Length") or 0)
    except ValueError:
        length = 0
    body = b"" if length > _LARGEST else request.body
    if length > _LARGEST or len(body) > _LARGEST:
        raise Problem(413, "too_long", f"A body has at most {_LARGEST} bytes.")
    return body
