"""Choose among nearly equal plans: by book, by chance, by what failed lately.

Plans are chosen so that a power cannot be read like a clock: among those that are close each has its chance, the better
ones the better. In 1901 the lines of the book have theirs, by what the character likes. To repeat what failed costs
something (`bots.hana.judge.habits`).
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
_AGAIN: Final = 0.3
"""Price of a move that failed lately, in centers, for each time running that it failed."""
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
    tried, promised = basis.habits.tried, tuple(pledges.pinned.values())

    def again(plan: _Plan) -> float:
        """Price of what it repeats."""
        return _AGAIN * tired(tried, (*plan.values(), *promised))

    def may_be(plan: _Plan) -> bool:
        return search.breaks(plan) <= allowed

    found = [(plan.orders, plan.utility) for plan in search.ranking()]
    if again(found[0][0]):
        found += _elsewhere(basis, search, pledges)
    ranked = [(plan, worth - again(plan)) for plan, worth in found if may_be(plan)]
    if not ranked:
        return search.best
    plans = _apart(sorted(ranked, key=lambda each: -each[1]))
    if basis.strength.lookahead_plans:
        plans = looked_ahead(basis, search, plans)

    def worth_of(plan: _Plan) -> float | None:
        """Worth of a line of the book; None where it is forbidden."""
        worth = search.worth_of(plan) if may_be(plan) else None
        return None if worth is None else worth - again(plan)

    return _by_book(basis, pledges, plans[0], worth_of) or _drawn(basis, plans)


def _apart(plans: list[tuple[_Plan, float]]) -> list[tuple[_Plan, float]]:
    """Keep the best plan for each set of moves.

    Chance then chooses between different moves.
    """
    found: dict[frozenset[int], tuple[_Plan, float]] = {}
    for plan, worth in plans:
        found.setdefault(frozenset(code for code in plan.values() if code & VERB == MOVE), (plan, worth))
    return list(found.values())


def _elsewhere(basis: PhaseBasis, search: PlanSearch, pledges: Pledges) -> list[tuple[_Plan, float]]:
    """Plans of a search that repeats nothing that failed."""
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
    basis: PhaseBasis, pledges: Pledges, best: tuple[_Plan, float], worth_of: Callable[[_Plan], float | None]
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
        value = worth_of(whole)
        if value is None or not line.fits(friends):
            continue
        if value >= worth - (_MOST if spring else _MOST_IN_FALL):
            weight = log(line.weight * liking.get(line.style, 1.0))
            found.append((value / _OPEN + weight + _luck(basis, line.name), whole))
    return max(found, key=lambda each: each[0])[1] if len(found) > 1 else None
