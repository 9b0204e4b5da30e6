"""Orders from the places where units want to be.

They are moves, supports and holds.
Shared by bots that search over destinations instead of orders (Shaheed's Diplomat, Stragotiator).
"""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from adjudication.board import Province, Region, province_of
from adjudication.facts import reachable_provinces
from adjudication.orders import Hold, Move, MovementOrder, Support
from adjudication.position import Unit
from bots.zoo.thesis.strategy import destination_of, helped_by

__all__ = ["NO_ORDERS", "Orders", "orders_toward", "strength_of"]

Orders: TypeAlias = Mapping[Province, MovementOrder]
"""Orders by the province of their unit."""

NO_ORDERS: Final[Orders] = MappingProxyType({})
_NO_HELP: Final[Mapping[Province, int]] = MappingProxyType({})


def orders_toward(
    units: Mapping[Province, Unit],
    goals: Mapping[Province, Region],
    worth: Callable[[Unit, Region], float],
    competition: Mapping[Province, int],
    *,
    fixed: Orders = NO_ORDERS,
    helped: Mapping[Province, int] = _NO_HELP,
    always: bool = False,
) -> dict[Province, MovementOrder]:
    """Orders for units that want to be in their goals.

    A unit without a goal stays.
    Of units with one goal the one that gains most moves there, the others stay and support it. Units of the set never
    move into one that stays, nor change places. fixed: orders given already. helped: supports from others, by
    destination. always: support also where nothing lacks, rather than hold.
    """
    movers = _movers(units, goals, worth, fixed)
    orders: dict[Province, MovementOrder] = dict(fixed)
    for province, unit in units.items():
        if province in movers:
            orders[province] = Move(unit.kind, unit.region, movers[province])
    staying = [unit for province, unit in units.items() if province not in orders]
    orders |= {unit.province: Hold(unit.kind, unit.region) for unit in staying}
    strength = strength_of(orders.values(), helped)
    # Units held up on their way to a goal support there before others choose.
    for unit in sorted(staying, key=lambda each: province_of(goals.get(each.province, each.region)) == each.province):
        support = _best_support(
            unit, units, orders, worth, competition=competition, strength=strength, goals=goals, always=always
        )
        if support is not None:
            orders[unit.province] = support
            strength[helped_by(support)] += 1
    return orders


def strength_of(orders: Iterable[MovementOrder], helped: Mapping[Province, int] = _NO_HELP) -> dict[Province, int]:
    """Units and supports by destination, other powers' help included."""
    strength = dict(helped)
    goals: dict[Province, Province] = {}
    supports: list[Support] = []
    for order in orders:
        place = destination_of(order)
        goals[province_of(order.region)] = place
        strength[place] = strength.get(place, 0) + 1
        if isinstance(order, Support):
            supports.append(order)
    for support in supports:
        # Of foreign orders nothing is known, and supports of what is not ordered help nobody.
        if goals.get(province_of(support.supported)) == helped_by(support):
            strength[helped_by(support)] += 1
    return strength


def _movers(
    units: Mapping[Province, Unit],
    goals: Mapping[Province, Region],
    worth: Callable[[Unit, Region], float],
    fixed: Orders,
) -> dict[Province, Region]:
    """Units that move, with their goals: at most one into a province."""
    claimed = {destination_of(order) for order in fixed.values()}
    leaving = {province for province, order in fixed.items() if destination_of(order) != province}
    rivals: dict[Province, list[Unit]] = {}
    for province, unit in units.items():
        goal = goals.get(province, unit.region)
        if province not in fixed and province_of(goal) != province and province_of(goal) not in claimed:
            rivals.setdefault(province_of(goal), []).append(unit)
    movers: dict[Province, Region] = {}
    for wanting in rivals.values():
        chosen = max(wanting, key=lambda unit: worth(unit, goals[unit.province]) - worth(unit, unit.region))
        movers[chosen.province] = goals[chosen.province]
    while True:
        stuck = next((each for each, goal in movers.items() if _is_stuck(each, goal, units, movers, leaving)), None)
        if stuck is None:
            return movers
        del movers[stuck]


def _is_stuck(
    province: Province,
    goal: Region,
    units: Mapping[Province, Unit],
    movers: Mapping[Province, Region],
    leaving: set[Province],
) -> bool:
    place = province_of(goal)
    if place not in units or place in leaving:
        return False
    return place not in movers or province_of(movers[place]) == province


def _best_support(
    unit: Unit,
    units: Mapping[Province, Unit],
    orders: Orders,
    worth: Callable[[Unit, Region], float],
    *,
    competition: Mapping[Province, int],
    strength: Mapping[Province, int],
    goals: Mapping[Province, Region],
    always: bool,
) -> Support | None:
    within = reachable_provinces(unit.kind, unit.region)
    wanted = province_of(goals.get(unit.province, unit.region))
    best: tuple[tuple[bool, bool, float], Support] | None = None
    for province, other in units.items():
        order = orders[province]
        place = destination_of(order)
        if province == unit.province or place not in within or place == unit.province:
            continue
        lacks = strength.get(place, 0) <= competition.get(place, 0)
        if not (lacks or always):
            continue
        target = order.target if isinstance(order, Move) else None
        rank = (lacks, place == wanted, worth(other, target or other.region))
        if best is None or rank > best[0]:
            best = rank, Support(unit.kind, unit.region, order.kind, order.region, target)
    return best[1] if best is not None else None
