"""Generate order sets that can matter, and judge many of them quickly.

A wrong set is given up at the first reply that refutes it, and this reply is tried on all other sets; so few sets are
enumerated in full. What is left is proven.
"""

from collections.abc import Collection, Iterator
from itertools import combinations, product
from typing import Final, TypeAlias

import numpy as np

from adjudication.encoding import (
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
from bots.puzzles.proving import Problem, acts_on

__all__ = ["MOST_SEARCHED", "Plan", "Search", "plans_of", "row_of", "signature"]

Plan: TypeAlias = tuple[tuple[int, int], ...]
"""Orders by column, those that hold left out."""

_MOST_ANSWERS: Final = 12
_MOST_SETS: Final = 40_000
MOST_SEARCHED: Final = 100_000
"""Combinations against one set of orders; a goal with more is left out."""
_MOST_ROUNDS: Final = 28
"""Refutations of one size, besides as many sets as may be proven."""
_AT_ONCE: Final = 1 << 14


def signature(plan: Plan) -> frozenset[tuple[int, int]]:
    """Units of an order set, each with the place it acts on.

    Sets with the same one are the same answer, as those that only swap mover and supporter.
    """
    return frozenset((column, acts_on(code)) for column, code in plan)


def row_of(problem: Problem, plan: Plan) -> Codes:
    """The plan as a row; everybody else holds."""
    row = problem.holds.copy()
    for column, code in plan:
        row[column] = code
    return row


class Search:
    """Judge order sets for one goal, first by earlier refutations.

    most_answers: proven ones of one size; with more it is given up.
    """

    def __init__(self, problem: Problem, most_answers: int = _MOST_ANSWERS) -> None:
        self.problem = problem
        self.most_answers = most_answers
        self.killers: list[Codes] = []
        self.tried = 0
        self.chance = np.random.default_rng(0)
        self.foreign = frozenset(problem.foreign)

    def orders(self) -> dict[int, list[int]]:
        """Orders that can matter, by column of the power's units."""
        problem = self.problem
        acting = {place for place, reach in zip(problem.places, problem.reach, strict=True) if problem.at_stake & reach}
        near = problem.at_stake | acting
        found: dict[int, list[int]] = {}
        for column in problem.mine:
            codes = [
                code
                for code in problem.codes[column]
                if code & VERB != HOLD
                and (acts_on(code) in near or self._makes_room(column, code))
                and self._helps_own(code)
                and self._has_a_point(column, code)
            ]
            if codes:
                found[column] = codes
        return found

    def _makes_room(self, column: int, code: int) -> bool:
        """True if the partner moves out of the place at stake."""
        problem = self.problem
        is_partners = problem.position.units[column].power == problem.goal.partner
        return is_partners and code & VERB == MOVE and problem.places[column] in problem.at_stake

    def _has_a_point(self, column: int, code: int) -> bool:
        """False for a move that neither enters, nor attacks, nor makes room.

        So where two powers order together; of one power all moves are tried.
        """
        problem = self.problem
        if problem.goal.partner is None or code & VERB != MOVE or self._makes_room(column, code):
            return True
        target = acts_on(code)
        return target in problem.at_stake or problem.column_at.get(target) in self.foreign

    def _helps_own(self, code: int) -> bool:
        if code & VERB not in (SUPPORT_HOLD, SUPPORT_MOVE, CONVOY):
            return True
        return self.problem.column_at[int(PROVINCE_AT[code >> OTHER_SHIFT & PART])] in self.problem.mine

    def needs(self, orders: dict[int, list[int]]) -> dict[int, tuple[int, int]]:
        """Needs of each support or convoy, by code.

        The column of its unit, and where that goes (-1: it stays).
        """
        return {
            code: (
                self.problem.column_at[int(PROVINCE_AT[code >> OTHER_SHIFT & PART])],
                -1 if code & VERB == SUPPORT_HOLD else code >> TARGET_SHIFT & PART,
            )
            for codes in orders.values()
            for code in codes
            if code & VERB in (SUPPORT_HOLD, SUPPORT_MOVE, CONVOY)
        }

    def proven(self, plans: list[Plan]) -> list[Plan] | None:
        """Proven ones of the plans; None where it takes too long."""
        self.tried += len(plans)
        if not plans:
            return []
        rows = np.stack([row_of(self.problem, plan) for plan in plans])
        alive = self._unrefuted(rows)
        good: list[Plan] = []
        for _ in range(_MOST_ROUNDS + self.most_answers):
            if not len(alive):
                return good
            plan = plans[int(alive[0])]
            refuted = self.problem.refutation(rows[alive[0]], self.chance, MOST_SEARCHED)
            if refuted is None:
                good.append(plan)
                alive = alive[1:]
                if len(good) > self.most_answers:
                    return None
            else:
                self.killers.append(refuted)
                alive = self._survivors(rows, alive, refuted)
        return None

    def unrefuted(self, plans: list[Plan]) -> list[Plan]:
        """Plans that no known reply refutes."""
        if not plans:
            return []
        rows = np.stack([row_of(self.problem, plan) for plan in plans])
        return [plans[number] for number in self._unrefuted(rows).tolist()]

    def _unrefuted(self, rows: Codes) -> np.ndarray:
        alive = np.arange(len(rows))
        for killer in self.killers:
            alive = self._survivors(rows, alive, killer)
        return alive

    def _survivors(self, rows: Codes, alive: np.ndarray, killer: Codes) -> np.ndarray:
        left = [alive[:0]]
        for first in range(0, len(alive), _AT_ONCE):
            part = alive[first : first + _AT_ONCE]
            tried = rows[part].copy()
            tried[:, self.problem.foreign] = killer[self.problem.foreign]
            left.append(part[~self.problem.missed(tried)])
        return np.concatenate(left)


def plans_of(
    search: Search, orders: dict[int, list[int]], size: int, found: Collection[Plan], base: Plan = ()
) -> list[Plan] | None:
    """Plans of a size that hold none of those found.

    They support and convoy only what they do. None for too many. Who gets into a place has to go there. base: orders
    that all plans have besides.
    """
    problem, needs = search.problem, search.needs(orders)
    orders = {column: codes for column, codes in orders.items() if column not in dict(base)}
    smaller = [frozenset(plan) for plan in found]
    moves = {column: [code for code in codes if code & VERB == MOVE] for column, codes in orders.items()}
    helps = {column: [code for code in codes if code & VERB != MOVE] for column, codes in orders.items()}
    entering = _entering(problem)
    plans: list[Plan] = []
    for count in range(size + 1):
        for columns in combinations(orders, count):
            for codes in product(*(moves[column] for column in columns)):
                made = base + tuple(zip(columns, codes, strict=True))
                if entering is not None and entering.isdisjoint(code for _, code in made):
                    continue
                for more in _helping(made, helps, needs, size - count):
                    plan = tuple(sorted(made + more))
                    if not any(each <= frozenset(plan) for each in smaller):
                        plans.append(plan)
            if len(plans) > _MOST_SETS:
                return None
    return plans


def _entering(problem: Problem) -> frozenset[int] | None:
    """Moves of which a plan needs one; None where it needs none."""
    goal = problem.goal
    own = [column for column in problem.mine if problem.position.units[column].power == goal.power]
    if goal.kind not in ("take", "force") or any(problem.places[column] in problem.at_stake for column in own):
        return None
    moves = (code for column in own for code in problem.codes[column] if code & VERB == MOVE)
    return frozenset(code for code in moves if acts_on(code) in problem.at_stake)


def _helping(made: Plan, helps: dict[int, list[int]], needs: dict[int, tuple[int, int]], count: int) -> Iterator[Plan]:
    """Choose so many supports and convoys that fit these moves."""
    if not count:
        yield ()
        return
    goes = {column: code >> TARGET_SHIFT & PART for column, code in made if code & VERB == MOVE}
    busy = {column for column, _ in made}
    meant = {
        column: fitting
        for column, codes in helps.items()
        if column not in busy
        and (fitting := [code for code in codes if goes.get(needs[code][0], -1) == needs[code][1]])
    }
    for columns in combinations(meant, count):
        for codes in product(*(meant[column] for column in columns)):
            yield tuple(zip(columns, codes, strict=True))
