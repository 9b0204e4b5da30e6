"""Legal orders, and outcomes of many order sets at once, for bots."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import legal, retreats
from adjudication.batch.boards import Boards
from adjudication.batch.layout import MAX_DOUBTS, Outcomes, Policies
from adjudication.batch.reference import decide_row
from adjudication.batch.rows import resolve_rows, take_centers
from adjudication.board import province_of
from adjudication.encoding import Codes, decode_order, encode_order
from adjudication.facts import OrderFacts, exact, facts_of
from adjudication.legality import fleets_at_sea, movement_refusal, refusal
from adjudication.orders import Hold, Move, MovementOrder, Order, Support
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES, Rulebook

__all__ = [
    "IllegalRow",
    "LegalOrders",
    "Outcomes",
    "encode_facts",
    "encode_orders",
    "legal_orders",
    "legal_orders_at",
    "owners_after",
    "policies_of",
    "resolve",
    "resolve_retreats",
    "retreat_orders",
]

Words: TypeAlias = npt.NDArray[np.int64]

_ROOM: Final = 1 << 13
_INTENTS: Final = {"via_only": 0, "own_fleet": 1, "any_fleet": 2}


class IllegalRow(ValueError):  # noqa: N818 - named after what was given
    """An order in a batch that its unit may not be given.

    `row` and `unit` say where, `reason` why.
    """

    def __init__(self, row: int, unit: int, reason: str) -> None:
        super().__init__(f"orders[{row}, {unit}]: {reason}")
        self.row = row
        self.unit = unit
        self.reason = reason


@dataclass(frozen=True, eq=False, slots=True)
class LegalOrders:
    """The legal orders of one phase: unit u's are codes[starts[u]:starts[u + 1]], ascending."""

    codes: Codes
    starts: Words

    def of(self, unit: int) -> Codes:
        """The legal orders of one unit.

        In a movement phase the first is to hold.
        """
        return self.codes[self.starts[unit] : self.starts[unit + 1]]

    def index(self, unit: int, code: int) -> int:
        """The index of a unit's legal order among all `codes`."""
        return int(self.starts[unit]) + int(np.searchsorted(self.of(unit), code))


def legal_orders(boards: Boards, index: int = 0, rulebook: Rulebook = STANDARD_RULES) -> LegalOrders:
    """All legal orders of the position at this index: those of `adjudication.options`, as integers.

    Of orders that mean the same one is given: an army's way to a province it could not walk to is
    not marked VIA; a fleet's move to a split coast, and the support of it, name the coast.
    """
    count = int(boards.counts[index])
    return legal_orders_at(boards.regions[index, :count], boards.fleets[index, :count], rulebook)


def legal_orders_at(
    regions: npt.NDArray[np.int8], fleets: npt.NDArray[np.bool_], rulebook: Rulebook = STANDARD_RULES
) -> LegalOrders:
    """Legal orders of units in these regions, as by `legal_orders`.

    regions, fleets: one number a unit, as in `Boards`; units that can stand there, one in a province.
    """
    regions, fleets = np.ascontiguousarray(regions), np.ascontiguousarray(fleets)
    starts = np.zeros(len(regions) + 1, np.int64)
    room = _ROOM
    while True:
        codes = np.empty(room, np.int32)
        total = legal.write_legal_orders(regions, fleets, rulebook.convoys, True, codes, starts)
        if total <= room:
            return LegalOrders(codes[:total], starts)
        room = total


def encode_orders(
    position: Position, orders: Mapping[Power, Sequence[Order]], rulebook: Rulebook = STANDARD_RULES
) -> Codes:
    """The row of integers for typed orders, one for each of `position.units`.

    A unit that has no legal order, or two that differ, holds. A coast that was left out where only
    one is possible is filled in.
    """
    standing = position.standing
    fleets = fleets_at_sea(standing)
    meant: dict[str, set[int]] = {}
    for power, given in orders.items():
        for order in given:
            if not isinstance(order, MovementOrder):
                continue
            unit = standing.get(province_of(order.region))
            if unit is None or unit.power != power:
                continue
            facts = facts_of(exact(order, unit, standing))
            if movement_refusal(facts, standing, fleets, rulebook) is not None:
                continue
            meant.setdefault(unit.province, set()).add(encode_facts(facts))
    row = np.empty(len(position.units), np.int32)
    for column, unit in enumerate(position.units):
        codes = meant.get(unit.province, set())
        row[column] = codes.pop() if len(codes) == 1 else encode_order(Hold(unit.kind, unit.region))
    return row


def encode_facts(facts: OrderFacts) -> int:
    """The integer of an exact order, its coast filled in."""
    order = facts.order
    if isinstance(order, Move):
        order = Move(order.kind, order.region, facts.landing, facts.via)
    elif isinstance(order, Support) and order.target is not None:
        target = facts.coast or facts.target
        order = Support(order.kind, order.region, order.supported_kind, order.supported, target)
    return encode_order(order)


def policies_of(rulebook: Rulebook) -> Policies:
    """The rulebook's disputed rules as the compiled functions read them."""
    return Policies(
        intent=_INTENTS[rulebook.convoy_intent],
        fallback=int(rulebook.land_fallback),
        coasts=int(rulebook.support_coasts == "must_match"),
        # The other rules for paradoxes also change supports in rows that are none.
        doubts=MAX_DOUBTS if rulebook.paradox == "szykman" else 0,
    )


