"""Expectation under certain deals, and promises the best plan breaks.

Thesis, section 5.4.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudication.encoding import Codes
from bots.hana.attitude import Attitudes
from bots.hana.beliefs import Beliefs
from bots.hana.foresee.pledges import Pledge, Pledges
from bots.hana.foresee.tempering import tempered
from bots.hana.judge.choosing import choose
from bots.hana.judge.phase_basis import Over, PhaseBasis, run, trust_in
from bots.hana.judge.side_interests import UNBREAKABLE, keeping
from bots.hana.judge.stalemates import keeping_line
from bots.hana.search.plans import POPULATION, PlanSearch, RankedPlan
from bots.hana.search.problem import MOST_PROMISES

__all__ = ["Breach", "Expectation", "look"]

_GLANCE: Final = 8
"""Of the plans there are, so many are judged anew for a deal that is only weighed."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A promise that the best plan breaks, knowingly. gain: what that brings over the best plan found that keeps it, in
    centers; it is more than the price."""

    pledge: Pledge
    gain: float
    price: float


@dataclass(frozen=True, eq=False, slots=True)
class Expectation:
    """Expectation of a power while certain deals are in force.

    utility: of the best complete plan (f_UC, 5.8), in centers, prices of broken promises paid. orders: that plan, code
    by column; for orders to be given, one that is as good (`bots.hana.judge.choosing`). breaches: the promises it
    breaks. ranking: the plans there are, best first. review: gives the beliefs reviewed by the deals.
    """

    utility: float
    orders: Mapping[int, int]
    breaches: tuple[Breach, ...]
    ranking: tuple[RankedPlan, ...]
    review: Callable[[], Beliefs]

    @property
    def uncertainty(self) -> float:
        """H of the beliefs reviewed by the deals (5.6)."""
        return self.review().uncertainty()


def look(basis: PhaseBasis, pledges: Pledges, attitudes: Attitudes, effort: int | None, over: Over) -> Expectation:
    """The best complete plan when deals hold as far as trust goes. effort: as `PhaseAnalysis.expectation` has it."""
    basis.warm(over, learnt=effort is None)
    weights = basis.weights if effort is not None else basis.learnt
    samples, interests = basis.samples(pledges, attitudes), basis.interests(pledges, attitudes)
    line: Mapping[int, int] = {}
    if effort is None:
        interests, line = keeping_line(basis.phase, basis.power, interests)
    search = basis.search(samples, interests, weights=weights)
    if line:
        search.seed(_in_line(search, basis.starts(pledges, learnt=True), line))
    search.seed(basis.starts(pledges, POPULATION if effort is None else _GLANCE, learnt=effort is None))
    if effort is not None:
        run(search, effort, over)
    else:
        if line or pledges.pledges or any(search.interests.regards.values()):
            run(search, basis.strength.most // 2, over)
        search.judge_by(basis.samples(pledges, attitudes, jury=True))
    search, breaches = _weighed(basis, search, pledges)
    orders = search.best
    if effort is None:
        orders = choose(basis, search, pledges, search.breaks(search.best))
        broken = {id(pledge) for bit, pledge in enumerate(_own(basis, pledges)) if bit in search.breaks(orders)}
        breaches = tuple(each for each in breaches if id(each.pledge) in broken)
    ranking = tuple(search.ranking())
    trust = trust_in(attitudes, basis.power)
    return Expectation(ranking[0].utility, orders, breaches, ranking, lambda: tempered(basis.beliefs, pledges, trust))


def _in_line(search: PlanSearch, plans: Codes, line: Mapping[int, int]) -> Codes:
    """Plans, int32 (plans, my units), made to keep a line: code by column."""
    made = plans.copy()
    for gene, column in enumerate(search.genes.columns[: search.genes.mine].tolist()):
        if column in line:
            made[:, gene] = line[column]
    return np.unique(made, axis=0)


def _own(basis: PhaseBasis, pledges: Pledges) -> tuple[Pledge, ...]:
    """The power's promises, as the search counts them."""
    return pledges.of(basis.power)[-MOST_PROMISES:]


def _weighed(basis: PhaseBasis, search: PlanSearch, pledges: Pledges) -> tuple[PlanSearch, tuple[Breach, ...]]:
    """Promises the best plan breaks, and the search without idle breaches.

    A second look may find that breaking a promise gains no more than its price. Such a promise is kept: the search is
    repeated with breaking it forbidden.
    """
    own = _own(basis, pledges)
    while True:
        breaches = []
        for bit in search.broken_by_best():
            if bit >= len(own):
                # Not a promise: it leaves its line, knowing the price.
                continue
            price = search.interests.promises[bit][1]
            kept = keeping(search.interests, bit)
            faithful = basis.search(search.scene.profiles, kept, weights=search.weights)
            faithful.seed(np.concatenate([basis.starts(pledges), search.population]))
            faithful.run(basis.strength.reply)
            gain = float(search.utilities.max() + price - faithful.utilities.max())
            if gain <= price < UNBREAKABLE:
                search = faithful
                break
            breaches.append(Breach(own[bit], gain, price))
        else:
            return search, tuple(breaches)
