"""Visits of the archive's games that somebody may see."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from adjudication.position import Position
from bots.explorer.visits import Visits, columns_of, key_of
from dipgame.explorer.models import Visit
from dipgame.games.models import Game
from dipgame.games.queries import Wanted, archived

if TYPE_CHECKING:
    from dipgame.accounts.models import User

__all__ = ["MOST_VISITS", "archive_visits", "games_in_order"]

MOST_VISITS: Final = 3_000
"""Visits of a position that are looked at, the newest; of these, games that are not listed are left out."""


def archive_visits(position: Position, viewer: "User | None") -> tuple[Visits, Sequence[int], bool]:
    """Visits of a position, the newest ones, in games listed for this person.

    Returns them with the numbers of the games, newest first, and whether there are older visits.
    """
    width = len(columns_of(position))
    newest = Visit.objects.filter(key=key_of(position)).order_by("-game_id", "-pk")
    found = list(newest.values_list("game_id", "orders", "ending")[: MOST_VISITS + 1])
    games = newest.values("game")[:MOST_VISITS]
    # Listed is asked of these games alone: of all games of an archive it would take ten times as long.
    listed = set(archived(Wanted(viewer=viewer)).order_by().filter(pk__in=games).values_list("pk", flat=True))
    rows = [
        (game, bytes(orders), bytes(ending))
        for game, orders, ending in found[:MOST_VISITS]
        if game in listed and len(orders) == 4 * width
    ]
    orders = np.frombuffer(b"".join(row for _, row, _ in rows), "<i4").reshape(len(rows), width)
    endings = np.frombuffer(b"".join(ending for *_, ending in rows), np.uint8).reshape(len(rows), 9)
    return Visits(orders.astype(np.int32), endings), [game for game, *_ in rows], len(found) > MOST_VISITS


def games_in_order(numbers: Sequence[int]) -> list[Game]:
    """The games of these numbers, in their order."""
    found = Game.objects.in_bulk(numbers)
    return [found[number] for number in numbers if number in found]
