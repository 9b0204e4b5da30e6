"""Joint plans of allies: the plan search over the units of several powers as if they were one.

A joint plan (thesis, definition 22) found by a power for itself alone asks much and offers little; nobody would agree
to it. Here the allies' units and centers count together, so that plans serve all of them, and what each gains is looked
at afterwards. The plans obey what was promised, among the allies and to others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import resolve
from adjudication.encoding import Codes
from adjudication.powers import POWERS, Power
from bots.hana.attitude import Attitude
from bots.hana.foresee.pledges import pledges_of
from bots.hana.judge.phase_analysis import PhaseAnalysis
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import Movement, SideInterests
from bots.hana.search.worth import STANDARD_WEIGHTS, Weights, worth_of_rows
from bots.view import Agreement

__all__ = ["JointPlan", "fair_plan", "joint_plans"]

Numbers: TypeAlias = npt.NDArray[np.float64]
Flags: TypeAlias = npt.NDArray[np.bool_]

_FORBIDDEN: Final = 100.0
"""The price, in centers, of an order that breaks a promise: no plan is worth it."""


_LOSS: Final = 0.1
"""Most that a joint plan may cost one of the allies, in centers, if together they gain."""
_SOLIDARITY: Final = 0.3
"""Weight of an ally's gain for another one while joint plans are chosen."""
_STARTS: Final = 12
"""Number of an ally's foreseen plans that start its own search."""


@dataclass(frozen=True, eq=False, slots=True)
class JointPlan:
    """orders: code by column, for every unit of the allies. utility: of all of them together, in centers. gains: what
    it brings each over what each would do alone, where somebody looked. confidence: degree of belief in the allies'
    orders in it (definition 23)."""

    orders: Mapping[int, int]
    utility: float
    gains: Mapping[Power, float] = field(default_factory=dict)
    confidence: float = 1.0


@lru_cache(maxsize=32)
def fair_plan(
    analysis: PhaseAnalysis,
    deals: tuple[Agreement, ...],
    attitudes: tuple[tuple[Power, Attitude], ...],
    allies: tuple[Power, ...],
    effort: int,
) -> JointPlan | None:
    """The best joint plan of a power and its allies that costs none of them much; None when there is none better than
    what each would do alone. effort: adjudications for each of them."""
    phase, team, held = analysis.phase, (analysis.power, *allies), dict(attitudes)
    profiles, barred = analysis.samples(deals, held), pledges_of(phase, deals).barred
    alone = {analysis.power: analysis.expectation(deals, held, analysis.strength.reply).orders}
    for power in allies:
        foreseen = _foreseen(analysis, power)
        found = joint_plans(phase, (power,), profiles, barred, effort=effort // 2, starts=foreseen)
        alone[power] = found[0].orders if found else {}
    start = {column: code for orders in alone.values() for column, code in orders.items()}
    plans = joint_plans(phase, team, profiles, barred, effort=effort * len(team), starts=[start])
    if not plans:
        return None
    before = _worth(analysis, profiles, [alone[power] for power in team], team).diagonal()
    gains = _worth(analysis, profiles, [plan.orders for plan in plans], team) - before
    shared = (1 - _SOLIDARITY) * gains + _SOLIDARITY * gains.sum(axis=1, keepdims=True)
    total = np.where(shared.min(axis=1) >= -_LOSS, gains.sum(axis=1), 0.0)
    best = int(total.argmax())
    if total[best] <= 0:
        return None
    asked = {column: code for power in allies for column, code in _of(phase, plans[best].orders, power).items()}
    beliefs = analysis.beliefs_under(deals, held)
    return replace(
        plans[best],
        gains=dict(zip(team, gains[best].tolist(), strict=True)),
        confidence=beliefs.of_plan(phase.legal.index(column, code) for column, code in asked.items()),
    )


def _of(phase: Movement, orders: Mapping[int, int], power: Power) -> dict[int, int]:
    return {column: orders[column] for column in phase.columns_of(power).tolist() if column in orders}


def _foreseen(analysis: PhaseAnalysis, power: Power) -> list[dict[int, int]]:
    """Plans that are foreseen of a power."""
    columns, plans = analysis.phase.columns_of(power), analysis.foresight.plans
    return [{int(column): int(row[column]) for column in columns} for row in plans[:: max(1, len(plans) // _STARTS)]]


def _worth(
    analysis: PhaseAnalysis, profiles: Codes, plans: Sequence[Mapping[int, int]], powers: Sequence[Power]
) -> Numbers:
    """Worth of each plan to each power: float64 (plans, powers).

    The others' orders are those of the samples.
    """
    phase, samples = analysis.phase, len(profiles)
    rows = np.tile(profiles, (len(plans), 1))
    for index, orders in enumerate(plans):
        for column, code in orders.items():
            rows[index * samples : (index + 1) * samples, column] = code
    outcomes = resolve(phase.boards, rows, rulebook=phase.rulebook, trusted=True, refer=False)
    decided = ~outcomes.undecided.astype(np.bool_).reshape(len(plans), samples)
    worth = [worth_of_rows(phase.boards, outcomes, power, analysis.weights) for power in powers]
    known = np.stack(worth, axis=-1).reshape(len(plans), samples, len(powers)) * decided[:, :, np.newaxis]
    return np.asarray(known.sum(axis=1) / np.maximum(decided.sum(axis=1), 1)[:, np.newaxis], np.float64)


def joint_plans(
    phase: Movement,
    team: Sequence[Power],
    profiles: Codes,
    barred: Flags,
    *,
    effort: int,
    seed: int = 0,
    starts: Sequence[Mapping[int, int]] = (),
    weights: Weights = STANDARD_WEIGHTS,
) -> list[JointPlan]:
    """Plans for all units of a team, best first.

    profiles: the others' orders, int32 (samples, units). barred: by legal order of the board, what breaks a promise.
    effort: adjudications. starts: plans to begin with; units that they leave out hold.
    """
    as_one = _merged(phase, tuple(team))
    # Eighteen centers of a team win nothing.
    search = PlanSearch(
        as_one,
        team[0],
        profiles,
        Random(seed),
        weights=replace(weights, victory=0.0),
        interests=SideInterests(promises=((barred, _FORBIDDEN),)) if barred.any() else SideInterests(),
    )
    rows = np.array([[start.get(column, -1) for column in range(phase.boards.width)] for start in starts], np.int32)
    if len(rows):
        search.seed(search.plans_from(rows))
    search.run(effort)
    found = np.argsort(-search.utilities, kind="stable")
    return [
        JointPlan(
            search.orders_of(search.population[index]),
            float(search.utilities[index]),
        )
        for index in found
        if search.utilities[index] > -_FORBIDDEN / 2
    ]


@lru_cache(maxsize=32)
def _merged(phase: Movement, team: tuple[Power, ...]) -> Movement:
    """The board with the team's units and centers in one hand."""
    boards, first = phase.boards, POWERS.index(team[0])
    hands = np.array([*range(len(POWERS)), -1], np.int8)  # the last is nobody's
    hands[[POWERS.index(power) for power in team]] = first
    return replace(
        phase,
        boards=replace(
            boards,
            powers=hands[boards.powers],
            owners=hands[boards.owners],
        ),
    )
