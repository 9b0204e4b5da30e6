"""Search a position for deals that win two powers a center each.

Each center is searched for by itself: the smallest sets of orders of both powers that win it for sure. A deal joins a
set of one center to a set of another. A partner signs if its own part of the deal alone, with everybody else
against it, would not win it its center for sure. A deal is a puzzle if it is the only one that wins the power its
center, whatever the partner gets, and if each side helps the other. Deals in which each side does as much at the same
places are one: it matters little which of two units helps.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import permutations, product
from typing import Final

from adjudication.board import Province
from adjudication.encoding import CENTERS, MOVE, PROVINCES, VERB
from adjudication.position import Position
from adjudication.powers import Power
from bots.puzzles.finding import MOST_UNITS, Answer, sides_of
from bots.puzzles.goal import Goal
from bots.puzzles.proving import Problem, TooManyReplies, acts_on
from bots.puzzles.searching import MOST_SEARCHED, Plan, Search, plans_of, row_of

__all__ = ["MOST_ORDERS", "deals_in"]

MOST_ORDERS: Final = 6
"""Orders of both sides. With four, nearly all deals are a support for a support."""
_MOST_HELPERS: Final = 14
_MOST_ADDED: Final = 3
_MOST_PROVEN: Final = 40
"""Smallest sets of one size that win a center; with more it is left out."""


def deals_in(position: Position, proposer: Power | None = None) -> Iterator[tuple[Goal, Answer]]:
    """Deals of a fall that are puzzles. proposer: of this power only."""
    if position.phase.season != "F":
        return
    table = _Table(position)
    for power, partner in permutations(sorted({unit.power for unit in position.units}), 2):
        if proposer not in (None, power):
            continue
        for place in table.aims(power, partner):
            if position.unit_at(place) not in position.units_of(power):
                try:
                    found = _deal(table, power, partner, place)
                except TooManyReplies:
                    continue
                if found is not None:
                    yield found


class _Half:
    """A center that one power takes with the help of another."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.search = Search(problem, _MOST_PROVEN)
        self.orders = self.search.orders()

    @property
    def is_helped(self) -> bool:
        """True if some order of the partner can matter."""
        return any(self.problem.position.units[column].power == self.problem.goal.partner for column in self.orders)

    @cached_property
    def plans(self) -> tuple[Plan, ...] | None:
        """Smallest sets that win it for sure; None if too many."""
        return _smallest(self.search, self.orders)

    def is_won(self, plan: Plan) -> bool:
        """True if these orders win it for sure. Raises TooManyReplies."""
        refuted = self.problem.refutation(row_of(self.problem, plan), self.search.chance, MOST_SEARCHED)
        if refuted is not None:
            self.search.killers.append(refuted)
        return refuted is None


