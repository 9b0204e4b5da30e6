"""The resource negotiation problem (RNP) of the thesis, chapter 3: agents, resources, actions, plans, no Diplomacy.

Definitions are named as the thesis numbers them. Everything is exact and small; Diplomacy, whose plans cannot be
enumerated, uses the same notions over arrays: a resource is a unit, an operator an order to it, beliefs are
`bots.hana.beliefs.Beliefs` in both, and `bots.hana.search` estimates what `expected_utility` sums.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Generic, TypeAlias, TypeVar

import numpy as np

from bots.hana.beliefs import Beliefs

__all__ = [
    "Action",
    "Agent",
    "Environment",
    "Events",
    "Operator",
    "Plan",
    "Resource",
    "State",
    "agents_of",
    "compatible",
    "compatible_plans",
    "confidence",
    "expected_utility",
    "feasible",
    "feasible_plan",
    "is_complete",
    "is_joint_plan",
    "is_option",
    "rank_plans",
]

Agent: TypeAlias = str
Resource: TypeAlias = str
Operator: TypeAlias = str

State: TypeAlias = frozenset[tuple[Agent, Resource]]
"""Control of resources (definition 1): a resource belongs to one agent at most."""

World = TypeVar("World", bound=Hashable)


@dataclass(frozen=True, slots=True, order=True)
class Action:
    """An agent applies an operator to a resource (definition 2)."""

    agent: Agent
    operator: Operator
    resource: Resource


Plan: TypeAlias = frozenset[Action]
"""Actions carried out at one instant (definition 5)."""


def compatible(one: Action, other: Action) -> bool:
    """True if two actions may happen together (definition 3).

    They do not put two operators on one resource.
    """
    return one.operator == other.operator or one.resource != other.resource


def feasible(action: Action, state: State) -> bool:
    """True if the agent controls the resource (definition 4)."""
    return (action.agent, action.resource) in state


def feasible_plan(plan: Plan, state: State) -> bool:
    """True if all actions are feasible and pairwise compatible (definition 6)."""
    return all(feasible(action, state) for action in plan) and all(
        compatible(one, other) for one in plan for other in plan
    )


def compatible_plans(one: Plan, other: Plan, state: State) -> bool:
    """True if the union of two plans is feasible (definition 7)."""
    return feasible_plan(one | other, state)


def is_complete(plan: Plan, state: State, agent: Agent | None = None) -> bool:
    """True if a feasible plan acts on every resource (definition 8).

    agent: on every resource of this agent only.
    """
    acted = {(action.agent, action.resource) for action in plan}
    wanted = {pair for pair in state if agent is None or pair[0] == agent}
    return feasible_plan(plan, state) and wanted <= acted


def agents_of(plan: Plan) -> frozenset[Agent]:
    """Agents with actions in a plan."""
    return frozenset(action.agent for action in plan)


def is_joint_plan(plan: Plan, state: State) -> bool:
    """True if complete for one agent and involving others (definition 22)."""
    agents = agents_of(plan)
    return len(agents) >= 2 and any(is_complete(plan, state, agent) for agent in agents)


def is_option(plan: Plan, state: State) -> bool:
    """True if a plan can be negotiated (definition 11).

    It is feasible and of one or two agents.
    """
    return 1 <= len(agents_of(plan)) <= 2 and feasible_plan(plan, state)


@dataclass(frozen=True, eq=False)
class Environment(Generic[World]):
    """A state transition system (definition 9) whose states are worlds of any kind.

    operators: by resource, what can be applied to it. control: who controls what in a world. transition: T, the world
    after a complete plan.
    """

    operators: Mapping[Resource, tuple[Operator, ...]]
    control: Callable[[World], State]
    transition: Callable[[World, Plan], World]

    def actions(self, world: World) -> dict[tuple[Agent, Resource], tuple[Action, ...]]:
        """The feasible actions by who controls what, sorted."""
        return {
            (agent, resource): tuple(Action(agent, operator, resource) for operator in self.operators[resource])
            for agent, resource in sorted(self.control(world))
        }

    def complete_plans(self, world: World, agent: Agent | None = None) -> Iterator[Plan]:
        """All complete plans, or all complete plans for one agent (definition 8)."""
        actions = self.actions(world)
        for chosen in product(*(found for pair, found in actions.items() if agent is None or pair[0] == agent)):
            yield frozenset(chosen)

    def events(self, world: World) -> "Events":
        """The feasible actions numbered, for beliefs."""
        return Events(tuple(self.actions(world).values()))


@dataclass(frozen=True, eq=False)
class Events:
    """Actions as the numbers that `Beliefs` speaks of: one group a resource (5.1)."""

    groups: tuple[tuple[Action, ...], ...]

    @cached_property
    def numbers(self) -> Mapping[Action, int]:
        """The number of each action."""
        actions = (action for group in self.groups for action in group)
        return {action: number for number, action in enumerate(actions)}

    def even(self) -> Beliefs:
        """Beliefs of somebody who has no idea."""
        return Beliefs.even(np.cumsum([0, *(len(group) for group in self.groups)]).astype(np.int64))

    def degree(self, beliefs: Beliefs, plan: Plan) -> float:
        """B(p) (5.3); 0 for a plan with an action that is not feasible."""
        if any(action not in self.numbers for action in plan):
            return 0.0
        return beliefs.of_plan(self.numbers[action] for action in plan)

    def assume(self, beliefs: Beliefs, plan: Plan) -> Beliefs:
        """Beliefs reviewed by a feasible plan: each of its actions is certain (definition 18)."""
        return beliefs.review({self.numbers[action]: 1.0 for action in plan})


def expected_utility(
    environment: Environment[World], world: World, beliefs: Beliefs, utility: Callable[[World], float]
) -> float:
    """E[U(world, B)] (5.5): the sum over all complete plans p of B(p) * U(T(world, p))."""
    events = environment.events(world)
    total = 0.0
    for plan in environment.complete_plans(world):
        degree = events.degree(beliefs, plan)
        if degree > 0:
            total += degree * utility(environment.transition(world, plan))
    return total


def confidence(events: Events, beliefs: Beliefs, plan: Plan, agent: Agent) -> float:
    """C(B, p) = B(the actions in p that are not the agent's) (definition 23); 1 for a plan of the agent alone."""
    return events.degree(beliefs, frozenset(action for action in plan if action.agent != agent))


def rank_plans(
    environment: Environment[World],
    world: World,
    plans: Collection[Plan],
    beliefs: Beliefs,
    utility: Callable[[World], float],
) -> list[tuple[float, Plan]]:
    """Plans by the expected utility of the beliefs reviewed by each (definition 20), best first; equals as sorted."""
    events = environment.events(world)
    ranked = [
        (expected_utility(environment, world, events.assume(beliefs, plan), utility), sorted(plan)) for plan in plans
    ]
    ranked.sort(key=lambda each: (-each[0], each[1]))
    return [(found, frozenset(plan)) for found, plan in ranked]
