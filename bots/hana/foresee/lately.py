"""Attacks and help between powers in the last movement phases."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import encode_orders
from adjudication.encoding import (
    CENTER_AT,
    HOLD,
    MOVE,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    REGION_INDEX,
    SUPPORT_MOVE,
    TARGET_SHIFT,
    VERB,
)
from adjudication.orders import Move, Order
from adjudication.powers import Power
from bots.hana.search.problem import Movement
from bots.view import PastPhase

__all__ = ["NOTHING_LATELY", "PHASES", "Lately", "lately_of", "unit_at", "victims_of"]

Numbers: TypeAlias = npt.NDArray[np.float64]
Words: TypeAlias = npt.NDArray[np.int64]

PHASES: Final = 4
"""Movement phases that are looked back at."""
_FADES: Final = 0.7
"""Weight of a phase relative to the next."""


@dataclass(frozen=True, eq=False, slots=True)
class Lately:
    """Attacks and help between powers, and last orders.

    attacked: float64 (7, 7), orders of one power against units and centers of another, each phase counting `_FADES`
    of the next; helped: supports and convoys of another's units, likewise. last: int64 (128,), by region the last
    order of the unit that stands there now, -1 if there is none.
    """

    attacked: Numbers
    helped: Numbers
    last: Words


NOTHING_LATELY: Final = Lately(np.zeros((7, 7)), np.zeros((7, 7)), np.full(128, -1, np.int64))


def lately_of(history: Iterable[PastPhase]) -> Lately:
    """Attacks, help and last orders after a history, oldest first."""
    moved = [past for past in history if past.position.phase.kind == "M"]
    return _lately(tuple(moved[-PHASES:]))


@lru_cache(maxsize=64)
def _lately(moved: tuple[PastPhase, ...]) -> Lately:
    if not moved:
        return NOTHING_LATELY
    before, past = _lately(moved[:-1]), moved[-1]
    phase = Movement.of(past.position)
    given: dict[Power, list[Order]] = {}
    for outcome in past.outcomes:
        given.setdefault(outcome.power, []).append(outcome.order)
    row = encode_orders(past.position, given, phase.rulebook)
    boards = phase.boards
    who = boards.powers[0].astype(np.int64)
    attacked, helped = _FADES * before.attacked, _FADES * before.helped
    victims = victims_of(phase, row, who)
    np.add.at(attacked, (who[victims >= 0], victims[victims >= 0]), 1.0)
    friends = _helped(phase, row)
    other = (friends >= 0) & (friends != who)
    np.add.at(helped, (who[other], friends[other]), 1.0)
    last = np.full(128, -1, np.int64)
    failed = {
        REGION_INDEX[each.order.region]
        for each in past.outcomes
        if isinstance(each.order, Move) and each.result == "fail"
    }
    for region, code in zip(boards.regions[0].tolist(), row.tolist(), strict=True):
        gone = code & VERB == MOVE and region not in failed
        last[code >> TARGET_SHIFT & PART if gone else region] = code
    return Lately(attacked, helped, last)


def unit_at(phase: Movement) -> Words:
    """Column of the unit in each province, -1 for none: int64 (128,)."""
    found = np.full(128, -1, np.int64)
    found[PROVINCE_AT[phase.boards.regions[0]]] = np.arange(phase.boards.width)
    return found


def victims_of(phase: Movement, codes: npt.NDArray[np.int32], who: Words) -> Words:
    """Power that each order goes against, -1 for nobody.

    That is whose unit is where it leads, or whose center. who: the power that orders it.
    """
    boards, verb = phase.boards, codes & VERB
    goal = PROVINCE_AT[codes >> TARGET_SHIFT & PART]
    column, center = unit_at(phase)[goal], CENTER_AT[codes >> TARGET_SHIFT & PART]
    owner = np.where(center >= 0, boards.owners[0, center.clip(0)], -1)
    there = np.where(column >= 0, boards.powers[0, column.clip(0)], -1)
    found = np.where((there >= 0) & (there != who), there, owner)
    moves = (verb == MOVE) | (verb == SUPPORT_MOVE)
    return np.asarray(np.where(moves & (found != who), found, -1), np.int64)


def _helped(phase: Movement, codes: npt.NDArray[np.int32]) -> Words:
    column = unit_at(phase)[PROVINCE_AT[codes >> OTHER_SHIFT & PART]]
    aids = ((codes & VERB) != HOLD) & ((codes & VERB) != MOVE) & (column >= 0)
    return np.asarray(np.where(aids, phase.boards.powers[0, column.clip(0)], -1), np.int64)
