"""An adjustment phase: builds, removals, and removals by rule where too few are ordered."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.legality import adjustment_refusal, needed_adjustments
from adjudication.movement.phase import UNIT_ORDER
from adjudication.orders import Build, Order, Remove, Waive
from adjudication.outcomes import Outcome
from adjudication.position import Position, Unit, make_unit
from adjudication.powers import POWERS, Power
from adjudication.reasons import Reason
from adjudication.rulebook import Rulebook

__all__ = ["adjudicate_adjustments", "disorder_removals", "distance"]

_FAR: Final = 99


def adjudicate_adjustments(
    position: Position, orders: Mapping[Power, Sequence[Order]], rulebook: Rulebook
) -> tuple[tuple[Outcome, ...], tuple[Unit, ...]]:
    """Adjudicate builds and removals: outcomes, and the remaining units, sorted.

    The first legal orders count, up to the number due (DATC 4.D.4 to 4.D.6). Builds not used are
    waived; removals not ordered are chosen by rule (4.D.8).
    """
    outcomes: list[Outcome] = []
    automatic: list[Outcome] = []
    units = set(position.units)
    for power in dict.fromkeys((*orders, *POWERS)):
        due = needed_adjustments(position, power)
        used: set[Province] = set()
        waived = 0
        for order in orders.get(power, ()):
            outcome = _outcome(position, power, order, abs(due) - len(used) - waived, used)
            outcomes.append(outcome)
            if outcome.result != "ok":
                continue
            match order:
                case Build(kind, region):
                    used.add(province_of(region))
                    units.add(make_unit(power, kind, region if kind == "F" else province_of(region)))
                case Remove(_, region):
                    used.add(province_of(region))
                    units = {unit for unit in units if unit.province != province_of(region)}
                case _:
                    waived += 1
        left = abs(due) - len(used) - waived
        if due > 0:
            automatic += [Outcome(power, Waive(), "ok", Reason.NOT_BUILT)] * left
        elif left:
            # Who has no center has no choice, and is not asked.
            reason = Reason.DISORDER if position.centers_of(power) else Reason.NO_CENTERS
            for unit in disorder_removals(units, position, power, left, rulebook):
                units.discard(unit)
                automatic.append(Outcome(power, Remove(unit.kind, unit.region), "ok", reason))
    return (*outcomes, *automatic), tuple(sorted(units, key=UNIT_ORDER))


def _outcome(position: Position, power: Power, order: Order, left: int, used: set[Province]) -> Outcome:
    """A build or removal that is refused fails; another phase's order is ignored as illegal."""
    if not isinstance(order, (Build, Remove, Waive)):
        return Outcome(power, order, "illegal", Reason.WRONG_PHASE)
    refusal = adjustment_refusal(position, power, order)
    if refusal is None and not isinstance(order, Waive) and province_of(order.region) in used:
        refusal = Reason.TWICE
    if refusal is None and left <= 0:
        refusal = Reason.NO_REMOVAL_DUE if isinstance(order, Remove) else Reason.NO_BUILD_DUE
    if refusal is not None:
        return Outcome(power, order, "fail", refusal)
    match order:
        case Build():
            return Outcome(power, order, "ok", Reason.BUILT)
        case Remove():
            return Outcome(power, order, "ok", Reason.REMOVED)
        case Waive():
            return Outcome(power, order, "ok", Reason.WAIVED)


def disorder_removals(
    units: Iterable[Unit], position: Position, power: Power, count: int, rulebook: Rulebook
) -> list[Unit]:
    """The units of a power that go when it does not say: the farthest from its centers first.

    At the same distance fleets go before armies, then by the English names of their provinces.
    """
    home_rule = rulebook.disorder == "home_centers"
    goals = frozenset(STANDARD.homes[power] if home_rule else position.centers_of(power))

    def rank(unit: Unit) -> tuple[int, bool, str]:
        by_water = home_rule and unit.kind == "F"
        steps = distance("F" if by_water else "A", unit.region if by_water else unit.province, goals)
        return -steps, unit.kind == "A", STANDARD.provinces[unit.province].name

    return sorted((unit for unit in units if unit.power == power), key=rank)[:count]


@lru_cache(maxsize=4096)
def distance(kind: UnitKind, start: Region, goals: frozenset[Province]) -> int:
    """Steps to the nearest goal: an army's over land and sea alike, a fleet's from coast to coast by water.

    99 where no goal can be reached.
    """
    borders = STANDARD.fleet_borders if kind == "F" else _ANY_WAY
    seen = {start}
    frontier = {start}
    for steps in range(_FAR):
        if any(province_of(place) in goals for place in frontier):
            return steps
        frontier = {neighbor for place in frontier for neighbor in borders.get(place, ())} - seen
        if not frontier:
            break
        seen |= frontier
    return _FAR


def _any_way() -> dict[Province, frozenset[Province]]:
    """Provinces next to each other for an army or a fleet, on any coast."""
    neighbors: dict[Province, set[Province]] = {}
    for borders in (STANDARD.army_borders, STANDARD.fleet_borders):
        for region, others in borders.items():
            neighbors.setdefault(province_of(region), set()).update(map(province_of, others))
    return {province: frozenset(others) for province, others in neighbors.items()}


_ANY_WAY: Final = _any_way()
