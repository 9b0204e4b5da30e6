"""D-Brane's strategy: the best battle plans, then orders for units left.

The paper's section on this was not at hand. Invented here:

- First the most centers conquered for sure (invincible plans and pairs). Then, for units left, plans that are not
  invincible, each worth its chance: it falls with the number of units that could stop it and need not act otherwise.
- Units left after that go where DumbBot's values are highest, or support orders of the power that need it.
- Centers change hands in fall only. Plans count in spring, too: who stands in a center in spring can hold it in fall.
  Units left follow DumbBot's spring values, which send them next to centers rather than into them.
- Retreats, builds and removals are DumbBot's.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Final

from adjudication.board import STANDARD, Province, Region, province_of
from adjudication.orders import Hold, Move, MovementOrder, Support
from adjudication.position import Unit
from bots.agent import Decision, Memory
from bots.dumbbot import orders_by
from bots.values import Values, dumbbot_values
from bots.view import SeatView
from bots.zoo.clock import never, stopwatch
from bots.zoo.dbrane.bounds import FREE, Bounds
from bots.zoo.dbrane.completing import Completion
from bots.zoo.dbrane.front import Front, front_of
from bots.zoo.dbrane.oneshot import DipOrder, MoveTo, SupportOf
from bots.zoo.dbrane.plans import BattlePlan, Footprint, centers_in_reach, invincible_pairs, plans_for
from bots.zoo.dbrane.search import Choice, Item, best_set

__all__ = ["DBrane", "Thought", "board_orders", "chance_of", "movement_orders", "think"]

_TIE: Final = 1e-3
"""Weight of DumbBot's values and of saved orders between sets that conquer the same number of centers."""
_STOPPED: Final = 0.8
"""Chance that a plan fails which one unit stops by staying where it is."""
_PER_UNIT: Final = 0.5
"""Factor of that chance for each further unit that must act."""
_KEPT: Final = 0.5
"""Chance that a center of its own is kept without an order."""


@dataclass(frozen=True)
class Thought:
    """The best plans of a power on a front.

    sure: invincible plans and pairs. hoped: others, for units left.
    """

    front: Front
    sure: Choice
    hoped: Choice

    @property
    def utility(self) -> float:
        """Centers conquered for sure, safe ones, and the chances of the others."""
        return len(self.front.safe) + len(self.sure.items) + self.hoped.worth

    @cached_property
    def orders(self) -> dict[Province, DipOrder]:
        """Orders of its own units, promised ones included."""
        chosen = [order for item in (*self.sure.items, *self.hoped.items) for order in item.orders]
        return {order.unit: order for order in (*chosen, *self.front.given.values()) if order.unit in self.front.mine}


@dataclass(frozen=True, slots=True)
class DBrane:
    """D-Brane without its talk."""

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders for everything the power must decide."""
        if view.position.phase.kind != "M":
            return Decision(orders_by(dumbbot_values(view.position, view.power), view, rng), {})
        return Decision(movement_orders(view, FREE, rng, seconds), {})


def movement_orders(view: SeatView, bounds: Bounds, rng: Random, seconds: float) -> tuple[MovementOrder, ...]:
    """Orders of a movement phase that keep the deals."""
    front = front_of(view.position, view.power, bounds, view.rulebook)
    values = dumbbot_values(view.position, view.power)
    thought = think(front, stopwatch(seconds))
    return board_orders(front, Completion(front, values, thought.orders, rng).orders, values)


def think(front: Front, is_over: Callable[[], bool] = never) -> Thought:
    """The best plans on a front.

    is_over: true once the best so far have to do.
    """
    values = dumbbot_values(front.position, front.power)
    given = Footprint(tuple(front.given.values()))
    plans: list[BattlePlan] = []
    for center in centers_in_reach(front):
        if is_over():
            break
        plans += [plan for plan in plans_for(front, center) if not Footprint(plan.orders).clashes(given)]
    worths = _by_province(values)
    most = max(1.0, *worths.values())

    def tie(center: Province, orders: int) -> float:
        return _TIE * (worths[center] / most - 0.1 * orders)

    sure = [
        Item((plan.center,), plan.orders, 1 + tie(plan.center, len(plan.orders)))
        for plan in plans
        if plan.stoppers is None
    ]
    if not is_over():
        alone = {item.centers[0] for item in sure}
        sure += [
            Item((pair.one.center, pair.other.center), pair.orders, 1 + tie(pair.one.center, len(pair.orders)))
            for pair in invincible_pairs(front, plans)
            if not {pair.one.center, pair.other.center} <= alone
        ]
    first = best_set(sure, is_over)
    done = {center for item in first.items for center in item.centers}
    fixed = Footprint(tuple(order for item in first.items for order in item.orders))
    hoped = [
        Item((plan.center,), plan.orders, chance + tie(plan.center, len(plan.orders)))
        for plan in plans
        if plan.stoppers is not None
        and plan.center not in done
        and (chance := _chance(front, plan)) > 0
        and not Footprint(plan.orders).clashes(fixed)
    ]
    return Thought(front, first, best_set(hoped, is_over))


def _chance(front: Front, plan: BattlePlan) -> float:
    """Chance of a plan beyond that of doing nothing."""
    return chance_of(plan) - (_KEPT if front.position.centers.get(plan.center) == front.power else 0)


def chance_of(plan: BattlePlan) -> float:
    """Chance that a plan conquers its center: 1 for an invincible one."""
    return 1.0 if plan.stoppers is None else 1 - _STOPPED * _PER_UNIT**plan.stoppers


def _by_province(values: Values) -> dict[Province, float]:
    """The worth of the best place of each province."""
    found: dict[Province, float] = {}
    for (_, region), worth in values.worth.items():
        found[province_of(region)] = max(worth, found.get(province_of(region), worth))
    return found


# ── orders of the board ─────────────────────────────────────────────────────────────────────────


def board_orders(front: Front, orders: Mapping[Province, DipOrder], values: Values) -> tuple[MovementOrder, ...]:
    """Orders of the one-shot game as orders of the board.

    Promised ones stay as they were promised.
    """
    moves = {
        place: _region(front.mine[place], order.target, values)
        for place, order in orders.items()
        if isinstance(order, MoveTo) and not order.holds
    }
    found: list[MovementOrder] = []
    for place, unit in front.mine.items():
        promised, order = front.bounds.order_of(place), orders[place]
        if promised is not None:
            found.append(promised)
        elif place in moves:
            found.append(Move(unit.kind, unit.region, moves[place]))
        elif isinstance(order, SupportOf) and order.supported in front.mine:
            helped = front.mine[order.supported]
            goal = moves.get(helped.province)
            if (kept := front.bounds.order_of(helped.province)) is not None:
                goal = kept.target if isinstance(kept, Move) else None
            found.append(Support(unit.kind, unit.region, helped.kind, helped.region, goal))
        else:
            found.append(Hold(unit.kind, unit.region))
    return tuple(found)


def _region(unit: Unit, province: Province, values: Values) -> Region:
    """The better coast of a province for a unit."""
    regions = [region for region in STANDARD.borders(unit.kind)[unit.region] if province_of(region) == province]
    return max(regions, key=lambda region: (values.worth[unit.kind, region], region))
