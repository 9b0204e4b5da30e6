"""Reach of every unit under deals, as bit masks over foreign units.

What counts beyond appendix B: units go by their kind and coast, and foreign armies may come by sea where the rulebook
has convoys. Our own orders never convoy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.facts import reachable_provinces
from adjudication.options import legal_orders
from adjudication.orders import Move, MovementOrder, Support
from adjudication.position import Position, Unit
from adjudication.powers import POWERS, Power
from adjudication.rulebook import Rulebook
from bots.zoo.dbrane.bounds import Bounds
from bots.zoo.dbrane.oneshot import DipOrder, MoveTo, SupportOf

__all__ = ["Front", "dip_order", "front_of"]


@dataclass(frozen=True, eq=False)
class Front:
    """Options of all units in one turn, within deals.

    mine: its units by province. steps: where each may go (deals considered). staying: those that may hold or support.
    foreign: the units of others; bit i of a mask is unit i. enters, supports: who may move into a province, and who may
    support into it. allied: promised supports by others of its own orders.
    """

    position: Position
    power: Power
    bounds: Bounds
    mine: Mapping[Province, Unit]
    near: Mapping[Province, frozenset[Province]]
    steps: Mapping[Province, frozenset[Province]]
    given: Mapping[Province, DipOrder]
    staying: frozenset[Province]
    foreign: tuple[Unit, ...]
    bit: Mapping[Province, int]
    enters: Mapping[Province, int]
    walks: Mapping[Province, frozenset[Province]]
    supports: Mapping[Province, int]
    must_go: int
    allied: Mapping[MoveTo, tuple[Province, ...]]

    def may(self, order: DipOrder, target: Province) -> bool:
        """True if deals let a unit of the power do this.

        target: where the move or the support goes.
        """
        given = self.given.get(order.unit)
        if given is not None:
            if isinstance(order, SupportOf):
                promised = self.bounds.order_of(order.unit)
                return given == order and isinstance(promised, Support) and _helps(promised) == target
            return given == order
        if isinstance(order, MoveTo) and not order.holds:
            return order.target in self.steps[order.unit]
        return order.unit in self.staying

    @property
    def safe(self) -> frozenset[Province]:
        """Its centers that nobody else can enter: they need no plan."""
        centers = self.position.centers_of(self.power)
        return frozenset(center for center in centers if not self.enters.get(center) and center not in self.bit)


_NOWHERE: Final[frozenset[Province]] = frozenset()


@lru_cache(maxsize=64)
def front_of(position: Position, power: Power, bounds: Bounds, rulebook: Rulebook) -> Front:
    """The front of a power; cached.

    Talk and orders ask for the same one.
    """
    mine = {unit.province: unit for unit in position.units_of(power)}
    near = {unit.province: reachable_provinces(unit.kind, unit.region) for unit in position.units}
    closed = bounds.closed_to(power)
    given = {province_of(order.region): dip_order(order) for owner, order in bounds.orders if owner == power}
    foreign = tuple(unit for unit in position.units if unit.power != power)
    bit = {unit.province: 1 << index for index, unit in enumerate(foreign)}
    enters: dict[Province, int] = {}
    supports: dict[Province, int] = {}
    walks: dict[Province, frozenset[Province]] = {}
    allied: dict[MoveTo, list[Province]] = {}
    must_go = 0
    goals = _goals(position, rulebook)
    for unit in foreign:
        here, flag = unit.province, bit[unit.province]
        promised = bounds.order_of(here)
        out = bounds.closed_to(unit.power)
        free = {goal for goal in goals[here] if goal not in out}
        helps = near[here] if here not in out else _NOWHERE
        if promised is not None:
            goal = province_of(promised.target) if isinstance(promised, Move) else None
            free = {goal} if goal is not None else set()
            helps = _NOWHERE
            if isinstance(promised, Support):
                if province_of(promised.supported) in mine:
                    order = MoveTo(province_of(promised.supported), _helps(promised))
                    allied.setdefault(order, []).append(here)
                else:
                    helps = frozenset({_helps(promised)})
        if here in out or isinstance(promised, Move):
            must_go |= flag
        walks[here] = near[here] & frozenset(free)
        for province in free:
            enters[province] = enters.get(province, 0) | flag
        for province in helps:
            supports[province] = supports.get(province, 0) | flag
    return Front(
        position,
        power,
        bounds,
        mine,
        near,
        {province: near[province] - closed for province in mine},
        given,
        frozenset(province for province in mine if province not in closed),
        foreign,
        bit,
        enters,
        walks,
        supports,
        must_go,
        {order: tuple(sorted(places)) for order, places in allied.items()},
    )


def dip_order(order: MovementOrder) -> DipOrder:
    """An order of the board as one of the one-shot game.

    A convoy counts as a hold.
    """
    here = province_of(order.region)
    if isinstance(order, Support):
        return SupportOf(here, province_of(order.supported))
    return MoveTo(here, province_of(order.target) if isinstance(order, Move) else here)


def _helps(order: Support) -> Province:
    return province_of(order.target or order.supported)


@lru_cache(maxsize=16)
def _goals(position: Position, rulebook: Rulebook) -> Mapping[Province, frozenset[Province]]:
    """Provinces each unit may move to, also by sea."""
    found: dict[Province, frozenset[Province]] = {}
    for power in POWERS:
        if not position.units_of(power):
            continue
        by_sea = rulebook.convoys and any(
            unit.kind == "F" and STANDARD.provinces[unit.province].kind == "sea" for unit in position.units
        )
        if not by_sea:
            found |= {unit.province: reachable_provinces(unit.kind, unit.region) for unit in position.units_of(power)}
            continue
        for region, orders in legal_orders(position, power, rulebook).items():
            goals = (province_of(order.target) for order in orders if isinstance(order, Move))
            found[province_of(region)] = frozenset(goals)
    return MappingProxyType(found)
