"""The legal orders of my units, in the shape the browser lights provinces from.

    {"phase": "S1901M", "kind": "M", "adjustments": 0, "waive": false, "units": [
        {"region": "PAR", "kind": "A", "name": "Army Paris", "orders": [
            {"text": "A PAR - BUR", "verb": "move", "target": "BUR"},
            {"text": "A PAR S A MAR - BUR", "verb": "support", "subject": "MAR", "target": "BUR"}]}]}

In adjustment phases `units` are the home centers one may build in (kind null), or the units one may
remove. `by_sea` marks moves that need a convoy. Fields that do not apply to an order are missing.
"""

from typing import assert_never

from adjudication.board import STANDARD, Region
from adjudication.names import place_name
from adjudication.notation import format_order
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, Waive
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import Rulebook
from frontend.rows import unit_name
from frontend.wire.page import OptionOrder, Options, OptionUnit

__all__ = ["no_options", "options_of"]


def options_of(position: Position, power: Power, rulebook: Rulebook) -> Options:
    """All that the power may order in this position, in the shape above."""
    legal = legal_orders(position, power, rulebook)
    due = needed_adjustments(position, power) if position.phase.kind == "A" else 0
    units = [_unit(region, orders) for region, orders in legal.items()]
    return {
        **no_options(position),
        "adjustments": due,
        "waive": due > 0,
        "units": [unit for unit in units if unit["orders"]],
    }


def no_options(position: Position) -> Options:
    """Options of a player with nothing to order."""
    phase = position.phase
    return {"phase": str(phase), "kind": phase.kind, "adjustments": 0, "waive": False, "units": []}


def _unit(region: Region, orders: tuple[Order, ...]) -> OptionUnit:
    shown = [_order(order) for order in orders if not isinstance(order, Waive)]
    standing = next((order for order in orders if not isinstance(order, Build | Waive)), None)
    kind = None if standing is None else standing.kind
    return {
        "region": region,
        "kind": kind,
        "name": place_name(region) if kind is None else unit_name(kind, region),
        "orders": shown,
    }


def _order(order: Order) -> OptionOrder:
    text = format_order(order)
    match order:
        case Hold():
            return {"text": text, "verb": "hold"}
        case Move():
            shown: OptionOrder = {"text": text, "verb": "move", "target": order.target}
            if order.via or order.target not in STANDARD.borders(order.kind).get(order.region, ()):
                shown["by_sea"] = True
            return shown
        case Support():
            shown = {"text": text, "verb": "support", "subject": order.supported}
            if order.target is not None:
                shown["target"] = order.target
            return shown
        case Convoy():
            return {"text": text, "verb": "convoy", "subject": order.army, "target": order.target}
        case Retreat():
            return {"text": text, "verb": "retreat", "target": order.target}
        case Disband():
            return {"text": text, "verb": "disband"}
        case Build():
            return {"text": text, "verb": "build", "kind": order.kind, "target": order.region}
        case Remove():
            return {"text": text, "verb": "remove"}
        case Waive():
            return {"text": text, "verb": "waive"}
        case _:
            assert_never(order)
