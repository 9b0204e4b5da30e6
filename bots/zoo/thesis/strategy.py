"""Game strategy of the thesis: DumbBot without coin flips.

Source: A. Fabregues, "Facing the Challenge of Automated Negotiations with Humans", 6.6.2. The
thesis fixes the structure (a starting value per kind and state of a region, five spreading steps,
chance only between equals, holds reviewed into supports while strength does not exceed
competition) and that the highest starting value belongs to a home center of one's own that another
power owns and nobody stands in. A plan that is given is completed by the same procedure, its orders first. The numbers
in `WORTHS` are ours, and so is `ThesisBot.backs`.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final, Literal, TypeAlias

import numpy as np

from adjudication.board import STANDARD, Province, Region, province_of
from adjudication.orders import Hold, Move, MovementOrder, Order, Support
from adjudication.position import Position, Unit
from adjudication.powers import Power
from bots.agent import Decision, Memory
from bots.values import PLACES, STEP_DIVISOR, Values, by_province, reach_of, spread, weighted
from bots.view import SeatView
from bots.walk import adjustment_orders, best_first, retreat_orders, strictly

__all__ = ["Plan", "ThesisBot", "complete_plan", "destination_of", "helped_by", "thesis_values"]

Kind: TypeAlias = Literal["province", "center", "foreign home", "own home"]
Owner: TypeAlias = Literal["nobody", "another", "mine"]

WORTHS: Final[Mapping[tuple[Kind, Owner], tuple[int, int]]] = {
    # (kind, owner): (worth while no other power's unit stands there, worth while one does)
    ("province", "nobody"): (1, 0),
    ("center", "nobody"): (60, 45),
    ("center", "another"): (55, 40),
    ("center", "mine"): (10, 50),
    ("foreign home", "nobody"): (75, 60),
    ("foreign home", "another"): (70, 55),
    ("foreign home", "mine"): (15, 65),
    ("own home", "nobody"): (95, 85),
    ("own home", "another"): (100, 90),
    ("own home", "mine"): (20, 80),
}
"""Worth of a province before spreading."""

SPREADING: Final[Mapping[str, tuple[int, ...]]] = {
    # DumbBot's weights of the first five steps.
    "S": (100, 1000, 30, 10, 6),
    "F": (1000, 100, 30, 10, 6),
    "W": (1000, 100, 30, 10, 6),
}


@dataclass(frozen=True, slots=True)
class ThesisBot:
    """Units go to the best free place; holds become supports.

    backs: a unit whose best place is taken by an order of mine that is no stronger than its competition holds, to
    support it, instead of going to the next best. Without that seven of them soon stand still, each bouncing off
    others; the thesis has games that end.
    """

    backs: bool = False

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders for everything the power must decide.

        Takes about a millisecond, whatever `seconds` allows.
        """
        position, power = view.position, view.power
        if position.phase.kind == "M":
            return Decision(complete_plan(position, power, rng, backs=self.backs).orders, memory)
        values = thesis_values(position, power)
        orders: list[Order] = []
        if position.phase.kind == "R":
            orders += retreat_orders(position, power, values, pick=strictly, rng=rng)
        else:
            orders += adjustment_orders(position, power, view.rulebook, values, pick=strictly, rng=rng)
        return Decision(tuple(orders), memory)


@dataclass(frozen=True, slots=True)
class Plan:
    """Orders for every unit of a power.

    strength: of its orders, by destination: the unit and its supports.
    """

    orders: tuple[MovementOrder, ...]
    values: Values
    strength: Mapping[Province, int]

    @property
    def utility(self) -> float:
        """Sum of the worth of the destinations."""
        return sum(map(self.worth, self.orders))

    @property
    def risk(self) -> int:
        """Number of orders that are not stronger than their competition."""
        return sum(self.need(order) > 0 for order in self.orders)

    @property
    def value(self) -> float:
        """Utility with risk.

        Of a move no stronger than its competition half counts as if the unit stayed.
        """
        stays = self.values.worth
        risked = [order for order in self.orders if isinstance(order, Move) and self.need(order)]
        return self.utility - sum(self.worth(order) - stays[order.kind, order.region] for order in risked) / 2

    def worth(self, order: MovementOrder) -> float:
        """Worth of where the unit will be."""
        return self.values.worth[order.kind, order.target if isinstance(order, Move) else order.region]

    def need(self, order: MovementOrder) -> int:
        """Number of supports that an order lacks to beat its competition."""
        place = destination_of(order)
        return max(0, self.values.competition[place] + 1 - self.strength[place])


@lru_cache(maxsize=64)
def thesis_values(position: Position, power: Power) -> Values:
    """Worth of every place by `WORTHS`, spread in five steps."""
    foreign = {unit.province for unit in position.units if unit.power != power}
    worths = {
        province: WORTHS[_kind(province, power), _owner(position, province, power)][province in foreign]
        for province in STANDARD.provinces
    }
    weights = SPREADING[position.phase.season]
    start = np.array([worths[province_of(region)] for _, region in PLACES], dtype=np.int64)
    exact = weighted(spread(start, len(weights)), weights)
    reach = reach_of(position, power)
    return Values(
        worth=dict(zip(PLACES, (exact / STEP_DIVISOR ** (len(weights) - 1)).tolist(), strict=True)),
        strength=by_province(reach.strength),
        competition=by_province(reach.competition),
    )


def _kind(province: Province, power: Power) -> Kind:
    if not STANDARD.provinces[province].is_center:
        return "province"
    home = STANDARD.home_of.get(province)
    if home is None:
        return "center"
    return "own home" if home == power else "foreign home"


