"""Retreats, builds and removals: one at a time, each by the worth of the board after a short roll-out.

A roll-out is the next movement phase as greedy powers would play it (`bots.swarm`), many times over; the same draws for
all choices compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple, cast

from adjudication.batch import Boards, resolve
from adjudication.board import STANDARD, province_of
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Build, Disband, Order, Remove, Retreat, Waive
from adjudication.outcomes import Outcome
from adjudication.phase import Phase, Season
from adjudication.position import Position, Unit
from adjudication.powers import Power
from adjudication.reasons import Reason
from bots.hana.judge.proposals import at_peace_with
from bots.hana.judge.stalemates import line_of
from bots.hana.search.worth import STANDARD_WEIGHTS, Weights, worth_of_rows
from bots.swarm.playing import sample_orders
from bots.view import Agreement, SeatView
from negotiation.compliance import State, check_deal
from negotiation.terms import Do

__all__ = ["adjustments", "prospects", "retreats"]

_ROLL_OUTS: Final = 48
_CENTERS: Final = frozenset(STANDARD.centers)
_REASONS: Final[Mapping[type[Order], Reason]] = {
    Retreat: Reason.RETREATED,
    Disband: Reason.DISBANDED,
    Build: Reason.BUILT,
    Remove: Reason.REMOVED,
    Waive: Reason.WAIVED,
}
"""Outcomes of orders that are carried out."""


def prospects(position: Position, power: Power, seed: int, weights: Weights = STANDARD_WEIGHTS) -> float:
    """The mean worth to a power of a movement phase, once greedy powers have played it."""
    boards = Boards.of([position])
    rows = sample_orders(position, _ROLL_OUTS, seed)
    return float(worth_of_rows(boards, resolve(boards, rows, trusted=True), power, weights).mean())


def retreats(view: SeatView, deals: Sequence[Agreement], seed: int) -> tuple[Order, ...]:
    """An order for each dislodged unit of the power, units in turn; others' dislodged units are taken as gone.

    deals: what they promise is done, and what breaks them is not, where there is a choice.
    """
    position, power = view.position, view.power
    later = _next_movement(position)
    fall = position.phase.season == "F"
    chosen: list[Order] = []
    for options in _options(view):
        open_ = [(order, after) for order in options if (after := _retreated(later, power, order, fall)) is not None]
        boards = _keeping(open_, view, deals)
        order, later = max(boards, key=lambda each: prospects(each[1], power, seed))
        chosen.append(order)
    return tuple(chosen)


def _retreated(position: Position, power: Power, order: Order, fall: bool) -> Position | None:
    """The board with this order carried out; None when another unit went there before."""
    if not isinstance(order, Retreat):
        return position
    if position.unit_at(province_of(order.target)) is not None:
        return None
    return _with(position, Unit(power, order.kind, order.target), fall=fall)


def adjustments(view: SeatView, deals: Sequence[Agreement], seed: int) -> tuple[Order, ...]:
    """The builds or removals due, one after another, each the one after which the power stands best.

    deals: what they promise is done first, and what breaks them is not, where there is a choice.
    """
    position, power = view.position, view.power
    due = needed_adjustments(position, power)
    later = _next_movement(position)
    options = [order for orders in _options(view) for order in orders]
    chosen: list[Order] = [Waive()] if due > 0 and _verdict(Waive(), view, deals).kept else []
    for _ in range(abs(due) - len(chosen)):
        open_ = [(order, after) for order in options if (after := _adjusted(later, power, order)) is not None]
        boards = _keeping(_in_line(open_, view, deals), view, deals)
        order, later = max(boards, key=lambda each: prospects(each[1], power, seed))
        chosen.append(order)
    return tuple(chosen)


def _in_line(
    boards: Sequence[tuple[Order, Position]], view: SeatView, deals: Sequence[Agreement]
) -> Sequence[tuple[Order, Position]]:
    """Those orders that take no unit out of a line in which the power stands, alone or with whom it is at peace; all
    where there are none of them."""
    line = line_of(view.position, frozenset({view.power, *at_peace_with(view.power, deals)}))
    if line is None:
        return boards
    kept = [
        (order, after)
        for order, after in boards
        if not (isinstance(order, Remove) and province_of(order.region) in line.orders)
    ]
    return kept or boards


def _adjusted(position: Position, power: Power, order: Order) -> Position | None:
    """The board with this order carried out; None when its place is full or its unit gone, and for a waived build."""
    match order:
        case Build(kind, region) if position.unit_at(province_of(region)) is None:
            return _with(position, Unit(power, kind, region), fall=False)
        case Remove(_, region):
            left = tuple(unit for unit in position.units if unit.region != region)
            return replace(position, units=left) if len(left) < len(position.units) else None
        case _:
            return None


class _Verdict(NamedTuple):
    """Effect of an order on its power's promises.

    None broken is best, then many kept.
    """

    unbroken: int
    kept: int


def _keeping(
    boards: Sequence[tuple[Order, Position]], view: SeatView, deals: Sequence[Agreement]
) -> Sequence[tuple[Order, Position]]:
    """Those orders that do best by the power's promises."""
    if not deals:
        return boards
    verdicts = [_verdict(order, view, deals) for order, _ in boards]
    return [each for each, found in zip(boards, verdicts, strict=True) if found == max(verdicts)]


def _verdict(order: Order, view: SeatView, deals: Sequence[Agreement]) -> _Verdict:
    """One order judged as if it were the only one: a promised order that it is not may still be given."""
    given = (Outcome(view.power, order, "ok", _REASONS[type(order)]),)
    checks = [
        check
        for agreement in deals
        for check in check_deal(agreement.deal, view.position, given, view.rulebook)
        if check.agent == view.power
    ]
    kept = sum(isinstance(check.content, Do) and check.state is State.KEPT for check in checks)
    broken = sum(not isinstance(check.content, Do) and check.state is State.BROKEN for check in checks)
    return _Verdict(-broken, kept)


def _options(view: SeatView) -> list[tuple[Order, ...]]:
    orders = legal_orders(view.position, view.power, rulebook=view.rulebook)
    found = cast("Mapping[str, tuple[Order, ...]]", orders)
    return [found[region] for region in sorted(found)]


def _with(position: Position, unit: Unit, *, fall: bool) -> Position:
    centers = dict(position.centers)
    if fall and unit.province in _CENTERS:
        centers[unit.province] = unit.power
    return replace(position, units=tuple(sorted((*position.units, unit))), centers=MappingProxyType(centers))


def _next_movement(position: Position) -> Position:
    """The next movement phase if nobody retreated or adjusted: after the fall, centers belong to who stands there."""
    centers = dict(position.centers)
    season: Season
    if position.phase.season == "S":
        season, year = "F", position.phase.year
    else:
        season, year = "S", position.phase.year + 1
        centers |= {unit.province: unit.power for unit in position.units if unit.province in _CENTERS}
    return Position(Phase(season, year, "M"), position.units, MappingProxyType(centers))
