"""What nobody in particular sees of a game, made once in a second for all who watch: when a phase ends, every page asks
for the same at the same time."""

from collections.abc import Callable
from threading import Lock
from typing import Final, TypeVar, cast

from django.core.cache import caches

from frontend.access import Access

__all__ = ["shared"]

_SECONDS: Final = 1
_MAKERS: Final = tuple(Lock() for _ in range(64))
"""Pages that ask at the same moment wait for the first of them. A game has one of these locks, with others."""
_Made = TypeVar("_Made")


def shared(access: Access, what: str, make: Callable[[], _Made]) -> _Made:
    """What `make` gives, which depends on the access and on `what` alone. For who is not signed in, and is told things
    when they happen, what another such page was given within the last second, unless something has happened since."""
    if access.person is not None or access.delayed:
        return make()
    key = f"{access.game.slug}:{access.news[0]}:{what}"
    with _MAKERS[hash(access.game.slug) % len(_MAKERS)]:
        return cast("_Made", caches["process"].get_or_set(key, make, timeout=_SECONDS))
