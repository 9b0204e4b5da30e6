"""Address of the site for links in mails: its own setting, or on a local site the one its visitors used."""

from collections.abc import Callable
from contextlib import suppress
from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

__all__ = ["FoundAddress", "site_address"]

_KEY: Final = "site-address"
Answer = Callable[[HttpRequest], HttpResponse]


def site_address() -> str:
    """The address before every path, without a slash at its end."""
    found: str = settings.SITE_URL
    return found if settings.SITE_URL_IS_SURE else cache.get(_KEY) or found


class FoundAddress:
    """Keeps the address by which a local site is asked for pages, where no setting says it; the newest counts."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response
        self._newest = ""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not settings.SITE_URL_IS_SURE and not request.path.startswith("/health/"):
            with suppress(DisallowedHost):
                address = f"{request.scheme}://{request.get_host()}"
                if address != self._newest:
                    cache.set(_KEY, address, None)
                    self._newest = address
        return response
