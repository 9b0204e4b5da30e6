"""Outcomes of orders, with reasons; conversion to and from JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from adjudication.board import Province
from adjudication.orders import Order
from adjudication.phase import PhaseKind
from adjudication.position import Position
from adjudication.powers import Power, as_power
from adjudication.reasons import Reason, Result
from adjudication.sentences import outcome_sentence
from adjudication.written import MalformedOrder, format_order, parse_written, shortened

__all__ = ["Outcome", "Resolution", "outcome_as_dict", "outcome_from_dict"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One order and its fate.

    `by` names the provinces whose units caused it, where that means something.
    """

    power: Power
    order: Order
    result: Result
    reason: Reason
    by: tuple[Province, ...] = ()

    @property
    def text(self) -> str:
        """One plain English sentence saying what happened and why."""
        return outcome_sentence(self.power, self.order, self.reason, self.by)


@dataclass(frozen=True, slots=True)
class Resolution:
    """A phase that has been adjudicated: every order's outcome, and the position of the next phase.

    outcomes: the given orders in the order they were given, then what happened without an order:
        units that hold, are disbanded or removed by rule, builds left unused.
    """

    outcomes: tuple[Outcome, ...]
    next: Position


def outcome_as_dict(outcome: Outcome) -> dict[str, Any]:
    """JSON that `outcome_from_dict` reads."""
    return {
        "power": outcome.power,
        "order": format_order(outcome.order),
        "result": outcome.result,
        "reason": outcome.reason.value,
        "by": list(outcome.by),
    }


def outcome_from_dict(data: Mapping[str, Any], kind: PhaseKind) -> Outcome:
    """Read what `outcome_as_dict` wrote in a phase of that kind.

    Raises KeyError or ValueError for anything else.
    """
    order = parse_written(data["order"], kind)
    if order is None:
        raise MalformedOrder(f"'{shortened(data['order'])}' is not an order.")
    return Outcome(
        power=as_power(data["power"]),
        order=order,
        result=data["result"],
        reason=Reason(data["reason"]),
        by=tuple(data["by"]),
    )