def resolve(
    boards: Boards,
    orders: Codes,
    which: Words | None = None,
    *,
    rulebook: Rulebook = STANDARD_RULES,
    trusted: bool = False,
    refer: bool = True,
    into: Outcomes | None = None,
) -> Outcomes:
    """Adjudicate many order sets of movement phases.

    Args:
        boards: the positions.
        orders: int32 (rows, boards.width), one legal order for each unit; padding is not read.
        which: int64 (rows,), the index of each row's position; sorted is fastest. When left out the
            rows belong to the one position there is, or to the positions one by one.
        rulebook: the rules to go by. Its rules for convoys and supports count.
        trusted: skip the check that every order is legal. Only for orders that come from
            `legal_orders`; what becomes of others means nothing then.
        refer: let the reference decide the rows the kernel cannot (convoy paradoxes; some
            milliseconds each). A search may prefer to skip them.
        into: arrays to fill in, from `Outcomes.room` with as many rows; new ones when left out.

    Raises ValueError for arrays that do not fit together, IllegalRow for an order that is not legal.
    """
    rows = len(orders)
    if orders.dtype != np.int32 or orders.shape != (rows, boards.width):
        raise ValueError(f"orders: the array is {orders.dtype} {orders.shape}, not int32 (rows, {boards.width})")
    which = _indices(boards, which, rows)
    if into is None:
        into = Outcomes.room(rows, boards.width)
    elif into.after.shape != orders.shape:
        raise ValueError(f"into: there is room for {into.after.shape}, not {orders.shape}")
    if not trusted:
        _check_legal(boards, orders, which, rulebook)
    resolve_rows(boards.units, which, np.ascontiguousarray(orders), policies_of(rulebook), into)
    if refer:
        for row in np.flatnonzero(into.undecided):
            board = int(which[row])
            found = decide_row(boards, board, orders[row], rulebook)
            count = int(boards.counts[board])
            into.after[row, :count] = found.after
            into.attackers[row, :count] = found.attackers
            into.contested[row] = found.contested
            into.by_sea[row] = found.by_sea
    return into


def retreat_orders(
    boards: Boards, outcomes: Outcomes, row: int, index: int = 0, rulebook: Rulebook = STANDARD_RULES
) -> LegalOrders:
    """Legal retreats of each dislodged unit of one row, disbanding included.

    Other units have no orders. index: the position the row belongs to.
    """
    count = int(boards.counts[index])
    starts = np.zeros(count + 1, np.int64)
    codes = np.empty(count * (legal.MOST_STEPS + 1), np.int32)
    by_sea_open = rulebook.convoyed_origin == "open"
    total = retreats.write_retreats(boards.units, boards.fleets, index, outcomes, row, by_sea_open, codes, starts)
    return LegalOrders(codes[:total], starts)


def resolve_retreats(
    boards: Boards, outcomes: Outcomes, orders: Codes, which: Words | None = None
) -> npt.NDArray[np.int8]:
    """Regions of all units after the retreats.

    int8 (rows, units), -1 for a unit that is gone.

    orders: int32 (rows, units), for each dislodged unit one of its `retreat_orders`; the rest is not
    read. Units that retreat to the same province are gone, and so are those that disband.
    """
    after = np.full(outcomes.after.shape, -1, np.int8)
    retreats.settle_retreats(boards.units, _indices(boards, which, len(orders)), orders, outcomes, after)
    return after


def owners_after(boards: Boards, outcomes: Outcomes, which: Words | None = None) -> npt.NDArray[np.int8]:
    """Owners of the centers if the fall ended now.

    int8 (rows, 34), -1 for nobody. A unit in a center owns it; a dislodged unit stands nowhere until it has retreated.
    """
    which = _indices(boards, which, len(outcomes.after))
    owners = boards.owners[which]
    take_centers(boards.units, which, outcomes, owners)
    return owners


def _indices(boards: Boards, which: Words | None, rows: int) -> Words:
    if which is None:
        if len(boards) not in (1, rows):
            raise ValueError(f"which: needed to say how {rows} rows belong to {len(boards)} positions")
        return np.zeros(rows, np.int64) if len(boards) == 1 else np.arange(rows)
    if which.dtype != np.int64 or which.shape != (rows,):
        raise ValueError(f"which: the array is {which.dtype} {which.shape}, not int64 ({rows},)")
    if rows and not 0 <= which.min() <= which.max() < len(boards):
        raise ValueError(f"which: an index is not between 0 and {len(boards) - 1}")
    return np.ascontiguousarray(which)


def _check_legal(boards: Boards, orders: Codes, which: Words, rulebook: Rulebook) -> None:
    unknown = np.zeros(orders.shape, np.bool_)
    order = np.argsort(which, kind="stable")
    indices, firsts = np.unique(which[order], return_index=True)
    for index, rows in zip(indices, np.split(order, firsts[1:]), strict=False):
        found = legal_orders(boards, int(index), rulebook)
        legal.find_unknown(found.codes, found.starts, orders, rows, unknown)
    judged: set[tuple[int, int, int]] = set()
    for row, unit in np.argwhere(unknown).tolist():
        board, code = int(which[row]), int(orders[row, unit])
        if (board, unit, code) not in judged:
            judged.add((board, unit, code))
            reason = _reason(boards, board, unit, code, rulebook)
            if reason is not None:
                raise IllegalRow(row, unit, reason)


def _reason(boards: Boards, board: int, unit: int, code: int, rulebook: Rulebook) -> str | None:
    """Why the order is not legal; None for one that is, in another form than `legal_orders` gives it."""
    position = boards.position(board)
    try:
        order = decode_order(code)
    except ValueError as error:
        return str(error)
    owner = boards.unit(board, unit)
    if isinstance(order, MovementOrder) and (order.kind, order.region) != (owner.kind, owner.region):
        return f"the order is not for {owner}"
    refused = refusal(position, owner.power, order, rulebook)
    return None if refused is None else refused.text
