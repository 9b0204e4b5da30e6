"""Estimate a deal's value to another power by a search."""

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np

from adjudication.encoding import Codes
from adjudication.powers import POWERS, Power
from bots.hana.foresee.pledges import Pledges, pledges_of
from bots.hana.foresee.tempering import obeying
from bots.hana.judge.phase_basis import PhaseBasis
from bots.hana.judge.side_interests import HONEST, side_interests_of
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import NO_SIDE_INTERESTS, SideInterests
from bots.view import Agreement

__all__ = ["Others"]

_PLANS: Final = 12
"""Plans kept for another power."""
_MY_PLANS: Final = 4
"""Number of my best plans that another may expect."""
_MOST_VALUES: Final = 256
"""Values remembered for a phase."""


class Others:
    """The hopes of the other powers in a phase, each found once."""

    def __init__(self, basis: PhaseBasis) -> None:
        self._basis = basis
        self._values: dict[object, float] = {}
        self._plans: dict[Power, Codes] = {}

    def hope(self, power: Power, deals: Sequence[Agreement]) -> float:
        """Expected worth for another power under its deals, in centers.

        Everybody is supposed to keep them, and I to play as I would without them.
        """
        self._basis.warm()
        known = tuple(deal for deal in deals if power in deal.powers)
        if (power, known) not in self._values:
            pledges = pledges_of(self._basis.phase, known)
            search = self._search(power, pledges, side_interests_of(pledges, power, dict.fromkeys(POWERS, HONEST)))
            plans = self._plans_of(power)
            search.seed(plans)
            if pledges.of(power):
                search.seed(self._basis.kept(search, plans, pledges))
            search.run(self._basis.strength.reply)
            if len(self._values) >= _MOST_VALUES:
                self._values.pop(next(iter(self._values)))
            self._values[power, known] = float(search.utilities.max())
        return self._values[power, known]

    def _plans_of(self, power: Power) -> Codes:
        """The best plans of another power, found once against what it may foresee: int32 (plans, its units)."""
        if power not in self._plans:
            search = self._search(power, pledges_of(self._basis.phase, ()), NO_SIDE_INTERESTS)
            foresight = self._basis.foresight
            search.seed(search.plans_from(foresight.plans[: 2 * foresight.orders.shape[1] : 8]))
            search.run(self._basis.strength.reply * 2)
            self._plans[power] = search.population
        return self._plans[power]

    def _search(self, power: Power, pledges: Pledges, interests: SideInterests) -> PlanSearch:
        basis = self._basis
        return PlanSearch(
            basis.phase,
            power,
            self._seen_from(pledges),
            Random(basis.seed),
            weights=basis.weights,
            interests=interests,
            size=_PLANS,
        )

    def _seen_from(self, pledges: Pledges) -> Codes:
        """The samples as another sees them: my units follow my best plans, and everybody keeps to the deals."""
        basis = self._basis
        rows = basis.crowd.under(pledges, {}, basis.beliefs).copy()
        mine, best = basis.base.genes.columns, basis.best(_MY_PLANS)
        rows[:, mine] = best[np.arange(len(rows)) % len(best)]
        if pledges.of(basis.power):
            rows = obeying(rows, mine, pledges, basis.beliefs)
        return rows
