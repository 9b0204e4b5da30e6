"""Negotiation states over the small problems of `bots.hana.rnp.problem`: everything is summed, nothing estimated."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Generic, TypeVar

from bots.hana.beliefs import Beliefs
from bots.hana.rnp import problem
from bots.hana.rnp.problem import Agent, Environment, Events, Plan

__all__ = ["ExactState", "options_of"]

World = TypeVar("World", bound=Hashable)


@dataclass(frozen=True, eq=False)
class ExactState(Generic[World]):
    """A negotiation state (definition 24) whose plan ranking is a list of plans and whose utility is in [0, 1].

    trust: the chance that a promise of each other agent is kept; 1 for agents not named.
    """

    agent: Agent
    environment: Environment[World]
    world: World
    beliefs: Beliefs
    plans: tuple[Plan, ...]
    utility: Callable[[World], float]
    trust: Mapping[Agent, float] = field(default_factory=dict)

    @property
    def events(self) -> Events:
        """The feasible actions, numbered."""
        return _events(self.environment, self.world)

    def information(self) -> float:
        """f_H (5.7)."""
        return max((1 - self.events.assume(self.beliefs, plan).uncertainty() for plan in self.plans), default=0.0)

    def independence(self) -> float:
        """f_UC (5.8), over ranked plans that are complete for the agent and ask nothing of others."""
        return max((self.expected(plan) for plan in self.plans if problem.agents_of(plan) == {self.agent}), default=0.0)

    def opportunity(self) -> float:
        """f_UJ (5.9), over ranked joint plans."""
        state = self.environment.control(self.world)
        return max((self.expected(plan) for plan in self.plans if problem.is_joint_plan(plan, state)), default=0.0)

    def confidence(self) -> float:
        """f_C (5.10)."""
        return max(
            (problem.confidence(self.events, self.beliefs, plan, self.agent) for plan in self.plans), default=0.0
        )

    def after(self, option: Plan) -> "ExactState[World]":
        """next(s, δ): beliefs reviewed by what δ asks of the other, as far as it is trusted, and of the agent itself;
        plans that are incompatible with δ dropped."""
        state = self.environment.control(self.world)
        beliefs, numbers = self.beliefs, self.events.numbers
        for action in sorted(option):
            before = float(beliefs.degrees[numbers[action]])
            trust = 1.0 if action.agent == self.agent else self.trust.get(action.agent, 1.0)
            beliefs = beliefs.review({numbers[action]: trust + (1 - trust) * before})
        plans = tuple(plan for plan in self.plans if problem.compatible_plans(plan, option, state))
        return replace(self, beliefs=beliefs, plans=plans)

    def best_plan(self) -> Plan:
        """The ranked complete plan of its own with the highest expected utility: what the intention *execute* does."""
        own = [plan for plan in self.plans if problem.agents_of(plan) == {self.agent}]
        return max(own, key=lambda plan: (self.expected(plan), sorted(plan)))

    def expected(self, plan: Plan) -> float:
        """E[U] of the beliefs reviewed by a plan (definition 20)."""
        beliefs = self.events.assume(self.beliefs, plan)
        return problem.expected_utility(self.environment, self.world, beliefs, self.utility)


def options_of(state: ExactState[World], threshold: float = 0.0) -> tuple[Plan, ...]:
    """The options that can be cut out of the ranked joint plans (definition 11 and section 5.4): of a joint plan, the
    actions of the agent and of one other. threshold: the expected utility that a joint plan must exceed."""
    control = state.environment.control(state.world)
    found: dict[Plan, None] = {}
    for plan in state.plans:
        if not problem.is_joint_plan(plan, control) or (threshold > 0 and state.expected(plan) <= threshold):
            continue
        for other in sorted(problem.agents_of(plan) - {state.agent}):
            option = frozenset(action for action in plan if action.agent in {state.agent, other})
            if problem.is_option(option, control):
                found[option] = None
    return tuple(found)


@lru_cache(maxsize=16)
def _events(environment: Environment[World], world: World) -> Events:
    return environment.events(world)
