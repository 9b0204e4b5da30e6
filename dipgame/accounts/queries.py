"""Questions about people."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any, Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet, Subquery
from django.db.models.functions import Now
from django.utils.crypto import constant_time_compare

from dipgame.accounts.looks import look_of
from dipgame.accounts.models import ApiToken, Block, FriendLink, Friendship, User
from dipgame.prepared import Prepared

__all__ = [
    "are_friends",
    "blocked_among",
    "blocked_by",
    "data_of_session",
    "friend_link_of",
    "friends_of",
    "has_blocked",
    "has_confirmed_address",
    "is_name_taken",
    "is_signed_in",
    "key_of_token",
    "person_named",
    "person_of_session",
    "person_under",
    "person_with_link",
    "standing_of",
]


def person_of_session(session_key: str | None) -> User | AnonymousUser:
    """Person signed in under a session.

    Anonymous once it is signed out, the password has changed, or the person is suspended.
    """
    session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    return person_under(session) or AnonymousUser()


def person_under(session: SessionBase) -> User | None:
    """Person whom an opened session proves to be signed in, or None."""
    if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return None
    found = _numbered.rows(number=int(session.get(SESSION_KEY, 0)))
    return found[0] if found and _proves(session, found[0]) else None


_numbered: Final = Prepared(lambda number: User.objects.filter(pk=number), number=int)


def is_signed_in(user: User, session_data: str | None) -> bool:
    """True if a session's data proves that the person is signed in.

    session_data: None if the session is gone.
    """
    if session_data is None:
        return False
    session = _decoded(session_data)
    return session.get(SESSION_KEY) == str(user.pk) and _proves(session, user)


def data_of_session(session_key: str) -> Subquery:
    """Subquery for an unexpired session's data, to read along with another row."""
    rows = Session.objects.filter(session_key=session_key, expire_date__gt=Now())
    return Subquery(rows.values("session_data"))


@lru_cache(maxsize=4096)
def _decoded(session_data: str) -> Mapping[str, Any]:
    decoded: Mapping[str, Any] = SessionStore().decode(session_data)
    return decoded


def _proves(session: Mapping[str, Any] | SessionBase, user: User) -> bool:
    if not user.is_active or session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return False
    # As Django's own `get_user`, which may give the session another key: a socket cannot tell the browser of that.
    known = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    proof = session.get(HASH_SESSION_KEY, "")
    return any(constant_time_compare(proof, each) for each in known)


def standing_of(session_keys: Collection[str], people: Collection[int]) -> dict[str | int, object]:
    """Facts that prove sessions belong to people.

    By session, or by token (`key_of_token`): True if it exists. By person: whether they may sign in, and the password's
    hash. If any differs from before, authenticate again.
    """
    tokens = [int(key.removeprefix(_STREAMED)) for key in session_keys if key.startswith(_STREAMED)]
    sessions = Session.objects.filter(session_key__in=session_keys).values_list("session_key", flat=True)
    users = User.objects.filter(pk__in=people).values_list("pk", "is_active", "password")
    there: dict[str | int, object] = dict.fromkeys(sessions, True)
    if tokens:
        kept = ApiToken.objects.filter(pk__in=tokens).values_list("pk", flat=True)
        there |= dict.fromkeys(map(key_of_token, kept), True)
    return there | {pk: (may, password) for pk, may, password in users}


_STREAMED: Final = "token:"


def key_of_token(number: int) -> str:
    """Key of a token's streams, beside those of sessions."""
    return f"{_STREAMED}{number}"


def person_named(name: str) -> User | None:
    """The person with this name, whatever its capitals, unless suspended or a guest: guests have no page.

    Where addresses are confirmed, only one who has done so: else the page of a new name would tell whether its address
    had an account before."""
    people = User.objects.filter(name__iexact=name, is_active=True, is_guest=False)
    if settings.ACCOUNT_EMAIL_VERIFICATION == "mandatory":
        people = people.filter(emailaddress__verified=True).distinct()
    return people.first()


def has_confirmed_address(person: User) -> bool:
    """True if the person's address is confirmed: mail may be sent."""
    return bool(EmailAddress.objects.filter(user=person, primary=True, verified=True).exists())


def is_name_taken(name: str, but: User | None = None) -> bool:
    """True if the name, or one that looks like it, is taken.

    but: a person whose own name does not count.
    """
    others = User.objects.filter(Q(look=look_of(name)) | Q(name__iexact=name), left_at=None)
    return (others if but is None else others.exclude(pk=but.pk)).exists()


# --- Friends and silence ---------------------------------------------------------------------------


def friends_of(person: User) -> QuerySet[User]:
    """The person's friends, by name."""
    ours = Q(pk__in=Friendship.objects.filter(one=person).values("other"))
    theirs = Q(pk__in=Friendship.objects.filter(other=person).values("one"))
    return User.objects.filter(ours | theirs, is_active=True).order_by("name")


def are_friends(one: User, other: User) -> bool:
    """True if the two are friends."""
    first, second = sorted((one.pk, other.pk))
    return Friendship.objects.filter(one=first, other=second).exists()


def friend_link_of(person: User) -> FriendLink | None:
    """The person's link for friends, if one was made."""
    return FriendLink.objects.filter(user=person).first()


def person_with_link(key: str) -> User | None:
    """Person behind a friend link.

    None if the link is wrong or replaced.
    """
    link = FriendLink.objects.filter(key=key, user__is_active=True).select_related("user").first()
    return None if link is None else link.user


def blocked_by(person: User) -> QuerySet[User]:
    """The people of whom this person wants to read nothing, by name."""
    return User.objects.filter(pk__in=Block.objects.filter(by=person).values("of"), left_at=None).order_by("name")


def blocked_among(person: int, others: Collection[int | None]) -> frozenset[int]:
    """Those of the others, by their numbers, whom this person blocked."""
    return frozenset(
        Block.objects.filter(by=person, of__in=[each for each in others if each]).values_list("of", flat=True)
    )


def has_blocked(by: User, of: User) -> bool:
    """True if one person has blocked the other."""
    return Block.objects.filter(by=by, of=of).exists()
