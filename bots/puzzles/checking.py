"""Check a solver's orders, and show a reply that tells the most."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from adjudication.board import Province
from adjudication.encoding import CENTERS, HOLD, MOVE, PROVINCES, VERB, Codes
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

    fault: of a deal that is not right. nothing: no order wins the partner a center. unsure: the reply keeps the partner
    from it. alone: its own orders win it against everybody else, as in the reply. goal: the partner signs, and the
    reply keeps the power from its center. other: the center meant.
    """

    right: bool
    replies: int
    reply: Mapping[Power, Sequence[Order]]
    fault: Literal["", "nothing", "unsure", "alone", "goal"] = ""
    other: Province = ""


def check(position: Position, goal: Goal, orders: Sequence[Order]) -> Check:
    """Judge orders of all sides of the goal. Raises TooManyReplies."""
    problem = Problem(position, goal)
    row = problem.row_of(orders)
    return _check_deal(problem, row) if goal.kind == "deal" else _check(problem, row)


def _check(problem: Problem, row: Codes) -> Check:
    count = problem.replies(row).count
    refuted = problem.refutation(row)
    if refuted is None:
        return Check(True, count, _told(problem, _hardest(problem, row)))
    return Check(False, count, _told(problem, _smallest(problem, refuted)))


def _check_deal(problem: Problem, row: Codes) -> Check:
    """Judge first if the partner signs, then the power's own center."""
    goal = problem.goal
    refused = Check(False, 0, {}, "nothing")
    for place in _won_by_partner(problem, row):
        ours, theirs = replace(goal, other=place).halves
        found = _check(problem.about(theirs), row)
        if not found.right:
            refused = replace(found, fault="unsure", other=place)
            continue
        own = _only(problem, row, theirs.power)
        alone = _check(problem.about(replace(theirs, partner=None)), own)
        if alone.right:
            refused = replace(alone, right=False, fault="alone", other=place)
            continue
        mine = _check(problem.about(ours), row)
        replies = mine.replies + found.replies
        return replace(mine, replies=replies, fault="" if mine.right else "goal", other=place)
    return refused


def _won_by_partner(problem: Problem, row: Codes) -> list[Province]:
    """Centers the partner would win: entered or held, of neither side."""
    goal, position = problem.goal, problem.position
    found = []
    for column in problem.mine:
        if position.units[column].power == goal.partner:
            code = int(row[column])
            place = PROVINCES[acts_on(code) if code & VERB == MOVE else problem.places[column]]
            if place in CENTERS and place != goal.place and position.centers.get(place) not in goal.sides:
                found.append(place)
    return found


def _only(problem: Problem, row: Codes, power: Power) -> Codes:
    """The row with no orders but those of one power."""
    own = [column for column in problem.mine if problem.position.units[column].power == power]
    found = problem.holds.copy()
    found[own] = row[own]
    return found


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
