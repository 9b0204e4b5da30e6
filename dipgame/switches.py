"""Switches of an operator while the site runs: a banner, no new guests, reading only, networks that are shut out.

They stand in the database, so that all processes have them, and are read again every few seconds
(`manage.py switch`).
"""

import ipaddress
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final

from asgiref.sync import sync_to_async
from channels.security.websocket import WebsocketDenier
from django.apps import apps
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse

from dipgame.addresses import address_in, address_of_scope
from dipgame.problems import PROBLEM_TYPE, is_of_api, problem

__all__ = [
    "BANNER",
    "NO_GUESTS",
    "READ_ONLY",
    "READ_ONLY_WORDS",
    "SHUT_OUT",
    "SHUT_OUT_WORDS",
    "ShutOut",
    "Switched",
    "is_on",
    "is_shut_out",
    "read_again",
    "remember",
    "shuts_out",
    "switched",
]

NO_GUESTS: Final = "no_guests"
READ_ONLY: Final = "read_only"
BANNER: Final = "banner"
SHUT_OUT: Final = "shut_out"
READ_ONLY_WORDS: Final = "The site is read-only just now. Nothing was changed; try again later."
SHUT_OUT_WORDS: Final = "Your network is shut out of this site."

_EVERY: Final = 5.0
_ALWAYS: Final = ("/health/", "/static/")
_STAFF: Final = ("/admin/", "/accounts/login/", "/accounts/logout/")


@dataclass(slots=True)
class _Known:
    """Switches as last read. at: time of reading, by the clock of the process."""

    switches: dict[str, str] = field(default_factory=dict)
    at: float = float("-inf")


_known: Final = _Known()


def switched() -> Mapping[str, str]:
    """The switches that are on, with their values, as they stood at most a few seconds ago."""
    if time.monotonic() - _known.at > _EVERY:
        # Without the database the last known ones hold.
        with suppress(DatabaseError):
            _known.switches = dict(apps.get_model("accounts", "Switch").objects.values_list("name", "value"))
        _known.at = time.monotonic()
    return _known.switches


def remember(switches: Mapping[str, str]) -> None:
    """Take these for the switches from now on, without asking the database."""
    _known.switches, _known.at = dict(switches), float("inf")


def read_again() -> None:
    """Ask the database at the next question."""
    _known.at = float("-inf")


def is_on(name: str) -> bool:
    """True if the switch is on."""
    return name in switched()


def is_shut_out(address: str) -> bool:
    """True if an operator has shut this address's network out."""
    networks = [name.split(" ", 1)[1] for name in switched() if name.startswith(f"{SHUT_OUT} ")]
    if not networks or address == "-":
        return False
    asked = ipaddress.ip_address(address)
    return any(asked in ipaddress.ip_network(network) for network in networks)


async def shuts_out(address: str) -> bool:
    """Ask `is_shut_out` on the event loop."""
    # Two thousand may come at once: none of them waits for a thread while the switches are known.
    are_known = time.monotonic() - _known.at <= _EVERY
    return is_shut_out(address) if are_known else await sync_to_async(is_shut_out)(address)


class Switched:
    """Answers 403 to networks that are shut out, and 503 to what would change something while the site is only read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(_ALWAYS):
            forwarded = request.headers.get("X-Forwarded-For", "")
            if is_shut_out(address_in(forwarded, request.META.get("REMOTE_ADDR", ""))):
                return _refusal(request, 403, "shut_out", SHUT_OUT_WORDS)
            changes = request.method not in ("GET", "HEAD", "OPTIONS") and not request.path.startswith(_STAFF)
            if changes and is_on(READ_ONLY):
                return _refusal(request, 503, "busy", READ_ONLY_WORDS, {"Retry-After": "60"})
        return self.get_response(request)


def _refusal(
    request: HttpRequest, status: int, code: str, words: str, headers: Mapping[str, str] = MappingProxyType({})
) -> HttpResponse:
    """A refusal for people, or for programs."""
    if is_of_api(request.path):
        return HttpResponse(problem(status, code, words), PROBLEM_TYPE, status, headers=dict(headers))
    return HttpResponse(words, "text/plain", status, headers=dict(headers))


class ShutOut:
    """Opens no socket for networks that are shut out."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        application: Any = WebsocketDenier() if await shuts_out(address_of_scope(scope)) else self.application
        return await application(scope, receive, send)
