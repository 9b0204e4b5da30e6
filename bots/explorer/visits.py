"""Visits of games at positions, with the orders given there.

A visit's orders are one row of integers (`adjudication.encoding`), as long for every visit of a position: a
movement phase has an order for each unit, a retreat phase one for each dislodged unit, an adjustment phase one for each
build or removal that is due, unused ones waived, power by power.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.board import province_of
from adjudication.encoding import DISBAND, FLEET, HOLD, POWER_INDEX, REGION_INDEX, UNIT_SHIFT, WAIVE, encode_order
from adjudication.options import needed_adjustments
from adjudication.orders import Build, Disband, MovementOrder, Order, Remove, Retreat
from adjudication.packed import pack_position
from adjudication.position import Position, Unit
from adjudication.powers import POWERS, Power

__all__ = ["Codes", "Ending", "Visits", "columns_of", "encoded", "key_of", "row_of"]

Codes: TypeAlias = npt.NDArray[np.int32]

_NOBODY: Final = 255


def key_of(position: Position) -> int:
    """Number of 48 bits for a position, from its packed form.

    Of ten million positions, another one has the same number with a chance of one in 28 million.
    """
    return int.from_bytes(blake2b(pack_position(position), digest_size=8).digest()[:6])


def columns_of(position: Position) -> list[Power]:
    """The power each integer of a visit's row belongs to."""
    match position.phase.kind:
        case "M":
            return [unit.power for unit in position.units]
        case "R":
            return [each.unit.power for each in position.dislodged]
        case "A":
            return [power for power in POWERS for _ in range(abs(needed_adjustments(position, power)))]


def row_of(position: Position, orders: Iterable[tuple[Power, Order]]) -> list[int]:
    """A visit's row, from the orders that counted.

    A unit without an order holds, or disbands where it was beaten.
    """
    given = list(orders)
    match position.phase.kind:
        case "M":
            found = {province_of(each.region): each for _, each in given if isinstance(each, MovementOrder)}
            return [_code(found.get(unit.province), HOLD, unit) for unit in position.units]
        case "R":
            beaten = {province_of(each.region): each for _, each in given if isinstance(each, Retreat | Disband)}
            return [_code(beaten.get(each.unit.province), DISBAND, each.unit) for each in position.dislodged]
        case "A":
            row: list[int] = []
            for power in POWERS:
                due = abs(needed_adjustments(position, power))
                theirs = sorted(
                    encode_order(each) for whose, each in given if whose == power and isinstance(each, Build | Remove)
                )
                row += [*theirs, *[WAIVE] * due][:due]
            return row


def encoded(position: Position, power: Power, orders: Iterable[Order]) -> list[int]:
    """The part of a visit's row that is one power's."""
    row = row_of(position, [(power, order) for order in orders])
    return [code for whose, code in zip(columns_of(position), row, strict=True) if whose == power]


def _code(order: Order | None, otherwise: int, unit: Unit) -> int:
    if order is not None:
        return encode_order(order)
    return otherwise | REGION_INDEX[unit.region] << UNIT_SHIFT | (FLEET if unit.kind == "F" else 0)


@dataclass(frozen=True, slots=True)
class Ending:
    """End of a game.

    winner: who won alone. drawn: who shared a draw. centers: at the end, in the order of POWERS."""

    winner: Power | None
    drawn: frozenset[Power]
    centers: tuple[int, ...]

    @classmethod
    def of(cls, centers: Mapping[Power, int], winner: Power | None = None, drawn: Iterable[Power] = ()) -> Self:
        """An ending from the centers of each power."""
        return cls(winner, frozenset(drawn), tuple(centers.get(power, 0) for power in POWERS))

    def as_bytes(self) -> bytes:
        """Nine bytes for files and rows.

        Seven counts of centers, the number of the winner or 255, a bit for each who shared a draw.
        """
        winner = _NOBODY if self.winner is None else POWER_INDEX[self.winner]
        return bytes([*self.centers, winner, sum(1 << POWER_INDEX[power] for power in self.drawn)])


@dataclass(frozen=True, eq=False, slots=True)
class Visits:
    """All visits of a position.

    rows: int32 (visits, orders). endings: uint8 (visits, 9), as `Ending.as_bytes` writes them.
    """

    rows: Codes
    endings: npt.NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.rows)
