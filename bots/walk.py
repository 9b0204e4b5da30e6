"""Choosing from a list sorted by worth, and what DumbBot and its kin share: retreats, builds, removals."""

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final, TypeAlias, TypeVar

from adjudication.board import province_of
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import AdjustmentOrder, Build, Disband, Remove, Retreat, RetreatOrder
from adjudication.position import Position, Unit
from adjudication.powers import Power
from adjudication.rulebook import Rulebook
from bots.values import Place, Values

__all__ = [
    "Pick",
    "adjustment_orders",
    "alternately",
    "best_first",
    "retreat_orders",
    "strictly",
]

Item = TypeVar("Item")

Pick: TypeAlias = Callable[[Sequence[float], Random], int]
"""Given worths in order of preference (at least one), the index of the choice."""

PLAY_ALTERNATIVE: Final = 50
ALTERNATIVE_DIFFERENCE: Final = 500


def alternately(worths: Sequence[float], rng: Random) -> int:
    """DumbBot's walk down the list: each step to the next candidate needs two lucky draws.

    The first succeeds half the time; the second fails with 5 % for each 1 % by which the next
    candidate is worth less.
    """
    at = 0
    while at + 1 < len(worths):
        here, following = worths[at], worths[at + 1]
        reluctance = ALTERNATIVE_DIFFERENCE * (here - following) / here if here else 0
        if rng.randrange(100) >= PLAY_ALTERNATIVE or rng.randrange(100) < reluctance:
            break
        at += 1
    return at


def strictly(worths: Sequence[float], rng: Random) -> int:
    """The first of the list; chance decides only among those worth exactly as much."""
    ties = 1
    while ties < len(worths) and worths[ties] == worths[0]:
        ties += 1
    return rng.randrange(ties) if ties > 1 else 0


def best_first(items: Iterable[tuple[float, Item]]) -> list[tuple[float, Item]]:
    """Pairs of worth and item, the highest worth first; equals keep their order."""
    return sorted(items, key=lambda pair: -pair[0])


def retreat_orders(position: Position, power: Power, values: Values, *, pick: Pick, rng: Random) -> list[RetreatOrder]:
    """A retreat for every dislodged unit, never two to one province; a unit with nowhere left to go disbands."""
    waiting = [dislodged for dislodged in position.dislodged if dislodged.unit.power == power]
    rng.shuffle(waiting)
    orders: list[RetreatOrder] = []
    taken: set[str] = set()
    for dislodged in waiting:
        unit = dislodged.unit
        free = [region for region in dislodged.retreats if province_of(region) not in taken]
        if not free:
            orders.append(Disband(unit.kind, unit.region))
            continue
        candidates = best_first((values.worth[unit.kind, region], region) for region in free)
        target = candidates[pick([worth for worth, _ in candidates], rng)][1]
        taken.add(province_of(target))
        orders.append(Retreat(unit.kind, unit.region, target))
    return orders


def adjustment_orders(
    position: Position, power: Power, rulebook: Rulebook, values: Values, *, pick: Pick, rng: Random
) -> list[AdjustmentOrder]:
    """Builds where they are worth most, or removals from the lowest worth up."""
    needed = needed_adjustments(position, power)
    if needed < 0:
        return list(_removals(position.units_of(power), -needed, values, pick, rng))
    options = legal_orders(position, power, rulebook)
    sites = [(order.kind, order.region) for orders in options.values() for order in orders if isinstance(order, Build)]
    return list(_builds(sites, needed, values, pick, rng))


def _builds(sites: list[Place], needed: int, values: Values, pick: Pick, rng: Random) -> list[Build]:
    candidates = best_first((values.worth[site], site) for site in sites)
    orders: list[Build] = []
    while candidates and len(orders) < needed:
        kind, region = candidates[pick([worth for worth, _ in candidates], rng)][1]
        orders.append(Build(kind, region))
        province = province_of(region)
        candidates = [pair for pair in candidates if province_of(pair[1][1]) != province]
    return orders


def _removals(units: Sequence[Unit], needed: int, values: Values, pick: Pick, rng: Random) -> list[Remove]:
    candidates = best_first((values.worth[unit.kind, unit.region], unit) for unit in units)
    candidates.reverse()
    orders: list[Remove] = []
    while candidates and len(orders) < needed:
        unit = candidates.pop(pick([worth for worth, _ in candidates], rng))[1]
        orders.append(Remove(unit.kind, unit.region))
    return orders
