"""Samples, plans and draws of a phase, computed before any deal.

Samples, starting plans and draws are the same for every set of deals, so the difference of two expectations is the
difference the deals make.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import Final, TypeAlias

import numpy as np

from adjudication.encoding import Codes
from adjudication.powers import POWERS, Power
from bots.hana.attitude import Attitudes, attitude_to
from bots.hana.beliefs import Beliefs
from bots.hana.foresee.lately import NOTHING_LATELY, Lately
from bots.hana.foresee.minds import Guess, foresee
from bots.hana.foresee.pledges import Pledges
from bots.hana.foresee.tempering import Crowd, obeying
from bots.hana.judge.habits import NO_HABITS, Habits
from bots.hana.judge.side_interests import side_interests_of
from bots.hana.judge.strength import Strength
from bots.hana.search.plans import POPULATION, PlanSearch
from bots.hana.search.problem import NO_SIDE_INTERESTS, Movement, SideInterests
from bots.hana.search.worth import Weights

__all__ = ["Over", "PhaseBasis", "never", "run", "trust_in"]

_SLICE: Final = 4_000
"""Adjudications between two looks at the clock."""
_SEEDS: Final = 20

Over: TypeAlias = Callable[[], bool]
"""Says when the time is up."""


def never() -> bool:
    """There is time enough."""
    return False


def run(search: PlanSearch, effort: int, over: Over) -> None:
    """Search on for so many adjudications, or until the time is up."""
    while effort > 0 and not over():
        search.run(min(_SLICE, effort))
        effort -= _SLICE


def trust_in(attitudes: Attitudes, power: Power) -> dict[Power, float]:
    """The chance that each other power keeps a promise."""
    return {other: attitude_to(attitudes, other).trust for other in POWERS if other != power}


class PhaseBasis:
    """Foresight, samples of the others' orders, and the plans that do best against them.

    crowd: the samples of the search. jury: fresh ones, by which the last population is judged. base: the plans so far.
    habits: what it chooses by among plans that are close. weights: by which deals are weighed; learnt: by which orders
    are chosen, the learnt worth where the strength has one.
    """

    def __init__(  # noqa: PLR0917
        self,
        phase: Movement,
        power: Power,
        guess: Guess,
        strength: Strength,
        weights: Weights,
        seed: int,
        habits: Habits = NO_HABITS,
        lately: Lately = NOTHING_LATELY,
    ) -> None:
        rng = Random(seed)
        self.phase, self.power, self.strength, self.weights = phase, power, strength, weights
        self.learnt = replace(weights, net=strength.net) if strength.net else weights
        self.habits = habits
        self.foresight = foresee(phase, strength.foresight, lately=lately)
        self._guess = guess
        self.crowd = Crowd(self.foresight, guess, strength.profiles, rng)
        self.jury = Crowd(self.foresight, guess, strength.finalists, rng)
        self.seed = rng.getrandbits(64)
        self.base = self.search(self.crowd.profiles)
        self.base.seed(self.base.plans_from(self.foresight.orders[0, :_SEEDS]))

    @cached_property
    def beliefs(self) -> Beliefs:
        """The degree of every legal order of every unit (5.1), as foreseen before any deal."""
        return self.foresight.beliefs(self._guess)

    @cached_property
    def learnt_base(self) -> PlanSearch:
        """The base for orders, of its own where there is a learnt worth: plans found by hand are too much alike."""
        if not self.strength.net:
            return self.base
        base = self.search(self.crowd.profiles, weights=self.learnt)
        base.seed(base.plans_from(self.foresight.orders[0, :_SEEDS]))
        return base

    def warm(self, over: Over = never, *, learnt: bool = False) -> None:
        """Bring the base to full strength; learnt: the one for orders."""
        base = self.learnt_base if learnt else self.base
        run(base, self.strength.most - base.asked, over)

    def search(
        self,
        profiles: Codes,
        interests: SideInterests = NO_SIDE_INTERESTS,
        partners: tuple[int, ...] = (),
        weights: Weights | None = None,
    ) -> PlanSearch:
        """A new search of the power's own plans against samples: int32 (samples, units). weights: the hand-made ones if
        nothing is said."""
        return PlanSearch(
            self.phase,
            self.power,
            profiles,
            Random(self.seed),
            partners=partners,
            weights=self.weights if weights is None else weights,
            interests=interests,
        )

    def samples(self, pledges: Pledges, attitudes: Attitudes, jury: bool = False) -> Codes:
        """Everybody's orders with deals in force, as far as the others are trusted: int32 (samples, units)."""
        crowd = self.jury if jury else self.crowd
        return crowd.under(pledges, trust_in(attitudes, self.power), self.beliefs)

    def interests(self, pledges: Pledges, attitudes: Attitudes) -> SideInterests:
        """Side interests of the power under these pledges."""
        others = [power for power in POWERS if power != self.power]
        return side_interests_of(pledges, self.power, {power: attitude_to(attitudes, power) for power in others})

    def best(self, most: int, *, learnt: bool = False) -> Codes:
        """The best plans of the base: int32 (plans, my units)."""
        base = self.learnt_base if learnt else self.base
        return base.population[np.argsort(-base.utilities, kind="stable")[:most]]

    def starts(self, pledges: Pledges, most: int = POPULATION, *, learnt: bool = False) -> Codes:
        """The best plans there are, and the same made to keep my promises, none twice: int32 (plans, my units)."""
        plans = self.best(most, learnt=learnt)
        if pledges.of(self.power):
            plans = np.concatenate([self.kept(self.base, plans, pledges), plans])
        first = {plan.tobytes(): index for index, plan in reversed(list(enumerate(plans)))}
        return plans[sorted(first.values())]

    def kept(self, search: PlanSearch, plans: Codes, pledges: Pledges) -> Codes:
        """Plans of a search made to keep what was promised."""
        columns = search.genes.columns[: search.genes.mine]
        rows = np.zeros((len(plans), self.phase.boards.width), np.int32)
        rows[:, columns] = plans[:, : search.genes.mine]
        return obeying(rows, columns, pledges, self.beliefs)[:, columns]
