"""The legal orders of my units, in the shape the browser lights provinces from.

    {"phase": "S1901M", "kind": "M", "adjustments": 0, "waive": false, "units": [
        {"region": "PAR", "kind": "A", "name": "Army Paris", "orders": [
            {"text": "A PAR - BUR", "verb": "move", "target": "BUR"},
            {"text": "A PAR S A MAR - BUR", "verb": "support", "subject": "MAR", "target": "BUR"}]}]}

In adjustment phases `units` are the home centers one may build in (kind null), or the units one may
remove. `by_sea` marks moves that need a convoy. Fields that do not apply to an order are missing.
"""

from collections.abc import Mapping
from typing import Any, assert_never

from adjudication.board import STANDARD, Region
from adjudication.names import place_name
from adjudication.notation import format_order
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import Rulebook
from frontend.rows import unit_name

__all__ = ["no_options", "options_of"]


def options_of(position: Position, power: Power, rulebook: Rulebook) -> dict[str, Any]:
    """All that the power may order in this position, in the shape above."""
    legal = legal_orders(position, power, rulebook)
    due = needed_adjustments(position, power) if position.phase.kind == "A" else 0
    units = [_unit(region, orders) for region, orders in legal.items()]
    return no_options(position) | {
        "adjustments": due,
        "waive": due > 0,
        "units": [unit for unit in units if unit["orders"]],
    }


def no_options(position: Position) -> dict[str, Any]:
    """The same for somebody who has nothing to order."""
    phase = position.phase
    return {"phase": str(phase), "kind": phase.kind, "adjustments": 0, "waive": False, "units": []}


def _unit(region: Region, orders: tuple[Order, ...]) -> dict[str, Any]:
    shown = [_order(order) for order in orders if not isinstance(order, Waive)]
    standing = next((order for order in orders if not isinstance(order, Build | Waive)), None)
    kind = None if standing is None else standing.kind
    return {
        "region": region,
        "kind": kind,
        "name": place_name(region) if kind is None else unit_name(kind, region),
        "orders": shown,
    }


def _order(order: Order) -> dict[str, Any]:
    return {"text": format_order(order), **_parts(order)}


def _parts(order: Order) -> Mapping[str, Any]:
    match order:
        case Hold():
            return {"verb": "hold"}
        case Move():
            by_sea = order.via or order.target not in STANDARD.borders(order.kind).get(order.region, ())
            return {"verb": "move", "target": order.target, **({"by_sea": True} if by_sea else {})}
        case Support():
            goal = {} if order.target is None else {"target": order.target}
            return {"verb": "support", "subject": order.supported, **goal}
        case Convoy():
            return {"verb": "convoy", "subject": order.army, "target": order.target}
        case Retreat():
            return {"verb": "retreat", "target": order.target}
        case Disband():
            return {"verb": "disband"}
        case Build():
            return {"verb": "build", "kind": order.kind, "target": order.region}
        case Remove():
            return {"verb": "remove"}
        case Waive():
            return {"verb": "waive"}
        case _:
            assert_never(order)
