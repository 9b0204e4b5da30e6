"""Sheets of orders that a browser holds, in lessons and the sandbox.

No game stands behind them. Orders are kept by key, as in a game: the province of the unit, or `WAIVE 1`.
"""

from collections.abc import Iterable, Mapping
from typing import Final

from adjudication.board import Province, province_of
from adjudication.options import needed_adjustments
from adjudication.orders import Order, Waive
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.sentences import order_sentence
from adjudication.written import format_order
from dipgame.games.convert import order_key
from frontend.game import advice
from frontend.rows import row_words
from frontend.wire.state import Missing, Sheet, WrittenOrder

__all__ = ["MOST_ORDERS", "has_room", "keyed", "sheet_of", "without_order"]

MOST_ORDERS: Final = 40
"""Orders of a power that are looked at: more than it can have units."""


def keyed(orders: Iterable[Order]) -> dict[str, Order]:
    """Orders by key; a later order for a unit replaces the earlier."""
    found: dict[str, Order] = {}
    for order in orders:
        found[order_key(order, found)] = order
    return found


def has_room(position: Position, power: Power, orders: Mapping[str, Order], order: Order) -> bool:
    """True if one more order may stand (in winter: is due)."""
    if position.phase.kind != "A" or order_key(order, orders) in orders:
        return True
    return len(orders) < abs(needed_adjustments(position, power))


def without_order(position: Position, power: Power, orders: Mapping[str, Order]) -> list[Missing]:
    """Units without an order; in winter, a line for each adjustment due."""
    if position.phase.kind == "A":
        return [{"unit": None, "region": None, "breach": ""}] * abs(_left(position, power, orders))
    if position.phase.kind == "R":
        units = [each.unit for each in position.dislodged if each.unit.power == power]
    else:
        units = list(position.units_of(power))
    return [
        {"unit": unit.province, "region": unit.region, "breach": ""} for unit in units if unit.province not in orders
    ]


def sheet_of(
    position: Position,
    power: Power,
    orders: Mapping[str, Order],
    *,
    drawing: str,
    breaches: Mapping[Province, str] | None = None,
) -> Sheet:
    """A power's orders as a game's page shows them, with warnings.

    drawing: the orders layer. breaches: orders that break a promise, by province, in words.
    """
    warnings = advice.notes(position, power, orders)
    return {
        "phase": str(position.phase),
        "kind": position.phase.kind,
        "orders": [_written(key, order, warnings, breaches or {}) for key, order in orders.items()],
        "missing": without_order(position, power, orders),
        "adjustments": _left(position, power, orders),
        "ready": False,
        "closes": None,
        "breaking": [],
        "drawing": drawing,
        "hints": [],
    }


def _left(position: Position, power: Power, orders: Mapping[str, Order]) -> int:
    """Builds (+) or removals (-) still to be written."""
    due = needed_adjustments(position, power) if position.phase.kind == "A" else 0
    return max(due - len(orders), 0) if due > 0 else min(due + len(orders), 0)


def _written(key: str, order: Order, warnings: Mapping[str, str], breaches: Mapping[Province, str]) -> WrittenOrder:
    place, words = row_words(order)
    region = None if isinstance(order, Waive) else order.region
    return {
        "text": format_order(order),
        "unit": key,
        "region": region,
        "kind": None if isinstance(order, Waive) else order.kind,
        "place": place,
        "words": words,
        "sentence": order_sentence(order),
        "note": warnings.get(key, ""),
        "breach": breaches.get(province_of(region), "") if region else "",
        "remark": "",
    }