class _Table:
    """A position, and what has been found out about it."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.problem = Problem(position, Goal("take", position.units[0].power, CENTERS[0]))
        self.halves: dict[Goal, _Half] = {}
        self.alone: dict[Goal, bool | None] = {}

    def half(self, power: Power, partner: Power, place: Province) -> _Half:
        """The center `place` for the power, helped by its partner."""
        goal = Goal("take", power, place, partner=partner)
        if goal not in self.halves:
            self.halves[goal] = _Half(self.problem.about(goal))
        return self.halves[goal]

    def is_won_alone(self, power: Power, place: Province) -> bool | None:
        """True if the power wins the center against everybody; None if unknown."""
        goal = Goal("take", power, place)
        if goal not in self.alone:
            search = Search(self.problem.about(goal))
            plans = _smallest(search, search.orders(), first=True)
            self.alone[goal] = None if plans is None else bool(plans)
        return self.alone[goal]

    def aims(self, power: Power, partner: Power) -> list[Province]:
        """Centers of neither that the power holds with a unit or reaches."""
        position, problem = self.position, self.problem
        near: set[Province] = set()
        for column, unit in enumerate(position.units):
            if unit.power == power:
                moves = (code for code in problem.codes[column] if code & VERB == MOVE)
                near |= {unit.province} | {PROVINCES[acts_on(code)] for code in moves}
        return [place for place in CENTERS if place in near and position.centers.get(place) not in (power, partner)]


def _smallest(search: Search, orders: dict[int, list[int]], *, first: bool = False) -> tuple[Plan, ...] | None:
    """Smallest proven sets; None if too many.

    first: those of the smallest size are enough.
    """
    try:
        if search.proven([()]):
            return ((),)
        attack, cutters, others = sides_of(search.problem, orders)
        if not attack or attack + cutters <= others // 2:
            return ()
        if len(orders) > _MOST_HELPERS:
            return None
        found: list[Plan] = []
        for size in range(1, min(MOST_UNITS, len(orders)) + 1):
            plans = plans_of(search, orders, size, found)
            proven = None if plans is None else search.proven(plans)
            if proven is None:
                return None
            found += proven
            if first and found:
                break
    except TooManyReplies:
        return None
    return tuple(found)


def _deal(table: _Table, power: Power, partner: Power, place: Province) -> tuple[Goal, Answer] | None:
    """The only deal that wins the power this center, if any."""
    ours = table.half(power, partner, place)
    if not ours.is_helped or not ours.plans or table.is_won_alone(power, place) is not False:
        return None
    joined: list[tuple[Plan, Province]] = []
    for other in table.aims(partner, power):
        if other == place:
            continue
        plans = table.half(partner, power, other).plans
        if plans is None:
            return None
        joined += [(plan, other) for pair in product(ours.plans, plans) if (plan := _joined(*pair)) is not None]
    deals = _signed(table, ours, sorted(joined, key=lambda each: len(each[0])))
    if not deals:
        return None
    plan, other = deals[0]
    theirs = table.half(partner, power, other)
    if (
        table.is_won_alone(partner, other) is not False
        or not _helps(plan, power, theirs)
        or not _helps(plan, partner, ours)
    ):
        return None
    if _has_rival(table, ours, deals):
        return None
    halves = (ours, theirs)
    answer = Answer(
        tuple(each for each, _ in deals),
        sum(half.search.tried for half in halves),
        sum(len(half.search.killers) for half in halves),
    )
    return Goal("deal", power, place, partner=partner, other=other), answer


def _joined(ours: Plan, theirs: Plan) -> Plan | None:
    """Both sets of orders.

    None where a unit would have two, or where there are too many.
    """
    orders = dict(ours)
    if any(orders.get(column, code) != code for column, code in theirs):
        return None
    orders |= dict(theirs)
    return tuple(sorted(orders.items())) if 2 <= len(orders) <= MOST_ORDERS else None


def _signed(table: _Table, ours: _Half, joined: list[tuple[Plan, Province]]) -> list[tuple[Plan, Province]]:
    """Smallest deals that the partner signs and that hold.

    Empty where their effects differ.
    """
    goal = ours.problem.goal
    assert goal.partner is not None  # noqa: S101 - a half of a deal has one
    found: list[tuple[Plan, Province]] = []
    for plan, other in joined:
        theirs = table.half(goal.partner, goal.power, other)
        if any(set(smaller) <= set(plan) for smaller, _ in found):
            continue
        if not ours.is_won(plan) or not theirs.is_won(plan) or _is_won_by_own_part(table, theirs, plan):
            continue
        if found and _effect(table, plan) != _effect(table, found[0][0]):
            return []
        found.append((plan, other))
    return found


def _has_rival(table: _Table, ours: _Half, deals: list[tuple[Plan, Province]]) -> bool:
    """True if another deal would do, or if that is unknown.

    An order may serve both sides: so each set that wins one center is joined to up to three orders that may help to win
    the other one.
    """
    goal = ours.problem.goal
    assert goal.partner is not None  # noqa: S101 - a half of a deal has one
    effect = _effect(table, deals[0][0])
    for other in table.aims(goal.partner, goal.power):
        theirs = table.half(goal.partner, goal.power, other)
        for base_of, half in ((ours, theirs), (theirs, ours)):
            for base, size in product(base_of.plans or (), range(1, _MOST_ADDED + 1)):
                plans = plans_of(half.search, half.orders, size, [], base) if size + len(base) <= MOST_ORDERS else []
                if plans is None:
                    return True
                for plan in base_of.search.unrefuted(half.search.unrefuted(plans)):
                    known = _effect(table, plan) == effect or any(set(smaller) <= set(plan) for smaller, _ in deals)
                    if known or not half.is_won(plan) or not base_of.is_won(plan):
                        continue
                    if not _is_won_by_own_part(table, theirs, plan):
                        return True
    return False


def _effect(table: _Table, plan: Plan) -> list[tuple[Power, int]]:
    """Powers and the places they act on, sorted."""
    return sorted((table.position.units[column].power, acts_on(code)) for column, code in plan)


def _is_won_by_own_part(table: _Table, theirs: _Half, plan: Plan) -> bool:
    """True if the partner's own orders suffice against everybody else."""
    goal, units = theirs.problem.goal, table.position.units
    problem = table.problem.about(Goal("take", goal.power, goal.place))
    own = tuple((column, code) for column, code in plan if units[column].power == goal.power)
    return problem.refutation(row_of(problem, own), most=MOST_SEARCHED) is None


def _helps(plan: Plan, helper: Power, half: _Half) -> bool:
    """True if the other side needs an order of the helper."""
    units = half.problem.position.units
    own = [each for each in plan if units[each[0]].power == helper]
    return any(not half.is_won(tuple(each for each in plan if each != left_out)) for left_out in own)
