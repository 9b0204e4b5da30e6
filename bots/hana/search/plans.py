"""Plan search: an anytime genetic algorithm whose population is kept and resumed, and the ranking it yields.

Thesis, section 5.3. What is counted is adjudications, not seconds, so that the same draws give the same plans on any
machine; the clock is for the caller to watch between two calls of `PlanSearch.run`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import Outcomes
from adjudication.powers import Power
from bots.hana.beliefs import Beliefs
from bots.hana.search.evolution import (
    VOID,
    Genes,
    Scene,
    broken_by,
    compete,
    copy_plans,
    evolve,
    judge_anew,
    utility_of,
)
from bots.hana.search.problem import MOST_PROMISES, NO_SIDE_INTERESTS, Movement, SideInterests, genes_of, scene_of
from bots.hana.search.worth import STANDARD_WEIGHTS, Weights

__all__ = ["POPULATION", "PlanSearch", "RankedPlan"]

Codes: TypeAlias = npt.NDArray[np.int32]
Words: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.float64]

POPULATION: Final = 24
"""Plans that are kept."""

_NOTHING: Final = 1e-9


@dataclass(frozen=True, eq=False, slots=True)
class RankedPlan:
    """A plan found. orders: code by column of the board. utility: E[U] (5.5) in centers. confidence: C(B, p) (5.23)."""

    orders: dict[int, int]
    utility: float
    confidence: float


class PlanSearch:
    """The search for one power's plans in one movement phase.

    partners: columns of other powers' units that plans may also ask something of (joint plans, definition 22).
    profiles: int32 (samples, units), others' orders drawn from the beliefs; all plans are judged by the same ones.
    interests: regards, promises and their prices; without any, only the board counts.
    """

    def __init__(
        self,
        phase: Movement,
        power: Power,
        profiles: Codes,
        rng: Random,
        *,
        partners: tuple[int, ...] = (),
        weights: Weights = STANDARD_WEIGHTS,
        interests: SideInterests = NO_SIDE_INTERESTS,
        size: int = POPULATION,
    ) -> None:
        self.phase, self.power = phase, power
        self.weights, self.interests = weights, interests
        self.genes: Genes = genes_of(phase, power, partners, interests)
        self.scene: Scene = scene_of(phase, power, profiles, weights, interests)
        self._chance = np.array([rng.getrandbits(64)], np.uint64)
        self._room()
        self.population: Codes = np.full((size, len(self.genes.columns)), VOID, np.int32)
        self.population[:, : self.genes.mine] = self.genes.codes[self.genes.starts[: self.genes.mine]]
        self.utilities: Numbers = np.full(size, -np.inf)
        self.utilities[0] = self._utility(self.population[0])
        self.spent = len(profiles)
        """Adjudications so far."""
        self.asked = 0
        """Adjudications that `run` was asked for so far."""

    def seed(self, plans: Codes) -> None:
        """Let plans compete for the places in the population: int32 (plans, genes), each gene's order or VOID. Plans of
        fewer genes ask nothing of the rest."""
        whole = np.full((len(plans), len(self.genes.columns)), VOID, np.int32)
        whole[:, : plans.shape[1]] = plans
        judged = compete(self.scene, self.genes, whole, self.population, self.utilities, self._rows, self._outcomes)
        self.spent += int(judged) * len(self.scene.profiles)

    def run(self, adjudications: int) -> None:
        """Search on for at most so many adjudications.

        One long run and many short ones give the same population.
        """
        self.asked += adjudications
        if len(self.genes.columns) == 0:
            return
        steps = max(0, adjudications // max(1, len(self.scene.profiles)))
        judged = evolve(
            self.scene,
            self.genes,
            self.population,
            self.utilities,
            steps,
            self._chance,
            self._rows,
            self._outcomes,
        )
        self.spent += int(judged) * len(self.scene.profiles)

    def void_useless(self) -> None:
        """Ask nothing of a partner whose order brings nothing: of each plan, what can be left out without loss goes."""
        for index in np.flatnonzero(np.isfinite(self.utilities)):
            plan = self.population[index]
            for gene in range(self.genes.mine, len(plan)):
                asked = plan[gene]
                if asked == VOID:
                    continue
                plan[gene] = VOID
                utility = self._utility(plan)
                self.spent += len(self.scene.profiles)
                if utility < self.utilities[index] - _NOTHING:
                    plan[gene] = asked
                else:
                    self.utilities[index] = utility

    def broken_by_best(self) -> list[int]:
        """The promises that the best plan breaks, as indices of the interests' last MOST_PROMISES."""
        broken = int(broken_by(self.genes, self.population[int(self.utilities.argmax())]))
        return [bit for bit in range(MOST_PROMISES) if broken >> bit & 1]

    def breaks(self, orders: Mapping[int, int]) -> frozenset[int]:
        """The promises that a complete plan of its own breaks, code by column, as `broken_by_best` has them."""
        broken = int(broken_by(self.genes, self._plan(orders)))
        return frozenset(bit for bit in range(MOST_PROMISES) if broken >> bit & 1)

    def worth_of(self, orders: Mapping[int, int]) -> float | None:
        """The expected utility of a complete plan of its own, code by column; None for one that no gene may say."""
        genes = self.genes
        for gene in range(genes.mine):
            allowed = genes.codes[genes.starts[gene] : genes.starts[gene + 1]]
            if orders.get(int(genes.columns[gene])) not in allowed:
                return None
        self.spent += len(self.scene.profiles)
        return self._utility(self._plan(orders))

    def _plan(self, orders: Mapping[int, int]) -> Codes:
        return np.array([orders.get(int(column), VOID) for column in self.genes.columns], np.int32)

    def judge_by(self, profiles: Codes) -> None:
        """Go on with other samples of the others' orders: as when beliefs were reviewed, or to look at plans afresh."""
        self.scene = scene_of(self.phase, self.power, profiles, self.weights, self.interests)
        self._room()
        judged = judge_anew(self.scene, self.genes, self.population, self.utilities, self._rows, self._outcomes)
        self.spent += int(judged) * len(profiles)

    def losses(self) -> tuple[Words, Numbers]:
        """Losses of the best plan by each single change, in centers.

        Places of the orders among the legal ones of the board, and losses. The search is over then.
        """
        genes, legal = self.genes, self.phase.legal
        best, most = self.population[int(self.utilities.argmax())], float(self.utilities.max())
        gene = np.repeat(np.arange(len(genes.columns)), np.diff(genes.starts))
        self.population = np.repeat(best[np.newaxis], len(gene), axis=0)
        self.population[np.arange(len(gene)), gene] = genes.codes
        self.utilities = np.zeros(len(gene))
        judged = judge_anew(self.scene, genes, self.population, self.utilities, self._rows, self._outcomes)
        self.spent += int(judged) * len(self.scene.profiles)
        unit = np.repeat(np.arange(len(legal.starts) - 1), np.diff(legal.starts))
        places = np.searchsorted(unit << 32 | legal.codes, genes.columns[gene].astype(np.int64) << 32 | genes.codes)
        return places, most - self.utilities

    def ranking(self, beliefs: Beliefs | None = None, confidence: float = 0.0) -> list[RankedPlan]:
        """The plans of the population, best first; those whose confidence is under the minimum are left out."""
        ranked = []
        for index in np.argsort(-self.utilities, kind="stable"):
            if not np.isfinite(self.utilities[index]):
                continue
            orders = self.orders_of(self.population[index])
            trust = 1.0 if beliefs is None else self.confidence(orders, beliefs)
            if trust >= confidence:
                ranked.append(RankedPlan(orders, float(self.utilities[index]), trust))
        return ranked

    def confidence(self, orders: dict[int, int], beliefs: Beliefs) -> float:
        """C(B, p) = B(the actions in p that are not mine) (5.23, definition 23); 1 for a plan with none."""
        mine = set(self.genes.columns[: self.genes.mine].tolist())
        asked = ((column, code) for column, code in orders.items() if column not in mine)
        return beliefs.of_plan(self.phase.legal.index(column, code) for column, code in asked)

    @property
    def best(self) -> dict[int, int]:
        """The plan of greatest expected utility so far: code by column."""
        return self.orders_of(self.population[int(self.utilities.argmax())])

    def orders_of(self, plan: Codes) -> dict[int, int]:
        """A plan of the population: code by column."""
        columns = self.genes.columns.tolist()
        return {column: code for column, code in zip(columns, plan.tolist(), strict=True) if code != VOID}

    def plans_from(self, rows: Codes) -> Codes:
        """The part of whole order sets (int32 (rows, units)) that says what my units do, without what no gene may say.

        An order outside of a gene's own becomes a hold. Other powers' genes are VOID.
        """
        plans = np.full((len(rows), len(self.genes.columns)), VOID, np.int32)
        copy_plans(self.genes, np.ascontiguousarray(rows), plans)
        return plans

    def _room(self) -> None:
        profiles, width = self.scene.profiles, self.phase.boards.width
        samples, units = profiles.shape
        self._rows = np.zeros((samples, width), np.int32)
        self._rows[:, :units] = profiles
        self._outcomes = Outcomes.room(samples, width)

    def _utility(self, plan: Codes) -> float:
        return float(utility_of(self.scene, self.genes, plan, self._rows, self._outcomes))
