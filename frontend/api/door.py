"""The door of the API: tokens, scopes, limits.

A session opens nothing here, so that no page of another site can act by somebody's browser; a token opens nothing else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from dipgame import limits
from dipgame.accounts.models import ApiToken, User
from dipgame.accounts.tokens import ACTING, SCOPES, has_shape_of_token, scopes_of, token_for, token_numbered
from frontend.api.problems import Problem

__all__ = ["Caller", "caller_again", "caller_by", "count", "limit_headers", "require_scope", "token_in"]

_BEARER: Final = "bearer "


@dataclass(frozen=True, slots=True)
class Caller:
    """A program that asks in a person's name."""

    token: ApiToken
    scopes: frozenset[str]

    @property
    def person(self) -> User:
        return self.token.user


def token_in(authorization: str) -> str:
    """The token in a header `Authorization`; asks nobody.

    Raises Problem where none can be in it.
    """
    if not authorization.lower().startswith(_BEARER):
        raise _unknown("Send a token: 'Authorization: Bearer dip_…'. You make one on your account page.", "")
    given = authorization[len(_BEARER) :].strip()
    if not has_shape_of_token(given):
        raise _invalid()
    return given


def caller_by(authorization: str, address: str) -> Caller:
    """The caller of a header `Authorization`, from an address.

    Raises Problem, also where too many wrong tokens came from there.
    """
    given = token_in(authorization)
    if limits.TOKENS.is_reached(address):
        seconds = limits.TOKENS.seconds
        words = f"Too many wrong tokens came from your address. Wait {seconds} seconds."
        raise Problem(429, "too_fast", words, {"Retry-After": str(seconds)})
    token = token_for(given)
    if token is None:
        limits.TOKENS.allows(address)
        raise _invalid()
    return Caller(token, scopes_of(token))


def caller_again(caller: Caller) -> Caller | None:
    """The caller as it stands now.

    None once the token is revoked or the account closed.
    """
    token = token_numbered(caller.token.pk)
    return None if token is None else Caller(token, scopes_of(token))


def require_scope(caller: Caller, scope: str) -> None:
    """Raises Problem where the token is not for this."""
    if scope in caller.scopes:
        return
    if scope in ACTING and scope in caller.token.scopes.split():
        words = "This account is a person's. On its account page you make it a bot's, before it plays its first game."
    else:
        words = f"This token is not for '{scope}' ({SCOPES[scope]}). Make one that is, on your account page."
    challenge = f'Bearer error="insufficient_scope", scope="{scope}"'
    raise Problem(403, "scope", words, {"WWW-Authenticate": challenge}, scope=scope)


def count(caller: Caller) -> None:
    """Count a request of the caller's.

    Raises Problem where these are too many.
    """
    if not limits.COMMANDS.allows(caller.person.pk):
        seconds = limits.COMMANDS.seconds
        raise Problem(
            429,
            "too_fast",
            f"More than {limits.COMMANDS.most} requests in {seconds} seconds. Wait, and listen to a stream instead.",
            {"Retry-After": str(seconds)},
        )


def limit_headers(caller: Caller, *, messages: bool = False) -> Mapping[str, str]:
    """Headers about the caller's limits.

    messages: also of messages.
    """
    counted = (limits.COMMANDS, limits.MESSAGES) if messages else (limits.COMMANDS,)
    return {
        "RateLimit-Policy": ", ".join(f'"{each.name}";q={each.most};w={each.seconds}' for each in counted),
        "RateLimit": ", ".join(f'"{each.name}";r={each.left(caller.person.pk)}' for each in counted),
    }


def _invalid() -> Problem:
    return _unknown(
        "This token is not valid: mistyped, revoked, or its account is closed. Make another on your account page.",
        ', error="invalid_token"',
    )


def _unknown(words: str, error: str) -> Problem:
    return Problem(401, "token", words, {"WWW-Authenticate": f'Bearer realm="dipgame"{error}'})