def _owner(position: Position, province: Province, power: Power) -> Owner:
    owner = position.centers.get(province)
    if owner is None:
        return "nobody"
    return "mine" if owner == power else "another"


def complete_plan(
    position: Position,
    power: Power,
    rng: Random,
    given: Sequence[MovementOrder] = (),
    helped: Mapping[Province, int] | None = None,
    *,
    backs: bool = False,
    values: Values | None = None,
) -> Plan:
    """Complete a plan that begins with the given orders.

    given: legal orders of its own units, one a unit. helped: supports of other powers, by the destination of the order
    that they help. backs: as in `ThesisBot`. values: those of the thesis where nobody says.
    """
    values = values or thesis_values(position, power)
    units = {unit.province: unit for unit in position.units_of(power)}
    orders = {province_of(order.region): order for order in given}
    strength = Counter(helped or {})
    strength.update(map(destination_of, orders.values()))
    strength.update(helped_by(order) for order in given if isinstance(order, Support) and _is_own(order, orders))
    _moves_and_holds(units, orders, strength, values, rng, backs=backs)
    _review_holds(units, orders, {province_of(order.region) for order in given}, strength, values, rng=rng)
    return Plan(tuple(orders[province] for province in units), values, strength)


def _is_own(support: Support, orders: Mapping[Province, MovementOrder]) -> bool:
    """True if the plan gives the very order that is supported."""
    order = orders.get(province_of(support.supported))
    return order is not None and destination_of(order) == helped_by(support)


def _moves_and_holds(
    units: Mapping[Province, Unit],
    orders: dict[Province, MovementOrder],
    strength: Counter[Province],
    values: Values,
    rng: Random,
    *,
    backs: bool,
) -> None:
    """Send units without an order to the best free place.

    Free is where no other unit of the power stays or goes.
    The unit with the most to win chooses first. A place where a unit of mine still waits for its
    order is not free: that unit may yet stay.
    """
    claimed = {destination_of(order) for order in orders.values()}
    waiting = {province: unit for province, unit in units.items() if province not in orders}
    backing = Counter[Province]()
    while waiting:
        choices: list[tuple[float, tuple[Unit, Region, Province | None]]] = []
        for unit in waiting.values():
            open_to = _open_to(unit, waiting, values)
            free = [(worth, region) for worth, region in open_to if province_of(region) not in claimed]
            free = free or [(values.worth[unit.kind, unit.region], unit.region)]
            backed = next(iter(_worth_backing(unit, open_to, free[0][0], claimed)), None) if backs else None
            if backed is not None and strength[backed] + backing[backed] <= values.competition[backed]:
                choices.append((open_to[0][0], (unit, unit.region, backed)))
            else:
                choices.append((free[0][0], (unit, free[strictly([worth for worth, _ in free], rng)][1], None)))
        choices = best_first(choices)
        unit, target, backed = choices[strictly([value for value, _ in choices], rng)][1]
        stays = target == unit.region
        orders[unit.province] = Hold(unit.kind, unit.region) if stays else Move(unit.kind, unit.region, target)
        claimed.add(province_of(target))
        strength[province_of(target)] += 1
        if backed is not None:
            backing[backed] += 1
        del waiting[unit.province]


def _open_to(unit: Unit, waiting: Collection[Province], values: Values) -> list[tuple[float, Region]]:
    """Regions a unit may be in next, with their worth, best first."""
    places = [unit.region, *STANDARD.borders(unit.kind)[unit.region]]
    regions = [region for region in places if region == unit.region or province_of(region) not in waiting]
    return best_first((values.worth[unit.kind, region], region) for region in regions)


def _worth_backing(
    unit: Unit, open_to: Iterable[tuple[float, Region]], free: float, claimed: Collection[Province]
) -> Iterator[Province]:
    """Places of its other units better than the best free one."""
    for worth, region in open_to:
        if worth > free and province_of(region) in claimed and province_of(region) != unit.province:
            yield province_of(region)


def _review_holds(
    units: Mapping[Province, Unit],
    orders: dict[Province, MovementOrder],
    fixed: Collection[Province],
    strength: Counter[Province],
    values: Values,
    *,
    rng: Random,
) -> None:
    """Turn holds into supports of orders no stronger than their competition."""
    changed = True
    while changed:
        changed = False
        for unit in units.values():
            if unit.province in fixed or not isinstance(orders[unit.province], Hold):
                continue
            within = {province_of(region) for region in STANDARD.borders(unit.kind)[unit.region]}
            useful: list[tuple[float, tuple[Province, Support]]] = []
            for province in units:
                order = orders[province]
                place = destination_of(order)
                if province == unit.province or place not in within or strength[place] > values.competition[place]:
                    continue
                target = order.target if isinstance(order, Move) else None
                worth = values.worth[order.kind, target or order.region]
                useful.append((worth, (place, Support(unit.kind, unit.region, order.kind, order.region, target))))
            if useful:
                useful = best_first(useful)
                place, support = useful[strictly([worth for worth, _ in useful], rng)][1]
                orders[unit.province] = support
                strength[place] += 1
                changed = True


def destination_of(order: MovementOrder) -> Province:
    """Province of the unit if its order succeeds."""
    return province_of(order.target if isinstance(order, Move) else order.region)


def helped_by(support: Support) -> Province:
    """Destination of the order that a support is for."""
    return province_of(support.target or support.supported)
