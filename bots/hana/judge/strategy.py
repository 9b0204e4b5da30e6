"""Negotiation strategies (thesis, section 5.4): aspiration level, what to propose, what to accept, when to act.

A strategy says which measures it holds on to, and how much each counts as time runs out. Three have names; any other
linear combination is written as text (`strategy_of`).
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
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
    "strategy_of",
]

Option = TypeVar("Option", bound=Hashable)

Weights: TypeAlias = tuple[float, ...]
"""A weight w(t) at equal distances in time, from the start to the deadline; in between it changes evenly."""

_SUM: Final = 1e-6
_MOST_WEIGHTS: Final = 16


@dataclass(frozen=True, slots=True)
class Strategy:
    """g_min as a linear combination of measures, named as in `MEASURES`.

    The weights are not negative and sum to 1 at any time. ValueError says what is wrong with them.
    """

    weights: tuple[tuple[str, Weights], ...]

    def __post_init__(self) -> None:
        names = [name for name, _ in self.weights]
        for name, weights in self.weights:
            if name not in MEASURES:
                raise ValueError(f"there is no measure '{name}'; measures are {', '.join(MEASURES)}")
            if names.count(name) > 1:
                raise ValueError(f"'{name}' is named twice")
            if not 1 <= len(weights) <= _MOST_WEIGHTS or not all(0 <= weight <= 1 for weight in weights):
                raise ValueError(f"'{name}' needs 1 to {_MOST_WEIGHTS} weights from 0 to 1")
        # Both sides are linear between these times.
        times = {step / (len(weights) - 1) for _, weights in self.weights for step in range(len(weights)) if step}
        for gone in sorted({0.0, 1.0, *times}):
            total = sum(_at(weights, gone) for _, weights in self.weights)
            if abs(total - 1) > _SUM:
                raise ValueError(f"the weights sum to {total:g} when {gone:.0%} of the time is gone, not to 1")

    def weight(self, measure: str, left: float) -> float:
        """Weight of a measure now, 0 for one it does not use.

        left: share of time left, in [0, 1].
        """
        return sum(_at(weights, 1 - left) for name, weights in self.weights if name == measure)


def _at(weights: Sequence[float], gone: float) -> float:
    """The weight when a share of the time is gone."""
    if len(weights) == 1:
        return weights[0]
    place = min(max(gone, 0.0), 1.0) * (len(weights) - 1)
    before, after = list(pairwise(weights))[min(int(place), len(weights) - 2)]
    return before + (place - min(int(place), len(weights) - 2)) * (after - before)


STRATEGIES: Final[Mapping[str, Strategy]] = MappingProxyType(
    {
        "conservative": Strategy((("independence", (1.0,)),)),
        "informative": Strategy((("information", (1.0,)),)),
        "dynamic": Strategy((("information", (1.0, 0.0)), ("independence", (0.0, 1.0)))),
    }
)
"""The strategies of the thesis: never less than it can reach alone; wants to know first of all; first the one, then the
other."""


@cache
def strategy_of(text: str) -> Strategy:
    """Read a strategy: a name in `STRATEGIES`, or measures with their weights over time.

    `information 1 0.5 0, opportunity 0 0.5 1` wants to know at first, half way both, and joint plans at the end.

    Raises ValueError, which says what to write.
    """
    if text in STRATEGIES:
        return STRATEGIES[text]
    try:
        rows = [part.split() for part in text.split(",")]
        return Strategy(tuple((name, tuple(float(weight) for weight in weights)) for name, *weights in rows))
    except ValueError as problem:
        raise ValueError(
            f"'strategy' has to be one of {', '.join(STRATEGIES)}, or measures with weights that sum to 1 at any time, "
            f"as in 'information 1 0, independence 0 1', not '{text}': {problem}."
        ) from None


def guaranteed(strategy: Strategy, state: State[Any], left: float) -> float:
    """g_min(s, t) = Σ w_i(t) g_i(s): what the agent is sure of.

    left: share of time left, in [0, 1]. Measures without weight now are not asked for.
    """
    held = ((name, strategy.weight(name, left)) for name, _ in strategy.weights)
    return sum(weight * MEASURES[name](state) for name, weight in held if weight)


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
