"""Who asks, for counting: a person, or the address nobody is signed in at."""

import ipaddress
from typing import Final

from django.conf import settings
from django.http import HttpRequest

__all__ = ["client_address", "visitor"]

_NETWORK_BITS: Final = 64
"""Of an address of version 6: so much belongs to one household, which could use any address below it."""


def client_address(request: HttpRequest) -> str:
    """Where the request comes from: what the outermost of our own proxies saw (`PROXIES` of them), or the other end of
    the line. What a browser itself writes into `X-Forwarded-For` counts for nothing. "-" where there is no address."""
    proxies: int = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    passed = [each.strip() for each in request.headers.get("X-Forwarded-For", "").split(",") if each.strip()]
    given = passed[-proxies] if 0 < proxies <= len(passed) else request.META.get("REMOTE_ADDR", "")
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return "-"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Network((address, _NETWORK_BITS), strict=False).network_address)
    return str(address)


def visitor(request: HttpRequest) -> str:
    """The person who is signed in, or the address."""
    return f"person-{request.user.pk}" if request.user.is_authenticated else client_address(request)
