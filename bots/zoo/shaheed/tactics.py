"""Tactics of Shaheed's Diplomat: clusters of units and their best sub-plans.

Source: Webb et al. (2008), 2.3.2; Fabregues' thesis, 2.5. The units want provinces on the front. They form clusters, so
that only the plans of a few units at a time are compared; cluster by cluster the best sub-plan joins the plan. A static
evaluation predicts which orders succeed. No convoys. The values of places are DumbBot's; sizes and chances are ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from adjudication.board import STANDARD, Province, Region, province_of
from adjudication.facts import reachable_provinces
from adjudication.orders import Move, MovementOrder
from adjudication.position import Position, Unit
from adjudication.powers import Power
from bots.hana.judge.reach import reach_of
from bots.values import Values, dumbbot_values
from bots.zoo.goals import orders_toward, strength_of
from bots.zoo.thesis.strategy import Plan, destination_of

__all__ = ["CLUSTER", "Tactics", "chance", "clusters_of", "front_of", "plan_of", "value_of"]

CLUSTER: Final = 4
"""Most units in a cluster: beyond it good plans are lost, so that not too many are computed."""
_WANTED: Final = 3
"""Places that a unit considers besides its own."""


@dataclass(frozen=True, slots=True)
class Tactics:
    """Everything that decides a plan.

    friends: powers that are not feared and attract little. closed: provinces not to be entered. given: orders that are
    settled. helped: supports that others are believed to give, by destination.
    """

    position: Position
    power: Power
    friends: frozenset[Power] = frozenset()
    closed: frozenset[Province] = frozenset()
    given: tuple[MovementOrder, ...] = ()
    helped: tuple[tuple[Province, int], ...] = ()


def chance(strength: int, competition: int) -> float:
    """Predicted chance that an order of this strength succeeds."""
    return min(0.95, max(0.05, 0.5 + 0.4 * (strength - competition)))


def front_of(position: Position, power: Power) -> frozenset[Province]:
    """Provinces on the front of a power.

    They are in reach of its units; its own centers only if somebody else can reach them.
    """
    reach = reach_of(position, power)
    theirs = {
        place for unit in position.units if unit.power != power for place in reachable_provinces(unit.kind, unit.region)
    }
    return frozenset(place for place in reach if place in theirs or position.centers.get(place) != power)


def clusters_of(wanted: Mapping[Province, Sequence[Region]]) -> list[tuple[Province, ...]]:
    """Clusters of units, named by their provinces.

    wanted: the places each considers, best first.
    Units join over places that both consider, those with the best places in common first, up to `CLUSTER` together.
    """
    ranks = {
        unit: {province_of(to): rank for rank, to in reversed(list(enumerate(places)))}
        for unit, places in wanted.items()
    }
    units = list(wanted)
    pairs = sorted(
        (min(ranks[one][place] + ranks[other][place] for place in shared), one, other)
        for index, one in enumerate(units)
        for other in units[index + 1 :]
        if (shared := ranks[one].keys() & ranks[other].keys())
    )
    member: dict[Province, tuple[Province, ...]] = {unit: (unit,) for unit in units}
    for _, one, other in pairs:
        if member[one] != member[other] and len(member[one]) + len(member[other]) <= CLUSTER:
            joined = (*member[one], *member[other])
            member |= dict.fromkeys(joined, joined)
    return list(dict.fromkeys(member.values()))


@lru_cache(maxsize=128)
def plan_of(tactics: Tactics) -> Plan:
    """The joined sub-plans, around the orders that are given."""
    position, power = tactics.position, tactics.power
    values = dumbbot_values(position, power, tactics.friends)
    units = {unit.province: unit for unit in position.units_of(power)}
    orders = {province_of(order.region): order for order in tactics.given if province_of(order.region) in units}
    front = front_of(position, power)
    wanted = {
        province: _wanted(unit, values, front, tactics.closed)
        for province, unit in units.items()
        if province not in orders
    }
    groups = clusters_of(wanted)
    groups.sort(key=lambda group: -max(values.worth[units[each].kind, wanted[each][0]] for each in group))
    helped = dict(tactics.helped)
    waiting = set(wanted)
    for group in groups:
        waiting -= set(group)
        orders |= _best_sub_plan(group, units, wanted, values, orders, waiting=waiting, helped=helped)
    return Plan(tuple(orders[province] for province in units), values, strength_of(orders.values(), helped))


def _wanted(unit: Unit, values: Values, front: frozenset[Province], closed: frozenset[Province]) -> list[Region]:
    """Places that a unit considers, best first.

    Its own and the best next to it, those on the front first.
    """
    near = [region for region in STANDARD.borders(unit.kind)[unit.region] if province_of(region) not in closed]
    near.sort(key=lambda region: (province_of(region) not in front, -values.worth[unit.kind, region]))
    best = [*near[:_WANTED], unit.region]
    return sorted(best, key=lambda region: -values.worth[unit.kind, region])


def _best_sub_plan(
    group: Sequence[Province],
    units: Mapping[Province, Unit],
    wanted: Mapping[Province, Sequence[Region]],
    values: Values,
    joined: Mapping[Province, MovementOrder],
    *,
    waiting: set[Province],
    helped: Mapping[Province, int],
) -> dict[Province, MovementOrder]:
    """Best orders of a cluster beside the plan so far.

    waiting: units of later clusters, whose places are left alone.
    """
    there = {province: unit for province, unit in units.items() if province in joined or province in group}

    def worth(unit: Unit, region: Region) -> float:
        return values.worth[unit.kind, region]

    options = [
        [region for region in wanted[each] if province_of(region) not in waiting] or [units[each].region]
        for each in group
    ]
    plans = [
        orders_toward(
            there, dict(zip(group, goals, strict=True)), worth, values.competition, fixed=joined, helped=helped
        )
        for goals in product(*options)
    ]
    return max(plans, key=lambda orders: value_of(list(orders.values()), values, helped))


def value_of(orders: Sequence[MovementOrder], values: Values, helped: Mapping[Province, int]) -> float:
    """Expected worth of the places where the units will be.

    A place counts once for a power, so a support is worth what it adds to the chance of the order that it is for.
    """
    strength = strength_of(orders, helped)
    total = 0.0
    for order in orders:
        here = values.worth[order.kind, order.region]
        place = destination_of(order)
        likely = chance(strength[place], values.competition[place])
        if isinstance(order, Move):
            total += likely * values.worth[order.kind, order.target] + (1 - likely) * here
        else:
            total += likely * here
    return total
