"""Test whether negotiators beat mutes; intervals of shares.

The hypothesis H0: negotiators and mutes play equally well. The powers of a game are drawn uniformly, so under H0
whoever comes first in a game is any of its seven players with the same chance, and with n negotiators their share of
first place has the mean n/7. When k players share first place, the number of negotiators among them is hypergeometric.
The sum of the shares over games therefore has a distribution that is known exactly, given the ks: no approximation,
and nothing assumed about the powers, which are of very different strength.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm, sqrt
from typing import Final

import numpy as np

from adjudication.powers import POWERS

__all__ = ["Lot", "Z", "chance_of_as_much", "difference_of_shares", "wilson"]

_PLAYERS: Final = len(POWERS)
Z: Final = 1.959963984540054
"""Of the normal distribution, 95 % lie within this many standard deviations."""
_ROUNDING: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Lot:
    """First place in one game, as far as chance goes: `negotiators` of the seven, `leaders` who share it."""

    negotiators: int
    leaders: int = 1

    def chances(self) -> dict[Fraction, Fraction]:
        """The negotiators' possible shares of first place under H0, and how likely each is."""
        mutes = _PLAYERS - self.negotiators
        ways = comb(_PLAYERS, self.leaders)
        return {
            Fraction(among, self.leaders): Fraction(
                comb(self.negotiators, among) * comb(mutes, self.leaders - among), ways
            )
            for among in range(max(0, self.leaders - mutes), min(self.leaders, self.negotiators) + 1)
        }


def chance_of_as_much(lots: Iterable[Lot], total: Fraction) -> float:
    """The chance under H0 that the shares of these games sum up to `total` or more: the one-sided p value, exact."""
    lots = list(lots)
    unit = lcm(*(lot.leaders for lot in lots))
    distribution = np.ones(1)
    for lot in lots:
        wider = np.zeros(len(distribution) + unit)
        for share, chance in lot.chances().items():
            start = int(share * unit)
            wider[start : start + len(distribution)] += distribution * float(chance)
        distribution = wider
    return min(1.0, float(distribution[max(0, -(-total * unit // 1)) :].sum()))


def wilson(hits: float, tries: int) -> tuple[float, float]:
    """The 95 % score interval of Wilson for a share.

    It lies in [0, 1], and is (0, 1) without tries.

    hits: may have a fraction, where a try counts in part (a shared first place); the interval is then a little too
    wide, since such values vary less than hits and misses. Raises ValueError if hits are not in 0 to tries. Source:
    Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
    """
    if not -_ROUNDING <= hits <= tries + _ROUNDING:
        raise ValueError(f"{hits} hits in {tries} tries are no share; hits are from 0 to {tries}.")
    if not tries:
        return 0.0, 1.0
    share, spread = min(1.0, max(0.0, hits / tries)), Z * Z / tries
    middle = (share + spread / 2) / (1 + spread)
    half = Z / (1 + spread) * sqrt(share * (1 - share) / tries + spread / (4 * tries))
    # With no hits the low end is 0, with nothing else the high end 1: said here, for rounding misses them.
    return (0.0 if share == 0 else max(0.0, middle - half)), (1.0 if share == 1 else min(1.0, middle + half))


def difference_of_shares(one: tuple[float, int], other: tuple[float, int]) -> tuple[float, float]:
    """The 95 % interval for the difference of two shares.

    It lies in [-1, 1]. one, other: (hits, tries), tries at least 1. It is made of both shares' Wilson intervals.
    Source: Newcombe, "Interval estimation for the difference between independent proportions", 1998, method 10.
    """
    here, there = one[0] / one[1], other[0] / other[1]
    (low, high), (least, most) = wilson(*one), wilson(*other)
    difference = here - there
    below = sqrt((here - low) ** 2 + (most - there) ** 2)
    above = sqrt((high - here) ** 2 + (there - least) ** 2)
    return max(-1.0, difference - below), min(1.0, difference + above)
