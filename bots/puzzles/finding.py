"""Search a position for goals that only one set of orders reaches.

All sets of one to four orders are tried that can matter: of units that can reach the place of the goal, a unit that
can, or one that threatens it. Sets that hold a smaller proven one, and more, are no answers of their own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from adjudication.encoding import CENTERS, MOVE, VERB
from adjudication.facts import reachable_provinces
from adjudication.position import Position
from bots.puzzles.goal import NEAR_A_SOLO, Goal, goal_places
from bots.puzzles.proving import Problem, TooManyReplies, acts_on
from bots.puzzles.searching import Plan, Search, plans_of, signature

__all__ = ["MOST_UNITS", "Answer", "answers_of", "goals_in", "is_possible"]

MOST_UNITS: Final = 4
_MOST_HELPERS: Final = 6
_MOST_AT_STAKE: Final = 3
"""Centers a rival may win at once; with more, too many replies matter."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Smallest proven order sets that a search found.

    tried: sets that were judged. refuting: replies it took.
    """

    plans: tuple[Plan, ...]
    tried: int
    refuting: int


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


def answers_of(problem: Problem) -> Answer | None:
    """Find the smallest order sets that reach the goal for sure.

    None where nothing, one order against nobody, or too much would have to be told: no set, more units or replies than
    are tried, or a goal that is reached without any order.
    """
    search = Search(problem)
    try:
        if search.proven([()]) != []:
            return None
        orders = search.orders()
        if not 0 < len(orders) <= _MOST_HELPERS or not is_possible(problem, orders):
            return None
        found: list[Plan] = []
        for size in range(1, min(MOST_UNITS, len(orders)) + 1):
            plans = plans_of(search, orders, size, found)
            proven = None if plans is None else search.proven(plans)
            if proven is None:
                return None
            found += proven
            if len({signature(plan) for plan in found}) > 1:
                return None
    except TooManyReplies:
        return None
    return Answer(tuple(found), search.tried, len(search.killers)) if found else None


def is_possible(problem: Problem, orders: dict[int, list[int]]) -> bool:
    """False where defenders are too many to force a place."""
    if problem.goal.kind not in ("take", "force"):
        return True
    attack, cutters, others = sides_of(problem, orders)
    return attack >= 2 and attack + cutters > others // 2 + 1


def sides_of(problem: Problem, orders: dict[int, list[int]]) -> tuple[int, int, int]:
    """Count units that may act on the one place at stake.

    Own ones, own ones that may attack those of others, and those of others.
    """
    (place,) = problem.at_stake
    attack = sum(any(acts_on(code) == place for code in codes) for codes in orders.values())
    others = {problem.places[c] for c in problem.foreign if problem.places[c] != place and place in problem.reach[c]}
    cutters = sum(any(code & VERB == MOVE and acts_on(code) in others for code in codes) for codes in orders.values())
    return attack, cutters, len(others)
