"""Legal actions of a movement phase, by the kernel.

`adjudication.env.actions.legal_slots` lists the same ones by the reference rules (`tests/adjudication/env`).
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from adjudication.batch import legal_orders_at
from adjudication.encoding import REGION_INDEX
from adjudication.env.actions import CODES, FIRSTS, LENGTHS, MOVE_ROWS, ROWS, SLOTS, Slot
from adjudication.position import Position
from adjudication.rulebook import Rulebook

__all__ = ["movement_slots"]


_ROW_OF: Final = np.repeat(np.arange(len(ROWS)), LENGTHS)
_MOVES: Final = np.flatnonzero(np.isin(_ROW_OF, list(MOVE_ROWS.values())))
_BY_CODE: Final = _MOVES[np.argsort(CODES[_MOVES])]
_SORTED: Final = CODES[_BY_CODE]
"""Codes of all orders of movement phases, ascending; each belongs to one kind of unit in one region."""
_ACTIONS: Final = _BY_CODE - FIRSTS[_ROW_OF[_BY_CODE]]
"""The action of each, in its row."""


def movement_slots(position: Position, powers: Sequence[str], rulebook: Rulebook) -> dict[str, tuple[Slot, ...]]:
    """Slots of these powers in a movement phase.

    Raises ValueError for more than 17 units of one.
    """
    regions = np.array([REGION_INDEX[unit.region] for unit in position.units], np.int8)
    fleets = np.array([unit.kind == "F" for unit in position.units], np.bool_)
    legal = legal_orders_at(regions, fleets, rulebook)
    # A hold comes first, then the others by their code, in the kernel's list as in a row.
    actions, starts = _ACTIONS[_SORTED.searchsorted(legal.codes)].tolist(), legal.starts.tolist()
    found: dict[str, list[Slot]] = {power: [] for power in powers}
    for unit, start, end in zip(position.units, starts, starts[1:], strict=False):
        if unit.power in found:
            found[unit.power].append((MOVE_ROWS[unit.kind, unit.region], tuple(actions[start:end])))
    for power, slots in found.items():
        if len(slots) > SLOTS:
            raise ValueError(f"{power} has {len(slots)} units; an environment has room for {SLOTS}")
    return {power: tuple(slots) for power, slots in found.items()}
