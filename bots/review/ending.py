"""Owners at a year's end, after moves and retreats."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import Outcomes, encode_order, owners_after, resolve_retreats, retreat_orders
from adjudication.encoding import CENTER_AT, DISBAND, PART, RETREAT, TARGET_SHIFT, UNIT_SHIFT, VERB, Codes
from adjudication.orders import Disband, Order, Retreat
from adjudication.powers import POWERS
from bots.hana.search.problem import Movement

__all__ = ["first_places", "has_open_retreat", "owners_settled", "retreats_made"]

Owners: TypeAlias = npt.NDArray[np.int8]
Numbers: TypeAlias = npt.NDArray[np.float64]


def retreats_made(orders: Sequence[Order]) -> dict[int, int]:
    """Codes of retreat orders by the region that each unit leaves."""
    codes = (encode_order(order) for order in orders if isinstance(order, Retreat | Disband))
    return {code >> UNIT_SHIFT & PART: code for code in codes}


def owners_settled(movement: Movement, outcomes: Outcomes, made: Mapping[int, int]) -> Owners:
    """Owners after moves and retreats: int8 (rows, 34).

    made: retreats by the region that a unit leaves. A unit retreats so where it may; one that was dislodged by other
    orders alone stands nowhere.
    """
    owners = owners_after(movement.boards, outcomes)
    for row in np.flatnonzero((outcomes.attackers >= 0).any(axis=1)).tolist():
        legal = retreat_orders(movement.boards, outcomes, row, rulebook=movement.rulebook)
        codes = np.zeros((1, outcomes.after.shape[1]), np.int32)
        for column in np.flatnonzero(outcomes.attackers[row] >= 0).tolist():
            code = made.get(int(movement.boards.regions[0, column]), -1)
            codes[0, column] = code if code in legal.of(column) else DISBAND
        after = resolve_retreats(movement.boards, _one(outcomes, row), codes)[0]
        for column in np.flatnonzero((outcomes.attackers[row] >= 0) & (after >= 0)).tolist():
            center = CENTER_AT[after[column]]
            if center >= 0:
                owners[row, center] = movement.boards.powers[0, column]
    return owners


def has_open_retreat(movement: Movement, outcomes: Outcomes, row: int, made: Mapping[int, int], me: int) -> bool:
    """True if some unknown retreat could change a power's centers.

    Nobody ordered it, as the unit was not dislodged then. me: the index of the power.
    """
    if not (outcomes.attackers[row] >= 0).any():
        return False
    owners = owners_settled(movement, _one(outcomes, row), made)[0]
    legal = retreat_orders(movement.boards, outcomes, row, rulebook=movement.rulebook)
    for column in np.flatnonzero(outcomes.attackers[row] >= 0).tolist():
        codes: Codes = legal.of(column)
        if made.get(int(movement.boards.regions[0, column]), -1) in codes:
            continue
        own = movement.boards.powers[0, column] == me
        centers = CENTER_AT[codes[codes & VERB == RETREAT] >> TARGET_SHIFT & PART]
        if any((owners[center] == me) != own for center in centers[centers >= 0]):
            return True
    return False


def first_places(owners: Owners) -> Numbers:
    """Shares of the first place by centers: float64 (rows, 7)."""
    counts = np.stack([(owners == power).sum(axis=1) for power in range(len(POWERS))], axis=1)
    first = (counts == counts.max(axis=1, keepdims=True)).astype(np.float64)
    return np.asarray(first / first.sum(axis=1, keepdims=True), np.float64)


def _one(outcomes: Outcomes, row: int) -> Outcomes:
    at = slice(row, row + 1)
    return Outcomes(
        outcomes.after[at],
        outcomes.attackers[at],
        outcomes.contested[at],
        outcomes.by_sea[at],
        outcomes.undecided[at],
    )
