"""Builds and retreats by a complete search of one ply (Loeb 1992).

On demand the moves after them are searched, too.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from math import comb, prod
from random import Random
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np

from adjudication.batch import Boards, Outcomes
from adjudication.board import STANDARD, province_of
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Build, Disband, Order, Remove, Retreat, Waive
from adjudication.phase import Phase
from adjudication.position import Position, Unit
from adjudication.powers import POWERS, Power
from bots.hana.search.worth import worth_of_boards
from bots.zoo.bordeaux.core import solve
from bots.zoo.bordeaux.question import Question
from bots.zoo.clock import never

__all__ = ["adjust"]

Choice: TypeAlias = tuple[Order, ...]

_MOST: Final = 400
"""Most choices compared at once; where there are more, units are decided one after another."""
_FINALISTS: Final = 5


def adjust(question: Question, power: Power, rng: Random, over: Callable[[], bool] = never) -> tuple[Order, ...]:
    """Best retreats, builds or removals of a power.

    The others are taken to do what is best for them if nobody else did anything. At depth 2 the best few choices are
    compared by the movement phase after them, searched with question.width.
    """
    others = {
        other: _best(question, other, {}, rng)[0]
        for other in POWERS
        if other != power and _concerns(question.position, other) and not over()
    }
    ranked = _best(question, power, others, rng)
    if question.depth == 1 or len(ranked) == 1:
        return ranked[0]
    scored: list[tuple[float, Choice]] = []
    for choice in ranked[:_FINALISTS]:
        if scored and over():
            break
        later = _after(question.position, {**others, power: choice})
        asked = replace(question, position=later, depth=1, required={}, forbidden={}, seed={})
        found = solve(asked, Random(rng.getrandbits(32)), over)
        scored.append((found.values[power], choice))
    return max(scored, key=lambda each: each[0])[1]


def _concerns(position: Position, power: Power) -> bool:
    if position.phase.kind == "R":
        return any(each.unit.power == power for each in position.dislodged)
    return needed_adjustments(position, power) != 0


def _best(question: Question, power: Power, others: Mapping[Power, Choice], rng: Random) -> list[Choice]:
    """Choices of a power, the best first; equals by chance."""
    choices: list[Choice] = [()]
    for group in _groups(question, power):
        choices = [(*done, *each) for done in choices[:1] for each in group]
        rng.shuffle(choices)
        worths = _worths([_after(question.position, {**others, power: choice}) for choice in choices], power)
        order = sorted(range(len(choices)), key=lambda index: -worths[index])
        choices = [choices[index] for index in order]
    return choices


def _groups(question: Question, power: Power) -> Iterator[list[Choice]]:
    """Groups of choices to be decided together.

    All, or one unit's after the other's where they are too many.
    """
    position = question.position
    options = _allowed(question, power)
    due = needed_adjustments(position, power) if position.phase.kind == "A" else 0
    if position.phase.kind == "R":
        retreats = list(options.values())
        if prod(map(len, retreats)) <= _MOST:
            yield [choice for choice in product(*retreats) if _apart(choice)]
        else:
            for each in retreats:
                yield [(order,) for order in each]
    elif due > 0:
        sites = [tuple(order for order in site if not isinstance(order, Waive)) for site in options.values()]
        sites = [site for site in sites if site]
        built = min(due, len(sites))
        waived: Choice = (Waive(),) * (due - built)
        yield [(*choice, *waived) for some in combinations(sites, built) for choice in product(*some)][:_MOST]
    elif due < 0:
        units = [order for each in options.values() for order in each]
        if comb(len(units), -due) <= _MOST:
            yield list(combinations(units, -due))
        else:
            # One after another, the least missed first.
            left = list(units)
            for _ in range(-due):
                worths = _worths([_after(position, {power: (order,)}) for order in left], power)
                gone = left.pop(int(np.argmax(worths)))
                yield [(gone,)]


def _apart(choice: Choice) -> bool:
    places = [province_of(order.target) for order in choice if isinstance(order, Retreat)]
    return len(set(places)) == len(places)


def _allowed(question: Question, power: Power) -> dict[str, tuple[Order, ...]]:
    """Orders by region, as far as the constraints allow.

    Required ones alone; without those forbidden or into a zone where others are left.
    """
    zone = question.zones.get(power, frozenset())
    barred = set(question.forbidden.get(power, ()))
    needed = set(question.required.get(power, ()))
    found: dict[str, tuple[Order, ...]] = {}
    options: Mapping[str, tuple[Order, ...]] = dict(legal_orders(question.position, power, question.rulebook))
    for region, orders in options.items():
        forced = tuple(order for order in orders if order in needed and not isinstance(order, Waive))
        kept = tuple(order for order in orders if order not in barred and _place(order) not in zone)
        found[region] = forced or kept or orders
    return found


def _place(order: Order) -> str:
    if isinstance(order, Retreat):
        return province_of(order.target)
    return province_of(order.region) if isinstance(order, Build) else ""


def _after(position: Position, choices: Mapping[Power, Choice]) -> Position:
    """The next movement phase after these orders and no others."""
    units = {unit.province: unit for unit in position.units}
    # Who retreats to one place is gone.
    goals = [province_of(order.target) for choice in choices.values() for order in choice if isinstance(order, Retreat)]
    for power, choice in choices.items():
        for order in choice:
            match order:
                case Retreat(kind, _, target) if goals.count(province_of(target)) == 1:
                    units[province_of(target)] = Unit(power, kind, target)
                case Build(kind, region):
                    units[province_of(region)] = Unit(power, kind, region)
                case Remove(_, region):
                    units.pop(province_of(region), None)
                case Retreat() | Disband() | Waive():
                    pass
    centers = dict(position.centers)
    phase = position.phase
    if phase.season == "S":
        later = Phase("F", phase.year, "M")
    else:
        later = Phase("S", phase.year + 1, "M")
        centers |= {place: unit.power for place, unit in units.items() if place in STANDARD.centers}
    return Position(later, tuple(sorted(units.values())), MappingProxyType(centers))


def _worths(positions: Sequence[Position], power: Power) -> list[float]:
    """Worth of boards on which nobody moves."""
    boards = Boards.of(positions)
    outcomes = Outcomes.room(len(positions), boards.width)
    outcomes.after[:] = boards.regions
    return [float(each) for each in worth_of_boards(boards, outcomes, power)]
