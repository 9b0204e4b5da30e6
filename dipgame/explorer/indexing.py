"""Write the visits of finished games, a few games at a time.

Every finished game without a private word is indexed. Who may see which is asked of the archive with each look.
"""

import logging
import time
from collections.abc import Iterator
from typing import Final

import numpy as np
from django.db.models import F, Q, QuerySet

from adjudication.powers import POWERS, Power, as_power
from bots.explorer.visits import Ending, key_of, row_of
from dipgame.explorer.models import Indexed, Visit
from dipgame.games import convert, queries
from dipgame.games.models import Game, GamePhase
from dipgame.transactions import atomic

__all__ = ["index_game", "index_some"]

_SOME_SECONDS: Final = 5.0
_log = logging.getLogger(__name__)


def index_some(seconds: float = _SOME_SECONDS) -> int:
    """Index games until the time is over; returns how many."""
    began, count = time.monotonic(), 0
    for number in list(_due().order_by("-finished_at").values_list("pk", flat=True)[:1000]):
        game = Game.objects.filter(pk=number).first()
        if game is not None:  # it may have been deleted since
            index_game(game)
            count += 1
        if time.monotonic() - began > seconds:
            break
    return count


def index_game(game: Game) -> int:
    """Write the visits of a finished game anew; returns how many.

    A phase that cannot be read is left out.
    """
    rows = list(queries.phases_of(game))
    ending = convert.readable(game, lambda: _ending(game, rows[-1]), None) if rows else None
    with atomic():
        Visit.objects.filter(game=game).delete()
        visits = [] if ending is None else list(_visits(game, rows, ending))
        Visit.objects.bulk_create(visits)
        Indexed.objects.update_or_create(game=game, defaults={"finished_at": game.finished_at})
    return len(visits)


def _due() -> QuerySet[Game]:
    public = Game.objects.filter(status=Game.Status.FINISHED, private_word="")
    return public.filter(Q(indexed=None) | ~Q(indexed__finished_at=F("finished_at")))


def _visits(game: Game, rows: list[GamePhase], ending: Ending) -> Iterator[Visit]:
    for row in rows:
        if row.status == GamePhase.Status.RESOLVED:
            visit = convert.readable(row, lambda row=row: _visit(game, row, ending), None)  # type: ignore[misc]
            if visit is not None:
                yield visit


def _visit(game: Game, row: GamePhase, ending: Ending) -> Visit:
    position = convert.position_of(row)
    orders = row_of(
        position, [(each.power, each.order) for each in convert.outcomes_of(row) if each.result != "illegal"]
    )
    return Visit(
        game=game,
        key=key_of(position),
        orders=np.array(orders, "<i4").tobytes(),
        ending=ending.as_bytes(),
    )


def _ending(game: Game, last: GamePhase) -> Ending:
    position = convert.position_of(last)
    centers: dict[Power, int] = {power: len(position.centers_of(power)) for power in POWERS}
    drawn = {power for power in POWERS if centers[power]} if game.result == Game.Result.DRAW else set()
    if drawn and game.sharers:
        drawn = {as_power(code) for code in game.sharers.split()}
    return Ending.of(centers, as_power(game.winner) if game.winner else None, drawn)
