"""Looking further than a phase: what becomes of the best plans when greedy powers play on from them (`bots.swarm`)."""

from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

import numpy as np

from adjudication.batch.encoding import Codes
from adjudication.powers import POWERS, Power
from bots.hana.judge.groundwork import Groundwork
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import Movement
from bots.hana.search.worth import Numbers, Weights, worth_of_boards
from bots.swarm.playing import play_on, play_until

__all__ = ["later_worth", "looked_ahead"]

_SHARE: Final = 1.0
"""How far the centers a year on count beside those that the phase promises: greedy play is a rough guess of it."""
_BELIEF: Final = 0.5
"""How far what a learnt worth says a phase later counts; the rest is what it says now."""
_MOST_BEHIND: Final = 0.4
"""Centers: plans further behind the best are not looked at again."""

_Plan: TypeAlias = tuple[dict[int, int], float]


def looked_ahead(ground: Groundwork, search: PlanSearch, plans: Sequence[_Plan]) -> list[_Plan]:
    """The plans in front, best first, judged anew by what they come to: each with the same samples of the others'
    orders, and the same luck.

    Who judges by a learnt worth asks what it says one phase later, and believes that as much as what it says now; who
    does not counts centers at the end of a year. search: where the plans come from.
    """
    most = ground.strength.ahead
    near = [plan for plan in plans[:most] if plan[1] >= plans[0][1] - _MOST_BEHIND]
    if len(near) < 2:
        return list(plans)
    if ground.weights.net:
        return _learnt_ahead(ground, search, near)
    profiles = np.concatenate([ground.jury.profiles] * ground.strength.rollouts)
    rng = Random(ground.seed)
    turns = 2 if ground.phase.position.phase.season == "S" else 3
    later = later_worth(ground.phase, ground.power, None, profiles, [orders for orders, _ in near], turns, rng)
    judged = [
        (orders, worth + _SHARE * float(each - later.max())) for (orders, worth), each in zip(near, later, strict=True)
    ]
    return sorted(judged, key=lambda each: -each[1])


def _learnt_ahead(ground: Groundwork, search: PlanSearch, near: Sequence[_Plan]) -> list[_Plan]:
    profiles = search.scene.profiles[: ground.strength.further or None]
    plans = [orders for orders, _ in near]
    later = later_worth(ground.phase, ground.power, ground.weights, profiles, plans, 2, Random(ground.seed))
    prices = [sum(search.concerns.promises[bit][1] for bit in search.breaks(orders)) for orders in plans]
    now = np.array([worth + price for (_, worth), price in zip(near, prices, strict=True)])
    judged = (1 - _BELIEF) * now + _BELIEF * (later - later.max() + now.max()) - prices
    return sorted(zip(plans, map(float, judged), strict=True), key=lambda each: -each[1])


def later_worth(  # noqa: PLR0917
    phase: Movement,
    power: Power,
    weights: Weights | None,
    profiles: Codes,
    plans: Sequence[dict[int, int]],
    turns: int,
    rng: Random,
) -> Numbers:
    """What each plan (code by column) comes to `turns` movement phases on, this one counted: float64 (plans,), the mean
    over the samples, with the same luck for all plans. By the weights; None counts centers alone, after the fall's
    changes."""
    luck = np.array([[rng.getrandbits(64)] for _ in range(len(profiles))], np.uint64)
    rows = np.concatenate([_with(profiles, orders) for orders in plans])
    lucks = np.concatenate([luck] * len(plans))
    if weights is None:
        worth = play_on(phase.position, rows, turns, lucks)[:, POWERS.index(power)].astype(np.float64)
    else:
        worth = worth_of_boards(*play_until(phase.position, rows, turns, lucks), power, weights)
    means: Numbers = worth.reshape(len(plans), -1).mean(axis=1)
    return means


def _with(profiles: Codes, orders: dict[int, int]) -> Codes:
    rows = profiles.copy()
    for column, code in orders.items():
        rows[:, column] = code
    return rows
