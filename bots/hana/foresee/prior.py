"""Kinds of minds that a power could have.

Each with its chance before anything was seen of the power.
"""

from collections.abc import Mapping
from math import log
from typing import Final

from adjudication.powers import POWERS, Power

__all__ = ["MINDS", "PRIOR", "PRIOR_LOGS", "taken_for"]

PRIOR: Final[Mapping[str, float]] = {
    "greedy": 0.45,
    "planner": 0.05,
    "random": 0.05,
    "still": 0.05,
    "learnt": 0.4,
}
"""greedy: goes where centers are, like DumbBot. planner: searches as HANA does, against greedy others and planners.
random: any legal order. still: holds. learnt: as many kinds of bots did in games (`bots.hana.foresee.learnt`)."""

MINDS: Final = tuple(PRIOR)
PRIOR_LOGS: Final = tuple(log(share) for share in PRIOR.values())

_NEVER: Final = -50.0
"""The logarithm of a weight that counts for nothing."""


def taken_for(mind: str) -> dict[Power, list[float]]:
    """The guess that takes every power for one of MINDS (`bots.hana.foresee.minds.Guess`)."""
    return {power: [0.0 if name == mind else _NEVER for name in MINDS] for power in POWERS}
