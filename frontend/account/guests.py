"""People without an account: who they are, where they may go, and how an account comes out of one."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from dipgame.accounts.guests import new_guest
from dipgame.accounts.models import User
from dipgame.games import queries
from dipgame.limits import GUESTS
from frontend.visitor import client_address

__all__ = ["guest_of", "let_in", "members_only", "not_for_guests", "seconds_until_guests_may_begin"]

_MOST_WAITING = 60
"""Thoughts that wait for a worker when guests begin nothing more."""
_DONE_A_SECOND = 3.0
"""Thoughts of bots that two cores get done."""
_STAYS_SIGNED_IN = 60 * 24 * 60 * 60


def guest_of(request: HttpRequest) -> User | None:
    """The guest who asks, or None for people with an account and for strangers."""
    user = request.user
    return user if isinstance(user, User) and user.is_guest else None


def let_in(request: HttpRequest, name: str = "") -> User:
    """Make the stranger who asks a guest of this browser, by this name or a number. Raises TooManyGuestsError."""
    guest = new_guest(client_address(request), name)
    login(request, guest)
    request.session.set_expiry(_STAYS_SIGNED_IN)
    return guest


def seconds_until_guests_may_begin() -> int:
    """0 where a guest may begin a game now; else how long to wait, by what waits for bots.

    Each game of a guest brings six bots, so that fewer are begun the more is waiting.
    """
    waiting = queries.bots_waiting()
    if waiting >= _MOST_WAITING:
        return max(10, 10 * round(waiting / _DONE_A_SECOND / 10))
    return 0 if GUESTS.allows("all") else GUESTS.seconds


def not_for_guests(request: HttpRequest, back: str) -> HttpResponse:
    """Lead a guest to the form for an account, and from there to this address."""
    messages.info(request, "This needs an account. Make one here: your game comes with it.")
    return redirect(f"{reverse('account_signup')}?{urlencode({'next': back})}")


def members_only(view: Callable[..., Any]) -> Callable[..., Any]:
    """A page for people with an account; guests are led to the form for one."""

    @wraps(view)
    def asked(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if guest_of(request) is not None:
            return not_for_guests(request, request.path)
        return view(request, *args, **kwargs)

    return asked
