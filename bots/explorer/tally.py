"""Count what was ordered at a position, and how the games ended."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudication.encoding import decode_order
from adjudication.orders import Order
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from bots.explorer.visits import Codes, Visits, columns_of, encoded

__all__ = ["Line", "Results", "joined", "lines_of", "results_of", "with_orders"]

_WINNER: Final = 7
_DRAWN: Final = 8


@dataclass(frozen=True, slots=True)
class Results:
    """Results of a power in some games, each counted once.

    first: it won alone or, in a game without winner and draw, nobody had more centers at the end. won: alone. drew: it
    shared a draw. survived: it had centers at the end, and none of these. out: it had none. centers: mean at the end.
    """

    first: int
    won: int
    drew: int
    survived: int
    out: int
    centers: float

    @property
    def games(self) -> int:
        return self.first + self.drew + self.survived + self.out


@dataclass(frozen=True, slots=True)
class Line:
    """A set of orders given at a position.

    games: in how many. results: of each power, in these games.
    """

    orders: tuple[tuple[Power, Order], ...]
    games: int
    results: dict[Power, Results]


def joined(parts: Sequence[Visits]) -> Visits:
    """Visits of one position from several collections."""
    full = [part for part in parts if len(part)]
    if not full:
        return Visits(np.zeros((0, 0), np.int32), np.zeros((0, 9), np.uint8))
    return Visits(np.concatenate([part.rows for part in full]), np.concatenate([part.endings for part in full]))


def with_orders(visits: Visits, position: Position, power: Power, orders: Sequence[Order]) -> Visits:
    """Those of the visits in which the power gave exactly these orders."""
    columns = _columns(position, power)
    row = encoded(position, power, orders)
    chosen = (visits.rows[:, columns] == row).all(axis=1) if len(visits) else np.zeros(0, np.bool_)
    return Visits(visits.rows[chosen], visits.endings[chosen])


def lines_of(visits: Visits, position: Position, power: Power | None, most: int) -> tuple[list[Line], int]:
    """Most frequent orders, of a power or of all.

    Returns them, and how many different ones there were.
    """
    columns = _columns(position, power)
    if not len(visits) or not len(columns):
        return [], 0
    whose = columns_of(position)
    rows, first, which, counts = np.unique(
        visits.rows[:, columns], axis=0, return_index=True, return_inverse=True, return_counts=True
    )
    which = which.ravel()
    lines = []
    # Of as many games, the one met first: the same order of lines every time.
    for each in np.lexsort((first, -counts))[:most]:
        orders = tuple(
            (whose[column], decode_order(int(code))) for column, code in zip(columns, rows[each], strict=True)
        )
        lines.append(Line(orders, int(counts[each]), results_of(visits.endings[which == each])))
    return lines, len(rows)


def results_of(endings: npt.NDArray[np.uint8]) -> dict[Power, Results]:
    """Results of each power in one or more games."""
    centers = endings[:, : len(POWERS)]
    winner, drawn = endings[:, _WINNER], endings[:, _DRAWN]
    undecided = (winner >= len(POWERS)) & (drawn == 0)
    most = centers.max(axis=1)
    found = {}
    for index, power in enumerate(POWERS):
        own = centers[:, index]
        won = winner == index
        first = won | (undecided & (own == most) & (own > 0))
        drew = (drawn >> index & 1).astype(np.bool_)
        out = (own == 0) & ~first & ~drew
        survived = ~(first | drew | out)
        found[power] = Results(
            first=int(first.sum()),
            won=int(won.sum()),
            drew=int(drew.sum()),
            survived=int(survived.sum()),
            out=int(out.sum()),
            centers=float(own.mean()),
        )
    return found


def _columns(position: Position, power: Power | None) -> Codes:
    whose = columns_of(position)
    return np.array([index for index, each in enumerate(whose) if power in (None, each)], np.int32)
