"""The thesis' own game strategy: DumbBot without its coin flips, and with a homeland worth dying for.

Source: A. Fabregues, "Facing the Challenge of Automated Negotiations with Humans", 6.6.2. The
thesis fixes the structure (a starting value per kind and state of a region, five spreading steps,
chance only between equals, holds reviewed into supports while strength does not exceed
competition) and that the highest starting value belongs to a home center of one's own that another
power owns and nobody stands in. The numbers in `WORTHS` are ours.
"""

from collections.abc import Mapping
from dataclasses import dataclass
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

__all__ = ["ThesisBot", "thesis_values"]

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
    """Sends every unit to the best place still free, then turns holds into supports where they are needed."""

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders for everything the power must decide.

        Takes about a millisecond, whatever `seconds` allows.
        """
        position, power = view.position, view.power
        values = thesis_values(position, power)
        orders: list[Order] = []
        match position.phase.kind:
            case "M":
                orders += _movement_orders(position, power, values, rng)
            case "R":
                orders += retreat_orders(position, power, values, pick=strictly, rng=rng)
            case "A":
                orders += adjustment_orders(position, power, view.rulebook, values, pick=strictly, rng=rng)
        return Decision(tuple(orders), memory)


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


def _movement_orders(position: Position, power: Power, values: Values, rng: Random) -> list[MovementOrder]:
    units = {unit.province: unit for unit in position.units_of(power)}
    given = _moves_and_holds(units, values, rng)
    _review_holds(units, given, values, rng)
    return [given[province] for province in units]


def _moves_and_holds(units: Mapping[Province, Unit], values: Values, rng: Random) -> dict[Province, MovementOrder]:
    """Every unit to the best place no other unit of mine stays in or goes to.

    The unit with the most to win chooses first. A place where a unit of mine still waits for its
    order is not free: that unit may yet stay.
    """
    worth = values.worth
    given: dict[Province, MovementOrder] = {}
    claimed: set[Province] = set()
    waiting = dict(units)
    while waiting:
        choices: list[tuple[float, tuple[Unit, Region]]] = []
        for unit in waiting.values():
            places = [unit.region, *STANDARD.borders(unit.kind)[unit.region]]
            free = [
                region
                for region in places
                if province_of(region) not in claimed and (region == unit.region or province_of(region) not in waiting)
            ]
            options = best_first((worth[unit.kind, region], region) for region in free)
            target = options[strictly([value for value, _ in options], rng)][1]
            choices.append((options[0][0], (unit, target)))
        choices = best_first(choices)
        unit, target = choices[strictly([value for value, _ in choices], rng)][1]
        stays = target == unit.region
        given[unit.province] = Hold(unit.kind, unit.region) if stays else Move(unit.kind, unit.region, target)
        claimed.add(province_of(target))
        del waiting[unit.province]
    return given


def _review_holds(
    units: Mapping[Province, Unit], given: dict[Province, MovementOrder], values: Values, rng: Random
) -> None:
    """Turn holds into supports of my orders no stronger than their competition, until nothing changes."""
    strength: dict[Province, int] = {_destination(order): 1 for order in given.values()}
    changed = True
    while changed:
        changed = False
        for unit in units.values():
            if not isinstance(given[unit.province], Hold):
                continue
            within = {province_of(region) for region in STANDARD.borders(unit.kind)[unit.region]}
            useful: list[tuple[float, tuple[Province, Support]]] = []
            for friend in units.values():
                order = given[friend.province]
                place = _destination(order)
                if friend is unit or place not in within or strength[place] > values.competition[place]:
                    continue
                target = order.target if isinstance(order, Move) else None
                worth = values.worth[friend.kind, target or friend.region]
                useful.append((worth, (place, Support(unit.kind, unit.region, friend.kind, friend.region, target))))
            if useful:
                useful = best_first(useful)
                place, support = useful[strictly([worth for worth, _ in useful], rng)][1]
                given[unit.province] = support
                strength[place] += 1
                changed = True


def _destination(order: MovementOrder) -> Province:
    """Province of the unit if its order succeeds."""
    return province_of(order.target if isinstance(order, Move) else order.region)
