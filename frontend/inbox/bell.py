"""The bell in every page's header: how much of one's news is new."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest

from dipgame.accounts.models import User
from dipgame.games import queries
from dipgame.games.models import Game, Notification
from dipgame.games.services import see_news

__all__ = ["bell", "looked_at"]

_COUNTED: Final = "_unseen_news"


def bell(request: HttpRequest) -> dict[str, Callable[[], int]]:
    """For templates: `bell`, the number of things that are new.

    Nothing is read where no page asks for it.
    """
    return {"bell": lambda: sum(_unseen(request).values())}


def looked_at(request: HttpRequest, game: Game) -> list[Notification]:
    """Mark a game's notices as seen by the visitor of its page, who sees how it stands. Return what
    stays until they say that they have read it: that they stayed away."""
    new = _unseen(request).get(game.pk, 0)
    if not isinstance(request.user, User) or not new:
        return []
    if see_news(request.user.pk, game, read=False) >= new:
        _unseen(request)[game.pk] = 0
        return []
    missed = list(queries.readable_news(request.user).filter(game=game, seen_at=None))[::-1]
    _unseen(request)[game.pk] = len(missed)
    return missed


def _unseen(request: HttpRequest) -> dict[int, int]:
    """Counted once for a request."""
    if not hasattr(request, _COUNTED):
        user = getattr(request, "user", None)
        setattr(request, _COUNTED, queries.unseen_news(user) if isinstance(user, User) else {})
    found: dict[int, int] = getattr(request, _COUNTED)
    return found
