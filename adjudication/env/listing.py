"""Legal actions of a movement phase, by the kernel.

`adjudication.env.actions.legal_slots` lists the same ones by the reference rules (`tests/adjudication/env`).
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from adjudication.batch import legal_orders_at
from adjudication.encoding import REGION_INDEX
from adjudication.env.actions import CODES, FIRSTS, LENGTHS, MOVE_ROWS, SLOTS, Slot
from adjudication.position import Position
from adjudication.rulebook import Rulebook

__all__ = ["movement_slots"]


_OTHERS: Final = [CODES[first + 1 : first + many] for first, many in zip(FIRSTS, LENGTHS, strict=True)]
"""Codes of each row behind its first order, ascending, as the kernel lists a unit's behind the hold."""


def movement_slots(position: Position, powers: Sequence[str], rulebook: Rulebook) -> dict[str, tuple[Slot, ...]]:
    """Slots of these powers in a movement phase.

    Raises ValueError for more than 17 units of one.
    """
    regions = np.array([REGION_INDEX[unit.region] for unit in position.units], np.int8)
    fleets = np.array([unit.kind == "F" for unit in position.units], np.bool_)
    legal = legal_orders_at(regions, fleets, rulebook)
    found: dict[str, list[Slot]] = {power: [] for power in powers}
    for column, unit in enumerate(position.units):
        if unit.power not in found:
            continue
        row = MOVE_ROWS[unit.kind, unit.region]
        actions = np.searchsorted(_OTHERS[row], legal.of(column)[1:]) + 1
        found[unit.power].append((row, (0, *actions.tolist())))
    for power, slots in found.items():
        if len(slots) > SLOTS:
            raise ValueError(f"{power} has {len(slots)} units; an environment has room for {SLOTS}")
    return {power: tuple(slots) for power, slots in found.items()}
