"""Lines that hold against everybody else (`stalemates.toml`), and what a power that stands in one orders.

Where somebody outside is near to winning, leaving the line has a price, as breaking a promise has: so plans that keep
it are searched for what the other units can do.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import numpy as np

from adjudication.batch import encode_order
from adjudication.board import Province, province_of
from adjudication.encoding import (
    MOVE,
    PART,
    PROVINCE_AT,
    REGION_INDEX,
    TARGET_SHIFT,
    UNIT_SHIFT,
    VERB,
    Codes,
)
from adjudication.notation import parse_order
from adjudication.orders import Hold, Support
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from bots.hana.foresee.winning import prospect_of
from bots.hana.search.problem import MOST_PROMISES, Flags, Movement, SideInterests

__all__ = ["LINES", "Line", "keeping_line", "line_of", "orders_in"]

_NEAR: Final = 13
"""Centers from which somebody outside makes those inside keep their line."""
_PRICE: Final = 100.0
"""Centers: more than winning the game is worth by any judgement, for what promises to win from here mostly does not."""
_NO_ORDERS: Final[Mapping[int, int]] = MappingProxyType({})


@dataclass(frozen=True, eq=False, slots=True)
class Line:
    """A line of the book. centers: those nobody gets while it holds. orders: what holds it, by where a unit stands."""

    name: str
    centers: frozenset[Province]
    orders: Mapping[Province, Hold | Support]

    def stands(self, position: Position, us: frozenset[Power]) -> bool:
        """True if the line is manned and nobody else is behind it."""
        return (
            all(position.centers.get(center) in us for center in self.centers)
            and all(unit.power in us for unit in position.units if unit.province in self.centers)
            and all(_is_there(position, order, us) for order in self.orders.values())
        )


def _is_there(position: Position, order: Hold | Support, us: frozenset[Power]) -> bool:
    """True if one of these powers has the unit of an order."""
    unit = position.unit_at(province_of(order.region))
    return unit is not None and unit.power in us and (unit.kind, unit.region) == (order.kind, order.region)


def _line(row: Mapping[str, Any]) -> Line:
    orders = [order for order in map(parse_order, row["orders"]) if isinstance(order, Hold | Support)]
    by_place = {province_of(order.region): order for order in orders}
    return Line(row["name"], frozenset(row["centers"].split()), MappingProxyType(by_place))


LINES: Final = tuple(
    _line(row) for row in tomllib.loads(Path(__file__).with_name("stalemates.toml").read_text("utf-8"))["line"]
)
"""Every line."""


@lru_cache(maxsize=64)
def line_of(position: Position, us: frozenset[Power]) -> Line | None:
    """The line in which these powers stand while somebody outside is near to winning."""
    outside = [power for power in POWERS if power not in us]
    if prospect_of(position).winner not in outside and all(
        len(position.centers_of(power)) < _NEAR for power in outside
    ):
        return None
    return next((line for line in LINES if line.stands(position, us)), None)


def orders_in(line: Line, phase: Movement, power: Power) -> dict[int, int]:
    """The power's part of a line in which it stands: codes by column."""
    units = phase.position.units
    return {
        int(column): encode_order(line.orders[units[column].province])
        for column in phase.columns_of(power)
        if units[column].province in line.orders
    }


def keeping_line(phase: Movement, power: Power, interests: SideInterests) -> tuple[SideInterests, Mapping[int, int]]:
    """Side interests that keep the line, and its orders by column.

    Leaving the line is added as the last promise, which is not broken. In no line, or if it has promised otherwise: the
    old interests, and no orders.

    To take a center from those who keep the line with it is to leave it, too: they would lose units that it needs.
    """
    line = line_of(phase.position, interests.friends | {power})
    if line is None or len(interests.promises) >= MOST_PROMISES:
        return interests, _NO_ORDERS
    orders = orders_in(line, phase, power)
    leaving: Flags = np.zeros(len(phase.legal.codes), np.bool_)
    for column in phase.columns_of(power).tolist():
        places = slice(int(phase.legal.starts[column]), int(phase.legal.starts[column + 1]))
        codes = phase.legal.codes[places]
        if column not in orders:
            leaving[places] = _takes(phase.position, interests.friends - {power}, codes)
            continue
        leaving[places] = codes != orders[column]
        if any(breaks[places][~leaving[places]].any() for breaks, _ in interests.promises):
            return interests, _NO_ORDERS
    return replace(interests, promises=(*interests.promises, (leaving, _PRICE))), orders


def _takes(position: Position, friends: frozenset[Power], codes: Codes) -> Flags:
    """Orders of a unit that take a friend's center.

    By moving in, or by staying there in fall.
    """
    theirs = [REGION_INDEX[center] for center, owner in position.centers.items() if owner in friends]
    moves = codes & VERB == MOVE
    going = moves & np.isin(PROVINCE_AT[codes >> TARGET_SHIFT & PART], theirs)
    stands = np.isin(PROVINCE_AT[codes >> UNIT_SHIFT & PART], theirs)
    return np.asarray(going | (stands & ~moves & (position.phase.season == "F")), np.bool_)
