"""Constraints of deals on orders: the X of definition 18.

Source: definition 18 of the paper. A deal promises orders or keeps powers out of provinces (a demilitarised zone); both
are for one turn of movement.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from adjudication.board import Province, province_of
from adjudication.orders import Hold, Move, MovementOrder, Support
from adjudication.position import Position
from adjudication.powers import Power

__all__ = ["FREE", "Bounds"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Promised orders and closed provinces, both sorted and without repetition."""

    orders: tuple[tuple[Power, MovementOrder], ...] = ()
    zones: tuple[tuple[Power, Province], ...] = ()

    def order_of(self, province: Province) -> MovementOrder | None:
        """The promised order of the unit in a province."""
        return next((order for _, order in self.orders if province_of(order.region) == province), None)

    def closed_to(self, power: Power) -> frozenset[Province]:
        """Provinces that a power stays out of."""
        return frozenset(province for each, province in self.zones if each == power)

    def joined(self, others: Iterable["Bounds"], position: Position) -> "Bounds | None":
        """These constraints and others together; None if they contradict each other.

        They do if a unit has two orders, enters or stays in a zone of its power, helps another member of the zone in,
        or supports something else than what the supported unit promised; and if two units of a power go to one place.
        """
        orders, zones = set(self.orders), set(self.zones)
        for other in others:
            orders |= set(other.orders)
            zones |= set(other.zones)
        both = Bounds(tuple(sorted(orders, key=str)), tuple(sorted(zones)))
        return both if _is_consistent(both, position) else None


FREE = Bounds()
"""No deals."""


def _is_consistent(bounds: Bounds, position: Position) -> bool:
    given = {province_of(order.region): order for _, order in bounds.orders}
    if len(given) != len(bounds.orders):
        return False
    places: dict[tuple[Power, Province], Province] = {}
    for power, order in bounds.orders:
        goal = province_of(order.target) if isinstance(order, Move) else province_of(order.region)
        closed = bounds.closed_to(power)
        if goal in closed or places.setdefault((power, goal), province_of(order.region)) != province_of(order.region):
            return False
        if isinstance(order, Support):
            helped = position.unit_at(province_of(order.supported))
            into = province_of(order.target) if order.target is not None else None
            if helped is None or (into in closed and (helped.power, into) in bounds.zones):
                return False
            if (other := given.get(helped.province)) is not None and _goal(other) != into:
                return False
            if into is not None and (helped.power, into) in bounds.zones:
                return False
    return True


def _goal(order: MovementOrder) -> Province | None:
    """Destination of an order's unit; None if it stays."""
    return province_of(order.target) if isinstance(order, Move) and not isinstance(order, Hold) else None
