"""The messages ORD: what came of the orders of a phase."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.legality import needed_adjustments
from adjudication.orders import Convoy, Hold, Move, Order, Waive
from adjudication.outcomes import Outcome
from adjudication.position import Position, Unit
from adjudication.powers import POWERS, Power
from adjudication.reasons import Reason
from daide.orders import order_tree
from daide.positions import turn_tree, unit_tree
from daide.tokens import Tree

__all__ = ["fate_tree", "results", "unusable_builds"]

_RESULTS: Final[Mapping[Reason, str]] = {
    Reason.BOUNCED: "BNC",
    Reason.OUTMATCHED: "BNC",
    Reason.HELD_OFF: "BNC",
    Reason.HEAD_ON: "BNC",
    Reason.HEAD_ON_LOST: "BNC",
    Reason.OWN_UNIT: "BNC",
    Reason.OWN_SUPPORT: "BNC",
    Reason.RETREATS_MET: "BNC",
    Reason.NO_CONVOY: "NSO",
    Reason.CONVOY_BROKEN: "DSR",
    Reason.PARADOX: "DSR",
    Reason.CUT: "CUT",
    Reason.DISLODGED: "CUT",
    Reason.SUPPORT_UNMATCHED: "NSO",
    Reason.CONVOY_UNMATCHED: "NSO",
}
"""The result of an order that did not come about; all others succeed."""


def fate_tree(outcome: Outcome, is_beaten: bool) -> tuple[Tree, ...]:
    """The result of an order, with RET for a beaten unit."""
    order, found = outcome.order, _RESULTS.get(outcome.reason, "SUC")
    if isinstance(order, Hold | Convoy) and is_beaten:
        return ("RET",) if found in ("SUC", "CUT") else (found, "RET")
    return (found, "RET") if is_beaten else (found,)


def results(position: Position, outcomes: Sequence[Outcome], after: Position | None) -> list[tuple[Tree, ...]]:
    """The messages ORD of a phase.

    One for every unit, retreat, build or removal.

    An order that was not legal is told as what its unit did: it held, went off the board, or nothing. after: the next
    position, which tells who was beaten.
    """
    turn = turn_tree(position.phase)
    beaten = {each.unit for each in after.dislodged} if after is not None and after.phase.kind == "R" else set()
    told: list[tuple[Tree, ...]] = []
    seen: set[Province] = set()
    for outcome in sorted(outcomes, key=lambda each: POWERS.index(each.power)):
        order = outcome.order
        if position.phase.kind == "A":
            if outcome.result != "ok":
                continue
        elif isinstance(order, Waive) or outcome.result == "illegal" or province_of(order.region) in seen:
            continue
        else:
            seen.add(province_of(order.region))
        unit = None if isinstance(order, Waive) else Unit(outcome.power, order.kind, order.region)
        tree = order_tree(outcome.power, order, position, _carriers(order, outcomes))
        told.append(("ORD", turn, tree, fate_tree(outcome, unit in beaten)))
    told += [("ORD", turn, (unit_tree(unit), verb), fate) for unit, verb, fate in _silent(position, seen, beaten)]
    if position.phase.kind == "A":
        for power in POWERS:
            told += [("ORD", turn, (power, "WVE"), ("SUC",))] * unusable_builds(position, power)
    return told


def unusable_builds(position: Position, power: Power) -> int:
    """Number of builds for which no home center is free.

    They are waived, too: old programs count on an order for every center without a unit, and every unit without one.
    """
    lacking = len(position.centers_of(power)) - len(position.units_of(power))
    return lacking - needed_adjustments(position, power) if lacking > 0 else 0


def _silent(position: Position, seen: set[Province], beaten: set[Unit]) -> Iterable[tuple[Unit, str, tuple[Tree, ...]]]:
    """Units without an outcome: they held, or left the board."""
    if position.phase.kind == "M":
        for unit in position.units:
            if unit.province not in seen:
                yield unit, "HLD", ("RET",) if unit in beaten else ("SUC",)
    for each in position.dislodged:
        if each.unit.province not in seen:
            yield each.unit, "DSB", ("SUC",)


def _carriers(order: Order, outcomes: Sequence[Outcome]) -> frozenset[Province] | None:
    """Fleets ordered to carry a move's army; None where it walks."""
    if not isinstance(order, Move) or order.kind == "F":
        return None
    walks = order.target in STANDARD.army_borders.get(province_of(order.region), ())
    carrying = frozenset(
        province_of(each.order.region)
        for each in outcomes
        if isinstance(each.order, Convoy)
        and each.order.army == province_of(order.region)
        and each.order.target == order.target
    )
    return None if walks and not order.via else carrying
