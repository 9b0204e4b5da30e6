"""Samples and beliefs of what everybody will do, reviewed by what was promised (definition 18), as far as trust goes.

With the chance `trust` a power does as its promises ask, else as was foreseen anyway. The same draws serve every set of
deals, so that two sets are compared by the difference they make and not by luck.
"""

from collections.abc import Mapping
from random import Random
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.encoding import Codes
from adjudication.powers import POWERS, Power
from bots.hana.beliefs import Beliefs
from bots.hana.foresee.minds import Foresight, Guess
from bots.hana.foresee.pledges import Pledges

__all__ = ["Crowd", "obeying", "tempered"]

Flags: TypeAlias = npt.NDArray[np.bool_]
Words: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.float64]

_FORBIDDEN: Final = -1.0


class Crowd:
    """So many samples of everybody's orders in one phase."""

    def __init__(self, foresight: Foresight, guess: Guess, samples: int, rng: Random) -> None:
        self.phase, self._foresight = foresight.phase, foresight
        self._drawn = foresight.draw(guess, samples, rng)
        self.profiles: Codes = foresight.profiles_of(self._drawn)
        """As foreseen, before any deal: int32 (samples, units)."""
        chance = np.random.default_rng(rng.getrandbits(64))
        self._luck: Numbers = chance.random((2, samples, len(POWERS)))

    def under(self, pledges: Pledges, trust: Mapping[Power, float], beliefs: Beliefs) -> Codes:
        """The samples with deals in force: int32 (samples, units).

        A sample of a power in which it breaks its word is kept with the chance that it cannot be trusted; else the
        power follows another plan foreseen of the same mind that keeps it or, where there is none, the same plan with
        the orders in question replaced by the most believed ones left. Powers not in `trust` keep their word.
        """
        bound = [power for power in pledges.bound if len(self.phase.columns_of(power))]
        if not bound:
            return self.profiles
        rows = self.profiles.copy()
        plans = self._foresight.plans
        minds, available = self._foresight.orders.shape[:2]
        for power in bound:
            number, columns = POWERS.index(power), self.phase.columns_of(power)
            keeps: Flags = np.asarray(~pledges.barred[self._foresight.numbers[:, columns]].any(axis=1))
            good = [mind * available + np.flatnonzero(keeps[mind * available :][:available]) for mind in range(minds)]
            drawn, luck = self._drawn[:, number], self._luck[:, :, number]
            breaking = np.flatnonzero(~keeps[drawn] & (luck[0] < trust.get(power, 1.0)))
            changed = []
            for sample in breaking:
                others = good[drawn[sample] // available]
                if len(others):
                    rows[sample, columns] = plans[others[int(luck[1, sample] * len(others))]][columns]
                else:
                    changed.append(sample)
            if changed:
                rows[changed] = obeying(rows[changed], columns, pledges, beliefs)
        return rows


def obeying(rows: Codes, columns: Words, pledges: Pledges, beliefs: Beliefs) -> Codes:
    """Orders (int32 (rows, units)) with those of some units that break a promise replaced by the most believed that do
    not. A unit all of whose orders break one keeps its own."""
    legal = pledges.phase.legal
    after = rows.copy()
    for column in columns.tolist():
        if column in pledges.bent:
            barred, codes = pledges.barred_of(column), legal.of(column)
            best = codes[np.where(barred, _FORBIDDEN, beliefs.of_group(column)).argmax()]
            given = rows[:, column]
            after[:, column] = np.where(barred[np.searchsorted(codes, given)], best, given)
    return after


def tempered(beliefs: Beliefs, pledges: Pledges, trust: Mapping[Power, float]) -> Beliefs:
    """Beliefs reviewed by what powers promised: for each unit that is bound, `trust` of the old distribution given that
    the promise is kept, and the rest of the old one as it was. Powers not in `trust` keep their word.

    Given that it is kept means scaled by one factor: minimum relative entropy (definition 18).
    """
    degrees = beliefs.degrees.copy()
    starts = beliefs.starts
    for power in pledges.bound:
        share = trust.get(power, 1.0)
        for column in pledges.phase.columns_of(power).tolist():
            if column not in pledges.bent:
                continue
            barred = pledges.barred_of(column)
            part = slice(starts[column], starts[column + 1])
            kept = np.where(barred, 0.0, degrees[part])
            kept = kept / kept.sum() if kept.sum() > 0 else ~barred / (~barred).sum()
            degrees[part] = share * kept + (1 - share) * degrees[part]
    return Beliefs(starts, degrees)
