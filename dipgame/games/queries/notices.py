"""A game's log."""

from datetime import datetime
from typing import Final

from dipgame.games.models import Game, Notice

__all__ = ["notices_of"]

_NEWEST: Final = 30


def notices_of(game: Game, *, for_players: bool, upto: datetime | None = None) -> list[Notice]:
    """The newest lines of a game's log, oldest first; for_players: also those that only its players may read. upto:
    without those written later."""
    rows = Notice.objects.filter(game=game) if upto is None else Notice.objects.filter(game=game, at__lt=upto)
    if not for_players:
        rows = rows.filter(for_players=False)
    return list(rows.order_by("-id")[:_NEWEST])[::-1]
