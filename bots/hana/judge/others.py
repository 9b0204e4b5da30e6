"""Estimate a deal's value to another power by a search."""

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np

from adjudication.batch.encoding import Codes
from adjudication.powers import POWERS, Power
from bots.hana.foresee.pledges import Pledges, pledges_of
from bots.hana.foresee.tempering import obeying
from bots.hana.judge.concerns import HONEST, concerns_of
from bots.hana.judge.groundwork import Groundwork
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import NO_CONCERNS, Concerns
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

    def __init__(self, ground: Groundwork) -> None:
        self._ground = ground
        self._values: dict[object, float] = {}
        self._plans: dict[Power, Codes] = {}

    def hope(self, power: Power, deals: Sequence[Agreement]) -> float:
        """Expected worth for another power under its deals, in centers.

        Everybody is supposed to keep them, and I to play as I would without them.
        """
        self._ground.warm()
        known = tuple(deal for deal in deals if power in deal.powers)
        if (power, known) not in self._values:
            pledges = pledges_of(self._ground.phase, known)
            search = self._search(power, pledges, concerns_of(pledges, power, dict.fromkeys(POWERS, HONEST)))
            plans = self._plans_of(power)
            search.seed(plans)
            if pledges.of(power):
                search.seed(self._ground.kept(search, plans, pledges))
            search.run(self._ground.strength.reply)
            if len(self._values) >= _MOST_VALUES:
                self._values.pop(next(iter(self._values)))
            self._values[power, known] = float(search.utilities.max())
        return self._values[power, known]

    def _plans_of(self, power: Power) -> Codes:
        """The best plans of another power, found once against what it may foresee: int32 (plans, its units)."""
        if power not in self._plans:
            search = self._search(power, pledges_of(self._ground.phase, ()), NO_CONCERNS)
            foresight = self._ground.foresight
            search.seed(search.plans_from(foresight.plans[: 2 * foresight.orders.shape[1] : 8]))
            search.run(self._ground.strength.reply * 2)
            self._plans[power] = search.population
        return self._plans[power]

    def _search(self, power: Power, pledges: Pledges, concerns: Concerns) -> PlanSearch:
        ground = self._ground
        return PlanSearch(
            ground.phase,
            power,
            self._seen_from(pledges),
            Random(ground.seed),
            weights=ground.weights,
            concerns=concerns,
            size=_PLANS,
        )

    def _seen_from(self, pledges: Pledges) -> Codes:
        """The samples as another sees them: my units follow my best plans, and everybody keeps to the deals."""
        ground = self._ground
        rows = ground.crowd.under(pledges, {}, ground.beliefs).copy()
        mine, best = ground.base.genes.columns, ground.best(_MY_PLANS)
        rows[:, mine] = best[np.arange(len(rows)) % len(best)]
        if pledges.of(ground.power):
            rows = obeying(rows, mine, pledges, ground.beliefs)
        return rows
