"""Match given orders with promised ones."""

from collections.abc import Sequence

from adjudication.board import STANDARD, province_of
from adjudication.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudication.outcomes import Outcome
from adjudication.powers import POWER_NAMES, Power
from adjudication.reasons import WITHOUT_ORDER
from adjudication.sentences import order_phrase

__all__ = ["coast_open", "given_to", "instead", "matching", "unwritten"]


def given_to(power: Power, order: Order, outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Outcomes of all orders to an order's unit (for builds: all builds)."""
    mine = [one for one in outcomes if one.power == power]
    if isinstance(order, Build | Waive):
        return [one for one in mine if isinstance(one.order, Build | Waive)]
    place = province_of(order.region)
    return [one for one in mine if not isinstance(one.order, Waive | Build) and province_of(one.order.region) == place]


def matching(promised: Order, given: Sequence[Outcome]) -> Outcome | None:
    """The outcome of the order that does what was promised; None when there is none that was allowed."""
    return next((one for one in given if _same_order(promised, one.order) and _stands(one)), None)


def instead(power: Power, given: Sequence[Outcome]) -> str:
    """A sentence about what was ordered where something else was promised."""
    written = [order_phrase(one.order) for one in given if not unwritten(one)]
    if not written:
        return f"{POWER_NAMES[power]} did not order it."
    return f"{POWER_NAMES[power]} ordered {' and '.join(written)} instead."


def unwritten(one: Outcome) -> bool:
    """True if it happened by the rules, without an order."""
    return one.reason in WITHOUT_ORDER


def coast_open(order: Move | Support) -> bool:
    """True if a promised fleet's target leaves a coast open."""
    kind = order.kind if isinstance(order, Move) else order.supported_kind
    target = order.target
    return kind == "F" and target is not None and len(target) == 3 and bool(STANDARD.provinces[target].coasts)


def _stands(one: Outcome) -> bool:
    """True if the order was valid.

    A build or removal that is not allowed is reported as a failure.
    """
    return one.result != "illegal" and not (one.result == "fail" and isinstance(one.order, Build | Remove | Waive))


def _same_order(promised: Order, given: Order) -> bool:
    """True if an order does the promised thing.

    Open coasts and the way of a move do not matter.
    """
    match promised, given:
        case Move(), Move():
            return _same_place(promised.target, given.target)
        case Retreat(), Retreat():
            return _same_place(promised.target, given.target)
        case Support(), Support():
            if (promised.target is None) is not (given.target is None):
                return False
            aim = promised.target is None or province_of(promised.target) == province_of(given.target or "")
            return aim and province_of(promised.supported) == province_of(given.supported)
        case Convoy(), Convoy():
            return (promised.army, promised.target) == (given.army, given.target)
        case Build(), Build():
            return promised.kind == given.kind and _same_place(promised.region, given.region)
        case (Hold(), Hold()) | (Remove(), Remove()) | (Disband(), Disband()) | (Waive(), Waive()):
            return True
        case _:
            return False


def _same_place(promised: str, given: str) -> bool:
    return promised == given or (len(promised) == 3 and province_of(given) == promised)
