"""The network that a request or a socket comes from, as it is counted."""

import ipaddress
from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.conf import settings

__all__ = ["address_in", "address_of_scope", "networks_of"]

_HOUSEHOLD: Final = 64
"""Bits of an address of version 6 that one household has at least; it may use any address below them."""

_CUSTOMER: Final = 56
"""Bits that many providers give to a household: 256 networks of 64 bits."""


def address_in(forwarded: str, peer: str) -> str:
    """The address that the outermost of our own proxies saw (`PROXIES` of them), or the other end of the connection.

    forwarded: X-Forwarded-For; what a browser itself writes there counts for nothing. Of version 6 the network of a
    household. "-" where there is no address.
    """
    proxies: int = settings.ALLAUTH_TRUSTED_PROXY_COUNT
    passed = [each.strip() for each in forwarded.split(",") if each.strip()]
    given = passed[-proxies] if 0 < proxies <= len(passed) else peer
    try:
        address = ipaddress.ip_address(given)
    except ValueError:
        return "-"
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return str(address.ipv4_mapped)
        return str(ipaddress.IPv6Network((address, _HOUSEHOLD), strict=False).network_address)
    return str(address)


def networks_of(address: str) -> tuple[str, ...]:
    """The networks an address of `address_in` is counted in: itself and, of version 6, the larger one around it."""
    if ":" not in address:
        return (address,)
    return address, str(ipaddress.IPv6Network((address, _CUSTOMER), strict=False))


def address_of_scope(scope: Mapping[str, Any]) -> str:
    """The address that a socket is opened from."""
    headers: Iterable[tuple[bytes, bytes]] = scope.get("headers", ())
    forwarded = ",".join(value.decode("latin-1") for name, value in headers if name.lower() == b"x-forwarded-for")
    client = scope.get("client")
    return address_in(forwarded, str(client[0]) if client else "")
