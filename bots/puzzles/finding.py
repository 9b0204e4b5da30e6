"""Search a position for goals that only one set of orders reaches.

All sets of one to four orders are tried that can matter: of units that can reach the place of the goal, a unit that
can, or one that threatens it. A wrong set is given up at the first reply that refutes it, and this reply is tried on
all other sets; so few sets are enumerated in full. What is left is proven. Sets that hold a smaller proven one, and
more, are no answers of their own.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Final, TypeAlias

import numpy as np

from adjudication.encoding import (
    CENTERS,
    CONVOY,
    HOLD,
    MOVE,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TARGET_SHIFT,
    VERB,
    Codes,
)
from adjudication.facts import reachable_provinces
from adjudication.position import Position
from bots.puzzles.goal import NEAR_A_SOLO, Goal, goal_places
from bots.puzzles.proving import Problem, TooManyReplies, acts_on

__all__ = ["Answer", "answers_of", "goals_in", "signature"]

Plan: TypeAlias = tuple[tuple[int, int], ...]
"""Orders by column, those that hold left out."""

MOST_UNITS: Final = 4
_MOST_HELPERS: Final = 6
_MOST_AT_STAKE: Final = 3
"""Centers a rival may win at once; with more, too many replies matter."""
_MOST_SETS: Final = 15_000
_MOST_REPLIES: Final = 100_000
"""Combinations against one set of orders; a goal with more is left out."""
_MOST_ROUNDS: Final = 40
_MOST_ANSWERS: Final = 12
_AT_ONCE: Final = 1 << 14


@dataclass(frozen=True, slots=True)
class Answer:
    """Smallest proven order sets that a search found.

    tried: sets that were judged. refuting: replies it took.
    """

    plans: tuple[Plan, ...]
    tried: int
    refuting: int


def signature(plan: Plan) -> frozenset[tuple[int, int]]:
    """Units of an order set, each with the place it acts on.

    Sets with the same one are the same answer, as those that only swap mover and supporter.
    """
    return frozenset((column, acts_on(code)) for column, code in plan)


def goals_in(position: Position) -> Iterator[Goal]:
    """Goals worth a search in a movement phase."""
    is_fall = position.phase.season == "F"
    powers = sorted({unit.power for unit in position.units})
    sizes = {power: len(position.centers_of(power)) for power in powers}
    rivals = [rival for rival, size in sizes.items() if size >= NEAR_A_SOLO]
    if rivals:
        # Nothing else matters then.
        goals = [Goal("stop", power, rival=rival) for power in powers for rival in rivals if power != rival]
        yield from (goal for goal in goals if is_fall and len(goal_places(goal, position)) <= _MOST_AT_STAKE)
        return
    for power in powers:
        near: dict[str, int] = {}
        for unit in position.units_of(power):
            for place in reachable_provinces(unit.kind, unit.region):
                near[place] = near.get(place, 0) + 1
        for place, count in sorted(near.items()):
            unit_there = position.unit_at(place)
            owner = position.centers.get(place)
            is_center = place in CENTERS
            if unit_there is not None and unit_there.power != power and count >= 2:
                yield Goal("take" if is_fall and is_center and owner != power else "force", power, place)
            elif unit_there is None and is_center and is_fall and owner != power and count >= 2:
                yield Goal("take", power, place)
        if not is_fall:
            continue
        for place in position.centers_of(power):
            unit_there = position.unit_at(place)
            if unit_there is None or unit_there.power == power:
                yield Goal("keep", power, place)


class _Search:
    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.killers: list[Codes] = []
        self.tried = 0
        self.chance = np.random.default_rng(0)

    def orders(self) -> dict[int, list[int]]:
        """Orders that can matter, by column of the power's units."""
        problem = self.problem
        near = set(problem.at_stake)
        for column, place in enumerate(problem.places):
            if place in problem.at_stake or any(acts_on(code) in problem.at_stake for code in problem.codes[column]):
                near.add(place)
        found: dict[int, list[int]] = {}
        for column in problem.mine:
            codes = [
                code
                for code in problem.codes[column]
                if code & VERB != HOLD and acts_on(code) in near and self._helps_own(code)
            ]
            if codes:
                found[column] = codes
        return found

    def _helps_own(self, code: int) -> bool:
        if code & VERB not in (SUPPORT_HOLD, SUPPORT_MOVE, CONVOY):
            return True
        return self.problem.column_at[int(PROVINCE_AT[code >> OTHER_SHIFT & PART])] in self.problem.mine

    def needs(self, orders: dict[int, list[int]]) -> dict[int, tuple[int, int]]:
        """Orders a support or convoy needs: its unit's column, and where it goes (-1: it stays), by code."""
        return {
            code: (
                self.problem.column_at[int(PROVINCE_AT[code >> OTHER_SHIFT & PART])],
                -1 if code & VERB == SUPPORT_HOLD else code >> TARGET_SHIFT & PART,
            )
            for codes in orders.values()
            for code in codes
            if code & VERB in (SUPPORT_HOLD, SUPPORT_MOVE, CONVOY)
        }

    def row(self, plan: Plan) -> Codes:
        row = self.problem.holds.copy()
        for column, code in plan:
            row[column] = code
        return row

    def proven(self, plans: list[Plan]) -> list[Plan] | None:
        """Proven ones of the plans; None where it takes too long."""
        self.tried += len(plans)
        if not plans:
            return []
        rows = np.stack([self.row(plan) for plan in plans])
        alive = np.arange(len(plans))
        for killer in self.killers:
            alive = self._survivors(rows, alive, killer)
        good: list[Plan] = []
        for _ in range(_MOST_ROUNDS):
            if not len(alive):
                return good
            plan = plans[int(alive[0])]
            refuted = self.problem.refutation(rows[alive[0]], self.chance, _MOST_REPLIES)
            if refuted is None:
                good.append(plan)
                alive = alive[1:]
                if len(good) > _MOST_ANSWERS:
                    return None
            else:
                self.killers.append(refuted)
                alive = self._survivors(rows, alive, refuted)
        return None

    def _survivors(self, rows: Codes, alive: np.ndarray, killer: Codes) -> np.ndarray:
        left = [alive[:0]]
        for first in range(0, len(alive), _AT_ONCE):
            part = alive[first : first + _AT_ONCE]
            tried = rows[part].copy()
            tried[:, self.problem.foreign] = killer[self.problem.foreign]
            left.append(part[~self.problem.missed(tried)])
        return np.concatenate(left)


