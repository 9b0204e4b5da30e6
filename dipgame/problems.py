"""Problem details (RFC 9457): refusals of the API."""

from http import HTTPStatus
from typing import Any, Final

import msgspec

__all__ = ["API", "PROBLEM_TYPE", "is_of_api", "problem"]

API: Final = "/api/"
"""Beginning of the addresses of the API."""

PROBLEM_TYPE: Final = "application/problem+json"


def is_of_api(path: str) -> bool:
    """True if a program asks at this address, which wants no page."""
    return path.startswith(API)


def problem(status: int, code: str, detail: str, **more: Any) -> bytes:
    """Body of a refusal.

    code: for programs; detail: a sentence that says what to do.
    """
    told = {
        "type": f"{API}#{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        **more,
    }
    return msgspec.json.encode(told)
