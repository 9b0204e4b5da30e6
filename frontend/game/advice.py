"""Gentle warnings about orders that are legal but cannot work with my other orders.

Only my own sheet is looked at; what others may do is theirs to know. Nothing here forbids anything.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.names import place_name
from adjudication.orders import Convoy, Hold, Move, MovementOrder, Order, Retreat, Support
from adjudication.position import Position
from adjudication.powers import Power

__all__ = ["notes"]


def notes(position: Position, power: Power, orders: Mapping[str, Order]) -> dict[str, str]:
    """A short warning for each order (by its key) that has one: `needs a convoy at sea`."""
    if position.phase.kind not in ("M", "R"):
        return {}
    mine = frozenset(unit.province for unit in position.units_of(power))
    sheet = {
        province_of(order.region): order for order in orders.values() if isinstance(order, MovementOrder | Retreat)
    }
    found: dict[str, str] = {}
    for key, order in orders.items():
        check = _CHECKS.get(type(order))
        note = check(order, sheet, mine) if check is not None else ""
        if note:
            found[key] = note
    return found


_Sheet = Mapping[Province, Order]


def _move(order: Move, sheet: _Sheet, mine: frozenset[Province]) -> str:
    here, there = province_of(order.region), province_of(order.target)
    by_land = order.target in STANDARD.borders(order.kind).get(order.region, ())
    carried = any(isinstance(each, Convoy) and (each.army, each.target) == (here, there) for each in sheet.values())
    if order.kind == "A" and (order.via or not by_land) and not carried:
        return "needs a convoy at sea"
    rival = _others_going_to(there, sheet, besides=here)
    if rival is not None:
        return f"{place_name(rival)} goes there too"
    if there in mine and _stays(sheet.get(there)):
        return "your own unit stays there"
    return ""


def _support(order: Support, sheet: _Sheet, mine: frozenset[Province]) -> str:
    helped = province_of(order.supported)
    if helped not in mine:
        return ""
    its_order = sheet.get(helped)
    name = place_name(helped)
    if order.target is None:
        return f"{name} moves away" if isinstance(its_order, Move) else ""
    if isinstance(its_order, Move) and province_of(its_order.target) == province_of(order.target):
        return ""
    return f"{name} is not ordered to {place_name(province_of(order.target))}"


def _convoy(order: Convoy, sheet: _Sheet, mine: frozenset[Province]) -> str:
    if order.army not in mine:
        return ""
    its_order = sheet.get(order.army)
    if isinstance(its_order, Move) and province_of(its_order.target) == order.target:
        return ""
    return f"{place_name(order.army)} is not ordered to {place_name(order.target)}"


def _retreat(order: Retreat, sheet: _Sheet, mine: frozenset[Province]) -> str:
    rival = _others_going_to(province_of(order.target), sheet, besides=province_of(order.region))
    return "" if rival is None else f"{place_name(rival)} goes there too; both would disband"


def _others_going_to(place: Province, sheet: _Sheet, besides: Province) -> Province | None:
    movers: Iterable[Province] = (
        here
        for here, order in sheet.items()
        if isinstance(order, Move | Retreat) and here != besides and province_of(order.target) == place
    )
    return next(iter(sorted(movers)), None)


def _stays(order: Order | None) -> bool:
    return not isinstance(order, Move)


_CHECKS: Final[Mapping[type, Callable[..., str]]] = {
    Move: _move,
    Support: _support,
    Convoy: _convoy,
    Retreat: _retreat,
    Hold: lambda *_: "",
}
