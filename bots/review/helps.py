"""Orders by which a power wins or keeps a center with help."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.encoding import (
    CENTER_AT,
    CONVOY,
    FAR,
    HOLD,
    MOVE,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TARGET_SHIFT,
    VERB,
    VIA,
    Codes,
)
from adjudication.powers import POWERS, Power
from bots.review.played import Played

__all__ = ["Help", "attackers", "helps_of", "honest_orders", "joined", "moves_of"]

Orders: TypeAlias = dict[int, int]
Words: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class Help:
    """Orders of two powers that give the first a center.

    orders: code by column. center: its index.
    """

    orders: Orders
    center: int


def helps_of(played: Played, power: Power, helper: Power) -> Iterator[Help]:
    """Moves and holds of a power with help of another.

    The help is a support, or a convoy. One more support of either may join. None breaks a promise, or takes a center of
    the helper. The helper may be the power itself.
    """
    boards = played.movement.boards
    mine, theirs = played.columns(power).tolist(), played.columns(helper).tolist()
    column_at = {int(PROVINCE_AT[boards.regions[0, column]]): column for column in mine}
    for column in theirs:
        for code in honest_orders(played, column).tolist():
            ward = column_at.get(int(PROVINCE_AT[code >> OTHER_SHIFT & PART]))
            if code & VERB not in {SUPPORT_HOLD, SUPPORT_MOVE, CONVOY} or ward is None:
                continue
            target = boards.regions[0, ward] if code & VERB == SUPPORT_HOLD else code >> TARGET_SHIFT & PART
            center = int(CENTER_AT[target])
            if center < 0 or (helper != power and boards.owners[0, center] == POWERS.index(helper)):
                continue
            for lead in _leads(played, ward, code, int(target)):
                base = {ward: lead, column: code}
                yield Help(base, center)
                for other in chain(mine, theirs):
                    if other not in base:
                        for more in honest_orders(played, other).tolist():
                            if code & VERB != CONVOY and _does_as(more, code):
                                yield Help({**base, other: more}, center)


def moves_of(played: Played, power: Power) -> list[Orders]:
    """Honest moves of one unit into a center."""
    return [
        {column: code}
        for column in played.columns(power).tolist()
        for code in honest_orders(played, column).tolist()
        if code & VERB == MOVE and CENTER_AT[code >> TARGET_SHIFT & PART] >= 0
    ]


def joined(one: Help, other: Help) -> Orders | None:
    """Orders of both; None where a unit would have two."""
    if any(one.orders.get(column, code) != code for column, code in other.orders.items()):
        return None
    return {**one.orders, **other.orders}


def attackers(played: Played, row: Codes, one: Power, other: Power) -> list[int]:
    """Columns of the units by which one of two powers attacks the other.

    They go into a province with a unit or center of the other, or help to.
    """
    boards, found = played.movement.boards, []
    province, owners = PROVINCE_AT[boards.regions[0]], boards.owners[0]
    for power, victim in ((one, other), (other, one)):
        index = POWERS.index(victim)
        theirs = {int(each) for each in province[played.columns(victim)]}
        theirs |= {int(PROVINCE_AT[region]) for region in _regions_of(np.flatnonzero(owners == index))}
        for column in played.columns(power).tolist():
            code = int(row[column])
            helped = boards.powers[0, province == PROVINCE_AT[code >> OTHER_SHIFT & PART]]
            aids_them = code & VERB != MOVE and index in helped
            goes = code & VERB in {MOVE, SUPPORT_MOVE, CONVOY}
            if goes and not aids_them and int(PROVINCE_AT[code >> TARGET_SHIFT & PART]) in theirs:
                found.append(column)
    return found


def _regions_of(centers: Words) -> list[int]:
    """A region of each center."""
    return [int(np.flatnonzero(center == CENTER_AT)[0]) for center in centers]


def honest_orders(played: Played, column: int) -> Codes:
    """Legal orders of a unit that break no promise."""
    return played.movement.legal.of(column)[~played.pledges.barred_of(column)]


def _leads(played: Played, ward: int, code: int, target: int) -> list[int]:
    """Orders of the unit helped that the help goes to."""
    honest = honest_orders(played, ward)
    if code & VERB == SUPPORT_HOLD:
        return list(map(int, honest[honest & VERB == HOLD]))
    goes = (honest & VERB == MOVE) & (PROVINCE_AT[honest >> TARGET_SHIFT & PART] == PROVINCE_AT[target])
    by_sea = honest & (FAR | VIA) != 0
    return list(map(int, honest[goes & (by_sea if code & VERB == CONVOY else ~by_sea)]))


def _does_as(more: int, code: int) -> bool:
    """True if an order is the same support by another unit."""
    if more & VERB != code & VERB or PROVINCE_AT[more >> OTHER_SHIFT & PART] != PROVINCE_AT[code >> OTHER_SHIFT & PART]:
        return False
    return bool(PROVINCE_AT[more >> TARGET_SHIFT & PART] == PROVINCE_AT[code >> TARGET_SHIFT & PART])
