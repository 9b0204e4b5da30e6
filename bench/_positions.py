"""Positions and orders to measure with: games our own engine plays among seven simple players.

Nothing recorded is needed. Each player sends its units towards centers it does not own, lets
neighbors support what its own units do, carries an army overseas now and then and sometimes dreams,
so that there are bounces, cut supports, convoys, dislodged units and orders that match nothing,
about as in games between people.
"""

from collections.abc import Iterator
from random import Random

from adjudication.board import STANDARD, province_of
from adjudication.engine import adjudicate
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Convoy, Move, Order, Support, Waive
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power

__all__ = ["Ordered", "movement_phases"]

Ordered = tuple[Position, dict[Power, list[Order]]]


def movement_phases(count: int, units: int = 28, seed: int = 1901) -> list[Ordered]:
    """So many movement phases with at least so many units, each with orders for all; the same for the same seed."""
    found: list[Ordered] = []
    rng = Random(seed)
    while len(found) < count:
        found += [each for each in _game(rng) if each[0].phase.kind == "M" and len(each[0].units) >= units]
    return found[:count]


def _game(rng: Random) -> Iterator[Ordered]:
    position = opening()
    while position.phase.year < 1912:
        orders = {power: _orders(position, power, rng) for power in POWERS}
        yield position, orders
        position = adjudicate(position, orders).next


def _orders(position: Position, power: Power, rng: Random) -> list[Order]:
    options = legal_orders(position, power)
    if position.phase.kind == "M":
        return _movement(position, power, options, rng)
    if position.phase.kind == "R":
        return [rng.choice(choices) for choices in options.values()]
    due = needed_adjustments(position, power)
    if due < 0:
        return [order for choices in rng.sample(list(options.values()), -due) for order in choices[:1]]
    homes = rng.sample(list(options.values()), due) if due else []
    return [rng.choice([order for order in choices if not isinstance(order, Waive)]) for choices in homes]


def _movement(position: Position, power: Power, options: dict[str, tuple[Order, ...]], rng: Random) -> list[Order]:
    """Plans for the units one after the other, each knowing those made before."""
    plans: dict[str, Order] = {}
    for region in rng.sample(list(options), len(options)):
        if region in plans:
            continue
        plans[region] = order = _plan(position, power, options[region], plans, rng)
        if isinstance(order, Move) and not _walks(order):
            plans |= _carriers(order, options, plans)
    return [plans[region] for region in options]


def _plan(position: Position, power: Power, choices: tuple[Order, ...], plans: dict[str, Order], rng: Random) -> Order:
    """A help to a plan already made, a step to a wanted center, a step anywhere, a hold or a dream."""
    luck = rng.random()
    if luck < 0.04:
        return rng.choice(choices)
    helps = [order for order in choices if isinstance(order, Support) and _helps(order, plans)]
    if helps and luck < 0.6:
        return rng.choice(helps)
    taken = {province_of(order.target) for order in plans.values() if isinstance(order, Move)}
    taken |= {province_of(region) for region, order in plans.items() if not isinstance(order, Move)}
    moves = [order for order in choices if isinstance(order, Move) and province_of(order.target) not in taken]
    by_land = [order for order in moves if _walks(order)]
    wanted = [order for order in by_land if _is_wanted(position, power, order)]
    if moves and luck > 0.98:
        return rng.choice(moves)
    if wanted and luck < 0.9:
        return rng.choice(wanted)
    return rng.choice(by_land) if by_land and luck < 0.75 else choices[0]


def _walks(move: Move) -> bool:
    return not move.via and (move.kind == "F" or province_of(move.target) in STANDARD.army_borders[move.region])


def _is_wanted(position: Position, power: Power, move: Move) -> bool:
    province = province_of(move.target)
    return STANDARD.provinces[province].is_center and position.centers.get(province) != power


def _helps(support: Support, plans: dict[str, Order]) -> bool:
    plan = plans.get(support.supported)
    return plan is not None and support.target == (plan.target if isinstance(plan, Move) else None)


def _carriers(move: Move, options: dict[str, tuple[Order, ...]], plans: dict[str, Order]) -> dict[str, Order]:
    """Every free fleet that can carries the army."""
    return {
        region: order
        for region, choices in options.items()
        if region not in plans
        for order in choices
        if isinstance(order, Convoy) and order.army == move.region and order.target == move.target
    }
