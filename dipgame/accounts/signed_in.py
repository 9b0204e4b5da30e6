"""Find who asks for a page."""

from typing import Any

from django.contrib.auth import HASH_SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from dipgame.accounts.models import User
from dipgame.accounts.queries import person_under

__all__ = ["SignedIn"]


class SignedIn(AuthenticationMiddleware):
    """Django's middleware with a prepared query.

    A session that proves nothing, or by a key of before, is left to Django: it is ended, or gets the new key.
    """

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _person(request))  # type: ignore[assignment]


def _person(request: Any) -> User | AnonymousUser:
    person = person_under(request.session)
    proof = request.session.get(HASH_SESSION_KEY, "") if person is not None else ""
    if person is not None and constant_time_compare(proof, person.get_session_auth_hash()):
        return person
    return get_user(request)
