"""Fixed lists of orders.

An action is a number in the list of its slot.

A slot is one decision of a power: a unit in a movement phase, a dislodged unit in a retreat phase, one
build or removal due in an adjustment phase. Every slot has a row, the list of all orders it could ever
have on this map, whatever else stands there. So number k of `A PAR` always means the same order.

Rows: 0 is an unused slot; then one for each kind and region that moves, one for each that retreats, one
for the builds of each power, and one for removals. The first order of a row is what happens without an
order: to hold, to disband, to waive. Removals have no such order.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudication.board import STANDARD, Region, UnitKind, province_of
from adjudication.encoding import Codes, encode_order
from adjudication.facts import reachable_provinces, reachable_regions
from adjudication.legality import needed_adjustments
from adjudication.options import legal_orders
from adjudication.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from adjudication.rulebook import STANDARD_RULES, Rulebook
from adjudication.seas import SEA_BIT, can_carry, useful_seas

__all__ = [
    "BUILD_ROWS",
    "CODES",
    "FIRSTS",
    "LENGTHS",
    "MOVE_ROWS",
    "NO_ROW",
    "REMOVE_ROW",
    "RETREAT_ROWS",
    "ROWS",
    "SLOTS",
    "WIDTH",
    "Slot",
    "actions_of",
    "legal_slots",
    "orders_of",
]

SLOTS: Final = 17
"""Slots of a power: who owns 18 centers has won, so nobody has more units."""

_UNITS: Final[tuple[tuple[UnitKind, Region], ...]] = tuple(
    (kind, region) for kind in ("A", "F") for region in STANDARD.borders(kind)
)
_COASTS: Final = tuple(code for code, facts in STANDARD.provinces.items() if facts.kind == "coast")
_ALL_SEAS: Final = sum(SEA_BIT.values())


def _movement_row(kind: UnitKind, region: Region) -> list[Order]:
    """Every order that is legal for this unit in some position.

    The hold first, then the others by their code.
    """
    here, reach = province_of(region), reachable_provinces(kind, region)
    found: list[Order] = [Move(kind, region, target) for target in reachable_regions(kind, region)]
    if kind == "A":
        by_sea = [target for target in _COASTS if can_carry(here, target, _ALL_SEAS)]
        found += [Move("A", region, target, target in reachable_regions("A", region)) for target in by_sea]
    carriers = _ALL_SEAS & ~SEA_BIT.get(here, 0)
    for other_kind, other in _UNITS:
        if province_of(other) == here:
            continue
        steps = reachable_regions(other_kind, other)
        if province_of(other) in reach:
            found.append(Support(kind, region, other_kind, other))
        found += [Support(kind, region, other_kind, other, step) for step in steps if province_of(step) in reach]
        if other_kind == "A":
            far = (target for target in _COASTS if target in reach and target not in steps)
            found += [Support(kind, region, "A", other, target) for target in far if can_carry(other, target, carriers)]
    if here in SEA_BIT:
        found += [
            Convoy("F", region, army, target)
            for army in _COASTS
            for target in _COASTS
            if useful_seas(army, target, _ALL_SEAS) & SEA_BIT[here]
        ]
    return [Hold(kind, region), *sorted(found, key=encode_order)]


def _retreat_row(kind: UnitKind, region: Region) -> list[Order]:
    steps: list[Order] = [Retreat(kind, region, target) for target in reachable_regions(kind, region)]
    return [Disband(kind, region), *sorted(steps, key=encode_order)]


def _build_row(power: Power) -> list[Order]:
    homes = STANDARD.homes[power]
    builds: list[Order] = [Build("A", home) for home in homes]
    builds += [Build("F", region) for home in homes for region in STANDARD.fleet_regions(home)]
    return [Waive(), *sorted(builds, key=encode_order)]


def _rows() -> Iterator[tuple[Order, ...]]:
    yield ()
    for unit in _UNITS:
        yield tuple(_movement_row(*unit))
    for unit in _UNITS:
        yield tuple(_retreat_row(*unit))
    for power in POWERS:
        yield tuple(_build_row(power))
    removals: list[Order] = [Remove(kind, region) for kind, region in _UNITS]
    yield tuple(sorted(removals, key=encode_order))


ROWS: Final = tuple(_rows())
"""The orders of every row; the numbers of a row's orders are actions."""

