"""Share a game's anonymous views among watchers for one second.

When a phase ends, every page asks for the same at the same time.
"""

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
    """Result of `make`, cached for a second for anonymous watchers.

    It must depend on the access and on `what` alone. The cache ends early when something happens. People who are signed
    in, and watchers with a delay, get a result of their own.
    """
    if access.person is not None or access.delayed:
        return make()
    key = f"{access.game.slug}:{access.news[0]}:{what}"
    with _MAKERS[hash(access.game.slug) % len(_MAKERS)]:
        return cast("_Made", caches["process"].get_or_set(key, make, timeout=_SECONDS))
