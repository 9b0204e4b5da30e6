"""Personal access tokens: their scopes, how they are made, found and revoked."""

import hashlib
import re
import secrets
from collections.abc import Collection, Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from django.utils import timezone

from dipgame.accounts.locks import lock_person
from dipgame.accounts.models import ApiToken, User
from dipgame.prepared import Along, Prepared
from dipgame.transactions import atomic

__all__ = [
    "ACTING",
    "LONGEST_NAME",
    "MOST_TOKENS",
    "PREFIX",
    "SCOPES",
    "CannotMakeTokenError",
    "has_shape_of_token",
    "make_token",
    "revoke_token",
    "revoke_tokens",
    "scopes_of",
    "token_for",
    "token_numbered",
    "tokens_of",
]

SCOPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "read": "Read what you may see: your games, positions, your orders and messages, streams",
        "orders": "Give orders in your games, and say that they are final",
        "talk": "Write messages and answer proposals",
        "votes": "Vote in your games",
        "seats": "Offer games, take and leave seats",
    }
)
"""Scopes, in the order in which they are shown, with their meaning."""

ACTING: Final = frozenset(SCOPES) - {"read"}
"""Scopes of a bot's account alone: people must know that a program plays."""

PREFIX: Final = "dip_"
"""Beginning of every token, by which a token that leaked is recognised."""

MOST_TOKENS: Final = 20
LONGEST_NAME: Final = 60
_BYTES: Final = 32
_SHAPE: Final = re.compile(rf"{PREFIX}[-A-Za-z0-9_]{{43}}")
_USED_AGAIN: Final = timedelta(minutes=1)
"""Time between two notes of its use: not every request writes."""


class CannotMakeTokenError(Exception):
    """Raised with a sentence for the person."""


def make_token(person: User, name: str, scopes: Collection[str]) -> str:
    """Make a token and return it.

    This is the only time it is seen. Raises CannotMakeTokenError.
    """
    if not scopes or not set(scopes) <= set(SCOPES):
        raise CannotMakeTokenError("Choose what the token may be used for.")
    if not person.is_program and not ACTING.isdisjoint(scopes):
        raise CannotMakeTokenError("Only a bot's account acts by tokens. Make it one first, below.")
    called = " ".join(name.split())
    if not 1 <= len(called) <= LONGEST_NAME or not called.isprintable():
        raise CannotMakeTokenError(f"Give the token a name of at most {LONGEST_NAME} characters.")
    token = PREFIX + secrets.token_urlsafe(_BYTES)
    with atomic():
        lock_person(person.pk)
        if ApiToken.objects.filter(user=person).count() >= MOST_TOKENS:
            raise CannotMakeTokenError(f"You have {MOST_TOKENS} tokens. Revoke one that you do not need any more.")
        ordered = " ".join(each for each in SCOPES if each in scopes)
        ApiToken.objects.create(user=person, name=called, digest=_digest(token), scopes=ordered)
    return token


def revoke_token(person: User, number: int) -> str:
    """Revoke a person's token; return its name, "" for none.

    Streams under it end.
    """
    found = ApiToken.objects.filter(user=person, pk=number).first()
    if found is None:
        return ""
    found.delete()
    return found.name


def revoke_tokens(person: User) -> None:
    """Revoke all tokens of a person's: whoever knew the old password may have made one."""
    ApiToken.objects.filter(user=person).delete()


def tokens_of(person: User) -> list[ApiToken]:
    """The person's tokens, oldest first."""
    return list(ApiToken.objects.filter(user=person))


def has_shape_of_token(given: str) -> bool:
    """True if it may be a token; asks nobody."""
    return _SHAPE.fullmatch(given) is not None


def token_for(given: str) -> ApiToken | None:
    """Find a token with its person, and note its use.

    None if it is none, was revoked, or its person may not sign in.
    """
    if not has_shape_of_token(given):
        return None
    return _noted(_by_digest.rows(digest=_digest(given)))


def token_numbered(number: int) -> ApiToken | None:
    """Find the token again, as it stands now; None as in `token_for`."""
    return _noted(_by_number.rows(number=number))


def scopes_of(token: ApiToken) -> frozenset[str]:
    """Scopes of a token.

    Those of an account that is no bot's act nowhere, whatever the row says.
    """
    scopes = frozenset(token.scopes.split()) & frozenset(SCOPES)
    return scopes if token.user.is_program else scopes - ACTING


def _noted(rows: list[ApiToken]) -> ApiToken | None:
    if not rows or not rows[0].user.is_active:
        return None
    token, now = rows[0], timezone.now()
    if token.used_at is None or now - token.used_at >= _USED_AGAIN:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
        token.used_at = now
    return token


def _digest(token: str) -> str:
    # Plain: nobody guesses 256 bits of chance, so a slow hash would only make requests slow.
    return hashlib.sha256(token.encode()).hexdigest()


_WITH_PERSON: Final = Along(("user",))
_by_digest: Final = Prepared(
    lambda digest: _WITH_PERSON.of(ApiToken.objects.filter(digest=digest)).order_by(), _WITH_PERSON, digest=str
)
_by_number: Final = Prepared(
    lambda number: _WITH_PERSON.of(ApiToken.objects.filter(pk=number)).order_by(), _WITH_PERSON, number=int
)
