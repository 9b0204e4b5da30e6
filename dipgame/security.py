"""Password hashing, and filters for requests, sockets and browser features."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host

from dipgame.metrics import SOCKETS

__all__ = ["PERMISSIONS", "Argon2", "NoDevices", "OwnPages", "SoundSigns", "is_own_page", "is_sound"]

Answer = Callable[[HttpRequest], HttpResponse]

PERMISSIONS: Final = ", ".join(
    f"{name}=()"
    for name in (
        *("accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid", "magnetometer"),
        *("microphone", "midi", "payment", "publickey-credentials-get", "serial", "usb", "browsing-topics"),
    )
)
"""Browser features that no page of ours may use."""


class Argon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB, twice, in one lane (OWASP's Password Storage Cheat Sheet): Django's own takes 100 MiB, and
    twenty people who sign in at once would fill a small server."""

    time_cost = 2
    memory_cost = 19_456
    parallelism = 1


class NoDevices:
    """Tells browsers that pages here ask for no camera, place or payment."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers["Permissions-Policy"] = PERMISSIONS
        return response


class SoundSigns:
    """Refuses (400) addresses, queries and cookies with a sign that no text here can hold: no database keeps a zero,
    and half a pair of signs cannot be written down. Forms and commands check their own fields."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        texts = (request.path, unquote(request.META.get("QUERY_STRING", "")), *request.COOKIES.values())
        if not all(map(is_sound, texts)):
            raise BadRequest("a character that cannot be stored")
        return self.get_response(request)


def is_sound(text: str) -> bool:
    """True if every database can store the text.

    It has no null character and no lone surrogate.
    """
    return "\x00" not in text and not any("\ud800" <= sign <= "\udfff" for sign in text)


class OwnPages:
    """Opens sockets for pages of this very site only: the same name and the same port as the request, by https where
    the site speaks it, or one of `CSRF_TRUSTED_ORIGINS`. Another server on another port of this machine is not us."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        application: Any = self.application if is_own_page(scope["headers"]) else WebsocketDenier()
        SOCKETS.inc()
        try:
            return await application(scope, receive, send)
        finally:
            SOCKETS.dec()


def is_own_page(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """True if the socket's headers name a page of this site."""
    given: Mapping[bytes, str] = {name.lower(): value.decode("latin-1").lower() for name, value in headers}
    origin, host = given.get(b"origin", ""), given.get(b"host", "")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    schemes = ("https",) if settings.HTTPS else ("http", "https")
    if not validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS):
        return False
    parts = urlsplit(origin)
    return parts.scheme in schemes and parts.netloc == host
