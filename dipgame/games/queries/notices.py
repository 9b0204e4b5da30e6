"""A game's log."""

from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from dipgame.games.models import Game, Notice
from dipgame.prepared import Along, Prepared

__all__ = ["notices_of"]

_NEWEST: Final = 30


def notices_of(game: Game, *, for_players: bool, upto: datetime | None = None) -> list[Notice]:
    """The newest lines of a game's log, oldest first; for_players: also those that only its players may read. upto:
    without those written later."""
    if upto is not None:
        return list(_newest_lines(game.pk, for_players).filter(at__lt=upto).order_by("-id")[:_NEWEST])[::-1]
    return _NEWEST_LINES[for_players].rows(game=game.pk)[::-1]


def _newest_lines(game: int, for_players: bool) -> QuerySet[Notice]:
    rows = _ALONG.of(Notice.objects.filter(game=game))
    return rows if for_players else rows.filter(for_players=False)


def _prepared(for_players: bool) -> Prepared[Notice]:
    return Prepared(lambda game: _newest_lines(game, for_players).order_by("-id")[:_NEWEST], _ALONG, game=int)


_ALONG: Final = Along(("actor", "game"))
_NEWEST_LINES: Final = {each: _prepared(each) for each in (True, False)}
