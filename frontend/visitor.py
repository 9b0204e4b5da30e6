"""Identify a visitor for rate limits: a person, else an address."""

from django.http import HttpRequest

from dipgame.addresses import address_in

__all__ = ["client_address", "visitor"]


def client_address(request: HttpRequest) -> str:
    """The address that the request comes from, as `dipgame.addresses` tells it."""
    return address_in(request.headers.get("X-Forwarded-For", ""), request.META.get("REMOTE_ADDR", ""))


def visitor(request: HttpRequest) -> str:
    """The person who is signed in, or the address."""
    return f"person-{request.user.pk}" if request.user.is_authenticated else client_address(request)