def answers_of(problem: Problem) -> Answer | None:
    """Find the smallest order sets that reach the goal for sure.

    None where nothing, one order against nobody, or too much would have to be told: no set, more units or replies than
    are tried, or a goal that is reached without any order.
    """
    search = _Search(problem)
    try:
        if search.proven([()]) != []:
            return None
        orders = search.orders()
        if not 0 < len(orders) <= _MOST_HELPERS or not _is_possible(problem, orders):
            return None
        found: list[Plan] = []
        for size in range(1, min(MOST_UNITS, len(orders)) + 1):
            plans = _plans(search, orders, size, found)
            proven = None if plans is None else search.proven(plans)
            if proven is None:
                return None
            found += proven
            if len({signature(plan) for plan in found}) > 1:
                return None
    except TooManyReplies:
        return None
    return Answer(tuple(found), search.tried, len(search.killers)) if found else None


def _plans(search: _Search, orders: dict[int, list[int]], size: int, found: Collection[Plan]) -> list[Plan] | None:
    """Plans of a size that hold none of those found, and support or convoy nothing they do not do.

    None for too many. Who gets into a place has to go there.
    """
    problem, needs = search.problem, search.needs(orders)
    smaller = [frozenset(plan) for plan in found]
    entering = {code for codes in orders.values() for code in codes if code & VERB == MOVE}
    entering = {code for code in entering if acts_on(code) in problem.at_stake}
    must_enter = problem.goal.kind in ("take", "force")
    plans: list[Plan] = []
    for columns in combinations(orders, size):
        for codes in product(*(orders[column] for column in columns)):
            if must_enter and entering.isdisjoint(codes):
                continue
            plan = tuple(zip(columns, codes, strict=True))
            if _is_meant(plan, needs) and not any(each <= frozenset(plan) for each in smaller):
                plans.append(plan)
        if len(plans) > _MOST_SETS:
            return None
    return plans


def _is_meant(plan: Plan, needs: dict[int, tuple[int, int]]) -> bool:
    """False for a plan with a support or convoy of something else."""
    orders = dict(plan)
    for _, code in plan:
        if code not in needs:
            continue
        column, target = needs[code]
        other = orders.get(column, HOLD)
        goes = other >> TARGET_SHIFT & PART if other & VERB == MOVE else -1
        if goes != target:
            return False
    return True


def _is_possible(problem: Problem, orders: dict[int, list[int]]) -> bool:
    """False where defenders are too many to force a place."""
    if problem.goal.kind not in ("take", "force"):
        return True
    (place,) = problem.at_stake
    attack = sum(any(acts_on(code) == place for code in codes) for codes in orders.values())
    others = [
        column
        for column in problem.foreign
        if problem.places[column] != place and any(acts_on(code) == place for code in problem.codes[column])
    ]
    cutters = sum(
        any(code & VERB == MOVE and acts_on(code) in {problem.places[c] for c in others} for code in codes)
        for codes in orders.values()
    )
    return attack >= 2 and attack + cutters > len(others) // 2 + 1
