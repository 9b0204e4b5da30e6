"""Looking further than a phase: what becomes of the best plans when greedy powers play on from them (`bots.swarm`)."""

from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

import numpy as np

from adjudication.encoding import Codes
from adjudication.powers import Power
from bots.hana.judge.phase_basis import PhaseBasis
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import Movement
from bots.hana.search.worth import Numbers, Weights, worth_of_boards
from bots.swarm.playing import play_until

__all__ = ["later_worth", "looked_ahead"]

_BELIEF: Final = 0.5
"""Weight of a plan's worth a phase later; the rest is its worth now."""
_MOST_BEHIND: Final = 0.8
"""Centers: plans further behind the best are not looked at again."""

_Plan: TypeAlias = tuple[dict[int, int], float]


def looked_ahead(basis: PhaseBasis, search: PlanSearch, plans: Sequence[_Plan]) -> list[_Plan]:
    """The plans in front, best first, judged anew by what they are worth when greedy powers have played the next phase
    too: each with the same samples of the others' orders, and the same luck. search: by which they were judged."""
    near = [plan for plan in plans[: basis.strength.lookahead_plans] if plan[1] >= plans[0][1] - _MOST_BEHIND]
    if len(near) < 2:
        return list(plans)
    profiles = search.scene.profiles[: basis.strength.lookahead_samples or None]
    found = [orders for orders, _ in near]
    later = later_worth(basis.phase, basis.power, search.weights, profiles, found, 2, Random(basis.seed))
    prices = [sum(search.interests.promises[bit][1] for bit in search.breaks(orders)) for orders in found]
    now = np.array([worth + price for (_, worth), price in zip(near, prices, strict=True)])
    judged = (1 - _BELIEF) * now + _BELIEF * (later - later.max() + now.max()) - prices
    return sorted(zip(found, map(float, judged), strict=True), key=lambda each: -each[1])


def later_worth(  # noqa: PLR0917
    phase: Movement,
    power: Power,
    weights: Weights,
    profiles: Codes,
    plans: Sequence[dict[int, int]],
    turns: int,
    rng: Random,
) -> Numbers:
    """Mean worth of each plan `turns` movement phases later: float64 (plans,).

    plans: code by column. This phase counts as the first. All plans get the same luck.
    """
    luck = np.array([[rng.getrandbits(64)] for _ in range(len(profiles))], np.uint64)
    rows = np.concatenate([_with(profiles, orders) for orders in plans])
    boards, outcomes = play_until(phase.position, rows, turns, np.concatenate([luck] * len(plans)))
    worth = worth_of_boards(boards, outcomes, power, weights)
    means: Numbers = worth.reshape(len(plans), -1).mean(axis=1)
    return means


def _with(profiles: Codes, orders: dict[int, int]) -> Codes:
    rows = profiles.copy()
    for column, code in orders.items():
        rows[:, column] = code
    return rows
