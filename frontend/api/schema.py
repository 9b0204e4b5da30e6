"""The API's schema, OpenAPI 3.1, made from the table of operations."""

import re
from collections.abc import Iterator
from functools import cache
from http import HTTPStatus
from types import UnionType
from typing import Any, Final, NotRequired, TypedDict, Union, get_args, get_origin

import msgspec

from dipgame.accounts.tokens import SCOPES
from dipgame.games.models.receipt import LONGEST_MARK
from dipgame.problems import API, PROBLEM_TYPE
from frontend.api.operations import Operation
from frontend.api.table import OPERATIONS

__all__ = ["schema"]

VERSION: Final = "1.0"

_PARAMETERS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "slug": ("The game, as in its address.", {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}),
    "unit": ("The province of the unit: `PAR`.", {"type": "string", "pattern": "^[A-Za-z]{3,5}$"}),
}
_REFUSALS: Final = {
    400: "Not readable: the body, the query or an order's form.",
    401: "No token, or none that is valid.",
    403: "The token is not for this, or the seat is not yours.",
    404: "No such game for you.",
    409: "Too late or too early: the phase is over, the protocol wants another act first, the seat is taken.",
    422: "Understood, and not possible: an illegal order, an unclear text.",
    429: "Too often; `Retry-After` says when to come back.",
    503: "Held up just now; nothing was changed, try again.",
}


class ProblemDetails(TypedDict):
    """Nothing was done (RFC 9457).

    code: for programs; detail: a sentence that says what to do.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    phase: NotRequired[str | None]
    allowed: NotRequired[list[str]]
    field: NotRequired[str]
    scope: NotRequired[str]
    reading: NotRequired[dict[str, Any]]


@cache
def schema() -> dict[str, Any]:
    """The whole document."""
    types = list(dict.fromkeys(part for each in OPERATIONS for part in _types_of(each)))
    _, shapes = msgspec.json.schema_components([*types, ProblemDetails], ref_template="#/components/schemas/{name}")
    paths: dict[str, dict[str, Any]] = {}
    for each in OPERATIONS:
        paths.setdefault(f"{API.rstrip('/')}{each.path}", {})[each.method.lower()] = _operation(each)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Dipgame",
            "version": VERSION,
            "description": (
                "Play Diplomacy by program. Make a bot's account and a token on the account page, and send it as "
                "`Authorization: Bearer dip_…`. All that a page checks is checked here: a seat sees what its power may "
                "know, and orders its own units."
            ),
        },
        "paths": paths,
        "components": {
            "schemas": dict(sorted(shapes.items())),
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "Scopes: " + "; ".join(f"`{name}`: {words}" for name, words in SCOPES.items()),
                }
            },
            "responses": {
                str(status): {
                    "description": words,
                    "content": {PROBLEM_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemDetails"}}},
                }
                for status, words in _REFUSALS.items()
            },
        },
    }


def _operation(each: Operation) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "operationId": each.name,
        "summary": each.summary,
        "parameters": [*_path_parameters(each), *_query_parameters(each)],
        "responses": {"200": _success(each)},
    }
    if each.about:
        shown["description"] = each.about
    if each.scope is not None:
        shown["security"] = [{"token": [each.scope]}]
    if each.body is not None:
        shown["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{each.body.__name__}"}}},
        }
    if each.is_repeatable:
        shown["parameters"].append(
            {
                "name": "Idempotency-Key",
                "in": "header",
                "description": "Your name for this request: sent again under it, it is not done again.",
                "schema": {"type": "string", "pattern": "^[-A-Za-z0-9]+$", "maxLength": LONGEST_MARK},
            }
        )
    for status in _statuses(each):
        shown["responses"][str(status)] = {"$ref": f"#/components/responses/{status}"}
    return shown


def _statuses(each: Operation) -> Iterator[int]:
    yield HTTPStatus.SERVICE_UNAVAILABLE
    if each.query is not None or each.body is not None:
        yield HTTPStatus.BAD_REQUEST
    if each.scope is not None:
        yield from (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS)
    if "{slug}" in each.path:
        yield HTTPStatus.NOT_FOUND
        yield HTTPStatus.CONFLICT
    if each.method != "GET":
        yield from (HTTPStatus.BAD_REQUEST, HTTPStatus.CONFLICT, HTTPStatus.UNPROCESSABLE_ENTITY)


def _success(each: Operation) -> dict[str, Any]:
    kind = "application/x-ndjson" if each.do is None else "application/json"
    headers = {}
    if each.scope is not None and each.do is not None:
        headers = {
            name: {"schema": {"type": "string"}, "description": words}
            for name, words in (
                ("RateLimit-Policy", "What you may do how often: `q` times in `w` seconds."),
                ("RateLimit", "What is left of it: `r`."),
            )
        }
    return {"description": "Done.", "headers": headers, "content": {kind: {"schema": _reply(each.reply)}}}


def _reply(reply: Any) -> dict[str, Any]:
    if isinstance(reply, tuple):
        return {"oneOf": [_reply(each) for each in reply]}
    if get_origin(reply) is list:
        return {"type": "array", "items": _reply(get_args(reply)[0])}
    return {"$ref": f"#/components/schemas/{reply.__name__}"}


def _types_of(each: Operation) -> Iterator[Any]:
    for kind in (each.body, each.reply):
        yield from _named(kind)


def _named(kind: Any) -> Iterator[Any]:
    if kind is None:
        return
    if isinstance(kind, tuple) or get_origin(kind) in (list, Union, UnionType):
        for part in kind if isinstance(kind, tuple) else get_args(kind):
            yield from _named(part)
    else:
        yield kind


def _path_parameters(each: Operation) -> Iterator[dict[str, Any]]:
    for name in re.findall(r"{(\w+)}", each.path):
        words, kind = _PARAMETERS[name]
        yield {"name": name, "in": "path", "required": True, "description": words, "schema": kind}


def _query_parameters(each: Operation) -> Iterator[dict[str, Any]]:
    if each.query is None:
        return
    (found,), shapes = msgspec.json.schema_components([each.query], ref_template="{name}")
    shape = shapes[found["$ref"]]
    for name, kind in shape["properties"].items():
        yield {
            "name": name,
            "in": "query",
            "required": name in shape.get("required", ()),
            "description": shape.get("description", ""),
            "schema": _without_null(kind),
        }


def _without_null(kind: dict[str, Any]) -> dict[str, Any]:
    """A parameter that is missing has no value; none is null."""
    found = [each for each in kind.get("anyOf", ()) if each != {"type": "null"}]
    return found[0] if found else {name: each for name, each in kind.items() if name != "default" or each is not None}
