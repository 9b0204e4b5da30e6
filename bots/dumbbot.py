"""DumbBot, the yardstick: values every place, sends units where they are worth most, supports where rivals could be.

No convoys, no memory, no talk. The facts are David Norman's, the writing is ours; see `docs/bots.md`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from adjudication.board import STANDARD, Province, Region, province_of
from adjudication.orders import Hold, Move, MovementOrder, Order, Support
from adjudication.position import Position, Unit
from adjudication.powers import Power
from bots.agent import Decision, Memory
from bots.values import Values, dumbbot_values
from bots.view import SeatView
from bots.walk import adjustment_orders, alternately, best_first, retreat_orders

__all__ = ["DumbBot", "orders_by"]

MAX_DEFERRALS: Final = 100
"""Limit of waits for one another in one phase. Armies and fleets see different worths, so two units can want each
other's place and wait forever; beyond the limit a place is dropped instead."""

Candidates: TypeAlias = list[tuple[float, Region]]


@dataclass(frozen=True, slots=True)
class DumbBot:
    """Plays every phase by the values of `bots.values.dumbbot_values`."""

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders for everything the power must decide.

        Takes about a millisecond, whatever `seconds` allows.
        """
        return Decision(orders_by(dumbbot_values(view.position, view.power), view, rng), memory)


def orders_by(values: Values, view: SeatView, rng: Random, given: Iterable[MovementOrder] = ()) -> tuple[Order, ...]:
    """DumbBot's orders under these values of places.

    given: in a movement phase, legal orders of its own units that stand, one a unit; the others are found beside them.
    """
    position, power = view.position, view.power
    orders: list[Order] = []
    match position.phase.kind:
        case "M":
            orders += _Movement(position, power, values, rng, given).orders()
        case "R":
            orders += retreat_orders(position, power, values, pick=alternately, rng=rng)
        case "A":
            orders += adjustment_orders(position, power, view.rulebook, values, pick=alternately, rng=rng)
    return tuple(orders)


class _Movement:
    """One movement phase being thought out; lives for one decision."""

    def __init__(
        self, position: Position, power: Power, values: Values, rng: Random, given: Iterable[MovementOrder]
    ) -> None:
        self.values = values
        self.rng = rng
        self.units: Mapping[Province, Unit] = {unit.province: unit for unit in position.units_of(power)}
        self.given: dict[Province, MovementOrder] = {province_of(order.region): order for order in given}
        self.fixed = frozenset(self.given)
        self.movers: dict[Province, tuple[Unit, Region]] = {
            province_of(order.target): (self.units[place], order.target)
            for place, order in self.given.items()
            if isinstance(order, Move)
        }
        """My unit that moves into a province, and the region of its target."""

    def orders(self) -> list[MovementOrder]:
        """One order per unit, in the order of the units."""
        queue = [unit for unit in self.units.values() if unit.province not in self.fixed]
        self.rng.shuffle(queue)
        deferrals = 0
        while queue:
            unit = queue.pop(0)
            awaited = self._order(unit, may_wait=deferrals < MAX_DEFERRALS)
            if awaited is not None:
                deferrals += 1
                queue.insert(queue.index(awaited) + 1, unit)
        self._use_holds()
        return [self.given[province] for province in self.units]

    def _order(self, unit: Unit, *, may_wait: bool) -> Unit | None:
        """Give the unit an order, or name the unit that must be ordered first."""
        worth = self.values.worth
        stay = worth[unit.kind, unit.region] + 1
        reachable: Candidates = [
            (worth[unit.kind, region], region) for region in STANDARD.borders(unit.kind)[unit.region]
        ]
        candidates = best_first([*reachable, (stay, unit.region)])
        while True:
            chosen = alternately([value for value, _ in candidates], self.rng)
            target = candidates[chosen][1]
            if target == unit.region:
                self.given[unit.province] = Hold(unit.kind, unit.region)
                return None
            friend = self.units.get(province_of(target))
            if friend is not None and friend.province not in self.given:
                if may_wait:
                    return friend
                del candidates[chosen]
                continue
            order = self._go_or_support(unit, target, friend)
            if order is not None:
                self.given[unit.province] = order
                return None
            del candidates[chosen]

    def _go_or_support(self, unit: Unit, target: Region, friend: Unit | None) -> MovementOrder | None:
        """Move there, or support who stays or arrives there; None when that one needs no help."""
        province = province_of(target)
        rivals = self.values.competition[province]
        if friend is not None and not isinstance(self.given[province], Move):
            return _support_to_hold(unit, friend) if rivals > 1 else None
        if province in self.movers:
            return _support_to_move(unit, *self.movers[province]) if rivals > 0 else None
        self.movers[province] = (unit, target)
        return Move(unit.kind, unit.region, target)

    def _use_holds(self) -> None:
        """Let each unit left holding support the most valuable place in its reach where it is of use."""
        for unit in self.units.values():
            if unit.province in self.fixed or not isinstance(self.given[unit.province], Hold):
                continue
            useful = [
                (self.values.worth[unit.kind, region], order)
                for region in STANDARD.borders(unit.kind)[unit.region]
                if (order := self._useful_support(unit, province_of(region))) is not None
            ]
            if useful:
                self.given[unit.province] = best_first(useful)[0][1]

    def _useful_support(self, unit: Unit, province: Province) -> Support | None:
        rivals = self.values.competition[province]
        if province in self.movers:
            return _support_to_move(unit, *self.movers[province]) if rivals > 0 else None
        friend = self.units.get(province)
        if friend is None or rivals <= 1 or isinstance(self.given[province], Move):
            return None
        return _support_to_hold(unit, friend)


def _support_to_hold(unit: Unit, friend: Unit) -> Support:
    return Support(unit.kind, unit.region, friend.kind, friend.region)


def _support_to_move(unit: Unit, mover: Unit, target: Region) -> Support:
    return Support(unit.kind, unit.region, mover.kind, mover.region, target)
