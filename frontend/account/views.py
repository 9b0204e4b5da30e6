"""Signing up and signing in, for guests too: what they play comes along."""

from typing import Any

from allauth.account.views import LoginView, SignupView
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponseBase

from dipgame.accounts.models import User
from dipgame.games.services import adopt_guest
from frontend.account.guests import guest_of

__all__ = ["sign_in", "sign_up"]


class _GuestsToo:
    """allauth has nothing to say to who is signed in; a guest is to it as a stranger."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        guest = guest_of(request)
        if guest is not None:
            request.guest = guest  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        answer: HttpResponseBase = super().dispatch(request, *args, **kwargs)  # type: ignore[misc]
        if guest is not None and not request.user.is_authenticated:
            request.user = guest
        return answer


class SignUp(_GuestsToo, SignupView):
    """A guest becomes a person with an account: the same one, with everything they have."""


class SignIn(_GuestsToo, LoginView):
    """A guest who has an account signs in to it, and brings the games along."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        answer = super().dispatch(request, *args, **kwargs)
        guest, person = getattr(request, "guest", None), request.user
        if guest is not None and isinstance(person, User) and not person.is_guest:
            adopt_guest(guest, person)
        return answer


sign_up = SignUp.as_view()
sign_in = SignIn.as_view()