WIDTH: Final = max(map(len, ROWS))
"""Length of the longest row, so the number of actions of a slot (853)."""

NO_ROW: Final = 0
MOVE_ROWS: Final[Mapping[tuple[UnitKind, Region], int]] = {unit: 1 + index for index, unit in enumerate(_UNITS)}
RETREAT_ROWS: Final[Mapping[tuple[UnitKind, Region], int]] = {
    unit: 1 + len(_UNITS) + index for index, unit in enumerate(_UNITS)
}
BUILD_ROWS: Final[Mapping[Power, int]] = {power: 1 + 2 * len(_UNITS) + index for index, power in enumerate(POWERS)}
REMOVE_ROW: Final = len(ROWS) - 1

LENGTHS: Final[npt.NDArray[np.int64]] = np.array([len(row) for row in ROWS], np.int64)
"""int64 (rows,): number of orders in each row."""

FIRSTS: Final[npt.NDArray[np.int64]] = np.cumsum(LENGTHS) - LENGTHS
"""int64 (rows,): `FIRSTS[row] + action` numbers all orders of the map without gaps, for embeddings."""

CODES: Final[Codes] = np.array([encode_order(order) for row in ROWS for order in row], np.int32)
"""int32: the integer (`adjudication.encoding`) of each order, at `FIRSTS[row] + action`."""

_ACTIONS: Final[Mapping[Order, int]] = {order: action for row in ROWS for action, order in enumerate(row)}

Slot = tuple[int, tuple[int, ...]]
"""The row of a slot, and its legal actions, ascending."""


def legal_slots(position: Position, power: Power, rulebook: Rulebook = STANDARD_RULES) -> tuple[Slot, ...]:
    """The slots of a power in this phase.

    Movement and retreats: its units as they are sorted in the position. Adjustments: one slot for each build or
    removal due, all with the same choices; of two that name the same place, the second is refused by the rules.
    Raises ValueError for more than 17 slots.
    """
    options = legal_orders(position, power, rulebook)
    kind = position.phase.kind
    if kind == "A":
        due = needed_adjustments(position, power)
        choices = tuple(sorted({_ACTIONS[order] for orders in options.values() for order in orders}))
        slots: tuple[Slot, ...] = ((BUILD_ROWS[power] if due > 0 else REMOVE_ROW, choices),) * abs(due)
    else:
        rows = MOVE_ROWS if kind == "M" else RETREAT_ROWS
        slots = tuple(
            (rows[orders[0].kind, region], tuple(sorted(_ACTIONS[order] for order in orders)))
            for region, orders in options.items()
            if not isinstance(orders[0], Waive)
        )
    if len(slots) > SLOTS:
        raise ValueError(f"{power} has {len(slots)} decisions in {position.phase}; an environment has room for {SLOTS}")
    return slots


def orders_of(slots: Sequence[Slot], actions: Sequence[int]) -> list[Order]:
    """The orders of a power's actions, one action a slot.

    Actions beyond the slots are not read, and an action that is not legal gives no order. `actions_of` is the inverse.
    """
    return [ROWS[row][action] for (row, legal), action in zip(slots, actions, strict=False) if action in legal]


def actions_of(slots: Sequence[Slot], orders: Sequence[Order]) -> npt.NDArray[np.int64]:
    """The actions of a power's orders.

    Int64 (17,), 0 where no order was given or there is no slot.

    Each order takes the first free slot that may have it. Raises ValueError for an order that no free slot may have;
    fleets name their coast where there are two.
    """
    actions = np.zeros(SLOTS, np.int64)
    free = dict(enumerate(slots))
    for order in orders:
        action = _ACTIONS.get(order, -1)
        fits = (slot for slot, (row, legal) in free.items() if action in legal and ROWS[row][action] == order)
        slot = next(fits, None)
        if slot is None:
            raise ValueError(f"{order} is not an action here: not legal, or its unit has an order already")
        actions[slot] = action
        del free[slot]
    return actions
