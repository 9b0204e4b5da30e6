"""Small crowded boards with random legal orders, from a seed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random

from adjudication.board import STANDARD, Province, UnitKind, province_of
from adjudication.legality import refusal
from adjudication.notation import parse_order, parse_unit
from adjudication.options import legal_orders
from adjudication.orders import Convoy, Hold, Move, MovementOrder, Order, Support
from adjudication.phase import parse_phase
from adjudication.position import Position, Unit
from adjudication.powers import POWERS
from adjudication.rulebook import STANDARD_RULES, Rulebook
from tests.adjudication.build import region_of

__all__ = ["crowd", "orders_for", "shaken"]

_TOUCHING: dict[Province, set[Province]] = {}
for _borders in (STANDARD.army_borders, STANDARD.fleet_borders):
    for _region, _others in _borders.items():
        _TOUCHING.setdefault(province_of(_region), set()).update(map(province_of, _others))


def crowd(rng: Random, size: int, powers: int = 3) -> Position:
    """So many units of a few powers, close together; at sea and on coasts more often than not."""
    places = [rng.choice(sorted(_TOUCHING))]
    while len(places) < size:
        near = sorted({other for place in places for other in _TOUCHING[place]} - set(places))
        places.append(rng.choice(near))
    chosen = rng.sample(POWERS, powers)
    units = [Unit(rng.choice(chosen), *_standing(place, rng)) for place in places]
    return Position(parse_phase("F1905M"), tuple(sorted(units)), {})


def _standing(place: Province, rng: Random) -> tuple[UnitKind, str]:
    kind = STANDARD.provinces[place].kind
    if kind == "inland" or (kind == "coast" and rng.random() < 0.6):
        return "A", place
    return "F", rng.choice(STANDARD.fleet_regions(place))


def orders_for(position: Position, rng: Random, rulebook: Rulebook = STANDARD_RULES) -> dict[Province, MovementOrder]:
    """One legal order for each unit, most of them to do with one another."""
    options = {
        province_of(region): choices
        for power in POWERS
        for region, choices in legal_orders(position, power, rulebook).items()
    }
    orders: dict[Province, MovementOrder] = {}
    for province in rng.sample(list(options), len(options)):
        if province not in orders:
            orders[province] = order = _one(options[province], orders, rng)
            if isinstance(order, Move) and order.kind == "A":
                _carry(order, options, orders, rng)
    return orders


def shaken(
    units: Iterable[str], texts: Iterable[str], rng: Random, rulebook: Rulebook = STANDARD_RULES
) -> tuple[Position, dict[Province, MovementOrder]]:
    """A given position and its legal orders with powers mixed up and now and then an order exchanged."""
    change = rng.random() < 0.7
    chosen = rng.sample(POWERS, 4)
    standing = [parse_unit(text) for text in units]
    standing = [replace(unit, power=rng.choice(chosen)) if change and rng.random() < 0.5 else unit for unit in standing]
    position = Position(parse_phase("F1905M"), tuple(sorted(standing)), {})
    orders: dict[Province, MovementOrder] = {}
    for text in texts:
        order = parse_order(text, "M", position)
        unit = position.unit_at(province_of(region_of(order)))
        if unit is not None and refusal(position, unit.power, order, rulebook) is None:
            orders[unit.province] = _movement(order)
    for province in rng.sample(sorted(orders), rng.randint(0, 3) if len(orders) > 3 else 0):
        chosen_unit = next(unit for unit in position.units if unit.province == province)
        choices = legal_orders(position, chosen_unit.power, rulebook)[chosen_unit.region]
        orders[province] = _movement(rng.choice(choices))
    return position, orders


def _one(choices: Sequence[Order], orders: Mapping[Province, MovementOrder], rng: Random) -> MovementOrder:
    matching = [order for order in choices if isinstance(order, Support) and _matches(order, orders)]
    if matching and rng.random() < 0.6:
        return rng.choice(matching)
    overseas = [
        order
        for order in choices
        if isinstance(order, Move)
        and order.kind == "A"
        and (order.via or order.target not in STANDARD.army_borders[order.region])
    ]
    if overseas and rng.random() < 0.5:
        return rng.choice(overseas)
    moves = [order for order in choices if isinstance(order, Move)]
    if moves and rng.random() < 0.7:
        return rng.choice(moves)
    return _movement(rng.choice(choices))


def _movement(order: Order) -> MovementOrder:
    assert isinstance(order, MovementOrder)
    return order


def _matches(support: Support, orders: Mapping[Province, MovementOrder]) -> bool:
    order = orders.get(province_of(support.supported))
    if isinstance(order, Move):
        return support.target is not None and province_of(support.target) == province_of(order.target)
    return isinstance(order, (Hold, Support, Convoy)) and support.target is None


def _carry(
    move: Move, options: Mapping[Province, Sequence[Order]], orders: dict[Province, MovementOrder], rng: Random
) -> None:
    for province, choices in options.items():
        if province not in orders and rng.random() < 0.9:
            for order in choices:
                if isinstance(order, Convoy) and (order.army, order.target) == (move.region, move.target):
                    orders[province] = order
