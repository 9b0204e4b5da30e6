"""Check a solver's orders, and show a reply that tells the most."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from adjudication.encoding import HOLD, VERB, Codes
from adjudication.orders import Order
from adjudication.position import Position
from adjudication.powers import Power
from bots.puzzles.goal import Goal
from bots.puzzles.proving import Problem, acts_on

__all__ = ["Check", "check"]

_LOOKED_AT = 512


@dataclass(frozen=True, slots=True)
class Check:
    """A verdict on orders.

    right: they reach the goal against every reply that can matter. replies: how many there are. reply: orders of the
    others: a refutation with nothing in it that it does not need, or, of right orders, a reply that presses hard.
    """

    right: bool
    replies: int
    reply: Mapping[Power, Sequence[Order]]


def check(position: Position, goal: Goal, orders: Sequence[Order]) -> Check:
    """Judge orders of the goal's power. Raises TooManyReplies."""
    problem = Problem(position, goal)
    row = problem.row_of(orders)
    count = problem.replies(row).count
    refuted = problem.refutation(row)
    if refuted is None:
        return Check(True, count, _told(problem, _hardest(problem, row)))
    return Check(False, count, _told(problem, _smallest(problem, refuted)))


def _smallest(problem: Problem, row: Codes) -> Codes:
    """A refutation without orders that it can do without."""
    row = row.copy()
    for column in problem.foreign:
        before = row[column]
        row[column] = problem.holds[column]
        if before != row[column] and not problem.missed(row[np.newaxis])[0]:
            row[column] = before
    return row


def _hardest(problem: Problem, row: Codes) -> Codes:
    """A reply with many orders that act on the goal's places."""
    replies = problem.replies(row)
    numbers = np.random.default_rng(0).integers(0, replies.count, _LOOKED_AT)
    rows = replies.rows(row, numbers)

    def pressing(reply: Codes) -> int:
        acting = [int(reply[column]) for column in problem.foreign if reply[column] & VERB != HOLD]
        return sum(2 if acts_on(code) in problem.at_stake else 1 for code in acting)

    return np.asarray(max(rows, key=pressing))


def _told(problem: Problem, row: Codes) -> dict[Power, list[Order]]:
    found: dict[Power, list[Order]] = {}
    for column in problem.foreign:
        if row[column] & VERB != HOLD:
            power = problem.position.units[column].power
            found.setdefault(power, []).extend(problem.orders_of(row, [column]))
    return found
