"""Negotiation strategies (thesis, section 5.4): aspiration level, what to propose, what to accept, when to act.

A strategy is a row of a table: which measures it holds on to, and how much each counts as time runs out.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, TypeVar

from bots.hana.judge.negotiation_state import MEASURES, Measure, State, rank_options

__all__ = [
    "STRATEGIES",
    "Intention",
    "Strategy",
    "acceptable",
    "aspiration",
    "basic_intentions",
    "best_proposal",
    "guaranteed",
]

Option = TypeVar("Option", bound=Hashable)

Weight: TypeAlias = Callable[[float], float]
"""A weight w(t) by the share of time left, (t_max - t) / t_max."""


@dataclass(frozen=True, slots=True)
class Strategy:
    """g_min as a linear combination of measures, named as in `MEASURES`.

    The weights sum to 1 at any time.
    """

    name: str
    title: str
    weights: tuple[tuple[str, Weight], ...]

    def weight(self, measure: str, left: float) -> float:
        """Current weight of a measure.

        0 if the strategy does not use it.
        """
        return sum(weight(left) for name, weight in self.weights if name == measure)


STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {
        strategy.name: strategy
        for strategy in (
            Strategy("conservative", "Never less than it can reach alone", (("independence", lambda left: 1.0),)),
            Strategy("informative", "First of all wants to know", (("information", lambda left: 1.0),)),
            Strategy(
                "dynamic",
                "Wants to know first, then not less than it can reach alone",
                (("information", lambda left: left), ("independence", lambda left: 1.0 - left)),
            ),
        )
    }
)


def guaranteed(strategy: Strategy, state: State[Any], left: float) -> float:
    """g_min(s, t) = Σ w_i(t) g_i(s): what the agent is sure of. left: share of time left, in [0, 1]."""
    return sum(weight(left) * MEASURES[name](state) for name, weight in strategy.weights)


def aspiration(strategy: Strategy, state: State[Any], left: float, tau: float) -> float:
    """A(s, t) = g_min + ((t_max - t) / t_max)^τ (1 - g_min) (definition 25), in [0, 1].

    left: share of time left. tau: aspiration decay rate in [0, 1]; 0 concedes nothing before the deadline, 1 concedes
    evenly. At the deadline (left = 0) it is g_min whatever the rate.
    """
    least = guaranteed(strategy, state, left)
    return least + (left**tau if left > 0 else 0.0) * (1 - least)


def best_proposal(
    state: State[Option], options: Iterable[Option], level: float, measure: Measure
) -> tuple[float, Option] | None:
    """The best ranked option, if O(δ) > A(s, t): what the intention *propose* says. level: A(s, t)."""
    ranked = rank_options(state, options, measure)
    return ranked[0] if ranked and ranked[0][0] > level else None


def acceptable(state: State[Option], option: Option, level: float, measure: Measure) -> bool:
    """True if f(next(s, δ)) > A(s, t), the test for *reply δ*.

    level: A(s, t).
    """
    return measure(state.after(option)) > level


Intention: TypeAlias = Literal["reply", "propose", "execute"]

_STRONG: Final = 0.8


def basic_intentions(owes_answer: bool, left: float) -> dict[Intention, float]:
    """Degrees of the three basic intentions (section 5.4): they exclude each other and sum to 1.

    At the deadline it acts; before, it answers who waits for an answer, and else proposes. The strongest is carried
    out.
    """
    strongest: Intention = "execute" if left <= 0 else "reply" if owes_answer else "propose"
    rest = (1 - _STRONG) / 2
    return {each: _STRONG if each == strongest else rest for each in ("reply", "propose", "execute")}
