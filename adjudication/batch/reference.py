"""The way from a row the kernel cannot decide to the reference and back."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from adjudication.batch.boards import Boards
from adjudication.board import Province
from adjudication.encoding import HOLD, REGION_INDEX, Codes, decode_order
from adjudication.facts import OrderFacts, facts_of
from adjudication.movement import Field, resolve
from adjudication.orders import Convoy, Move, Support
from adjudication.position import Unit
from adjudication.rulebook import Rulebook

__all__ = ["DecidedRow", "decide_row"]


@dataclass(frozen=True, slots=True)
class DecidedRow:
    """One row of `Outcomes`, without padding: after, attackers by unit; contested two words; by_sea one."""

    after: npt.NDArray[np.int8]
    attackers: npt.NDArray[np.int8]
    contested: npt.NDArray[np.int64]
    by_sea: int


def decide_row(boards: Boards, board: int, codes: Codes, rulebook: Rulebook) -> DecidedRow:
    """Decide one order set with the reference rules.

    The orders must be legal.
    """
    units = [boards.unit(board, column) for column in range(boards.counts[board])]
    standing: dict[Province, Unit] = {unit.province: unit for unit in units}
    columns = {unit.province: column for column, unit in enumerate(units)}
    orders: dict[Province, OrderFacts] = {}
    for unit, code in zip(units, codes.tolist(), strict=False):
        order = decode_order(code)
        if code & 15 != HOLD and isinstance(order, Move | Support | Convoy):
            orders[unit.province] = facts_of(order)
    fate = resolve(Field(standing, orders, rulebook))

    after = boards.regions[board, : len(units)].copy()
    attackers = np.full(len(units), -1, np.int8)
    contested = np.zeros(2, np.int64)
    by_sea = 0
    for source, moved in fate.moved.items():
        if moved:
            after[columns[source]] = REGION_INDEX[orders[source].landing]
            by_sea |= (source in fate.sailing) << columns[source]
    for victim, source in fate.dislodged.items():
        attackers[columns[victim]] = columns[source]
    for province in fate.contested:
        number = REGION_INDEX[province]
        contested[number // 64] |= np.left_shift(np.int64(1), np.int64(number % 64))
    return DecidedRow(after, attackers, contested, by_sea)
