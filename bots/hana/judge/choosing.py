"""Choose among nearly equal plans: by book, by chance, no third try.

Plans are chosen so that a power cannot be read like a clock: among those that are close each has its chance, the better
ones the better. In 1901 the lines of the book have theirs, by what the character likes. What failed twice is not
tried a third time (`bots.hana.judge.habits`).
"""

from collections.abc import Callable
from dataclasses import replace
from math import log
from random import Random
from typing import Final, TypeAlias

import numpy as np

from adjudication.encoding import MOVE, VERB
from adjudication.phase import FIRST_PHASE
from bots.hana.foresee.pledges import Pledges
from bots.hana.judge.deals import aligned
from bots.hana.judge.habits import tired
from bots.hana.judge.lines import lines
from bots.hana.judge.lookahead import looked_ahead
from bots.hana.judge.openings import LIKING
from bots.hana.judge.phase_basis import PhaseBasis
from bots.hana.judge.side_interests import UNBREAKABLE
from bots.hana.judge.tidying import tidied
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import MOST_PROMISES
from negotiation.diplomacy import Aly, Pce

__all__ = ["choose"]

_OPEN: Final = 0.4
"""Centers by which chance tells lines of the book apart: they are better than one phase shows."""
_MOST: Final = 0.75
"""Most centers that a line of the book may lose in spring."""
_MOST_IN_FALL: Final = 0.1
"""Most centers that it may lose in fall, when centers count."""
_NOTHING: Final = 1e-6
_STUBBORN: Final = 1.0
"""Centers that trying once more must be worth, by foresight, to be tried all the same: nothing else is left then."""
_Plan: TypeAlias = dict[int, int]


def choose(basis: PhaseBasis, search: PlanSearch, pledges: Pledges, allowed: frozenset[int]) -> _Plan:
    """The plan to carry out, code by column. search: judged by fresh samples. allowed: the promises, as indices of the
    search's, that it may break; nothing else is broken for the sake of variety."""
    if not basis.habits.character:
        return search.best
    plan = _chosen(basis, search, pledges, allowed)
    fit = aligned(basis.phase, {**pledges.pinned, **plan})
    neat = tidied(basis.phase, {column: fit[column] for column in plan})
    neat = {column: plan[column] if column in pledges.pinned else code for column, code in neat.items()}
    return neat if search.breaks(neat) <= search.breaks(plan) else plan


def _chosen(basis: PhaseBasis, search: PlanSearch, pledges: Pledges, allowed: frozenset[int]) -> _Plan:
    habits = basis.habits
    best, highest = search.best, float(search.utilities.max())
    promised = tuple(pledges.pinned.values())

    def may_be(plan: _Plan) -> bool:
        return search.breaks(plan) <= allowed and not tired(habits.tried, (*plan.values(), *promised))

    ranked = [(plan.orders, plan.utility) for plan in search.ranking() if may_be(plan.orders)]
    if habits.tried and (not ranked or ranked[0][1] < highest):
        ranked = [*ranked, *((plan, worth) for plan, worth in _elsewhere(basis, search, pledges) if may_be(plan))]
    if not ranked:
        return best
    plans = _apart(sorted(ranked, key=lambda each: -each[1]))
    if plans[0][1] < highest - _STUBBORN:
        return best
    if basis.strength.lookahead_plans:
        plans = looked_ahead(basis, search, plans)
    return _by_book(basis, search, pledges, plans[0], may_be) or _drawn(basis, plans)


def _apart(plans: list[tuple[_Plan, float]]) -> list[tuple[_Plan, float]]:
    """Keep the best plan for each set of moves.

    Chance then chooses between different moves.
    """
    found: dict[frozenset[int], tuple[_Plan, float]] = {}
    for plan, worth in plans:
        found.setdefault(frozenset(code for code in plan.values() if code & VERB == MOVE), (plan, worth))
    return list(found.values())


def _elsewhere(basis: PhaseBasis, search: PlanSearch, pledges: Pledges) -> list[tuple[_Plan, float]]:
    """Plans of a search in which what failed costs too much to think of."""
    promises = search.interests.promises
    flags = np.isin(basis.phase.legal.codes, [each.code for each in basis.habits.tried])
    if len(promises) >= MOST_PROMISES:
        return []
    avoiding = replace(search.interests, promises=(*promises, (flags, UNBREAKABLE)))
    other = basis.search(search.scene.profiles, avoiding, weights=search.weights)
    other.seed(np.concatenate([basis.starts(pledges), search.population]))
    other.run(basis.strength.reply)
    return [(plan.orders, plan.utility) for plan in other.ranking()]


def _drawn(basis: PhaseBasis, plans: list[tuple[_Plan, float]]) -> _Plan:
    """One of the plans, by the Gumbel trick: a plan's luck is its own, so it does not change with its rivals."""
    slack = max(basis.strength.slack, _NOTHING)
    return max(plans, key=lambda each: each[1] / slack + _luck(basis, repr(sorted(each[0].items()))))[0]


def _luck(basis: PhaseBasis, what: str) -> float:
    drawn = Random(f"{basis.seed} {what}").random()
    return -log(-log(min(max(drawn, 1e-12), 1 - 1e-12)))


def _by_book(
    basis: PhaseBasis,
    search: PlanSearch,
    pledges: Pledges,
    best: tuple[_Plan, float],
    may_be: Callable[[_Plan], bool],
) -> _Plan | None:
    """A line of the book, or the best plan as one more line; None where the book has nothing to say."""
    habits, phase = basis.habits, basis.phase
    friends = frozenset(
        other
        for pledge in pledges.of(basis.power)
        if isinstance(pledge.content, Pce | Aly)
        for other in pledge.content.powers
    )
    liking = LIKING.get(habits.character, {})
    spring = phase.position.phase == FIRST_PHASE
    plan, worth = best
    found = [(worth / _OPEN + _luck(basis, "search"), plan)]
    for line, orders in lines(phase, basis.power, habits.begun):
        whole = {**plan, **orders}
        value = search.worth_of(whole)
        if value is None or not (line.fits(friends) and may_be(whole)):
            continue
        if value >= worth - (_MOST if spring else _MOST_IN_FALL):
            weight = log(line.weight * liking.get(line.style, 1.0))
            found.append((value / _OPEN + weight + _luck(basis, line.name), whole))
    return max(found, key=lambda each: each[0])[1] if len(found) > 1 else None
