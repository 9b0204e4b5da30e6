"""The negotiation state and its measures (thesis, definition 24, equations 5.7 to 5.10), over options of any kind."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeAlias, TypeVar

__all__ = ["MEASURES", "Measure", "State", "rank_options"]

Option = TypeVar("Option", bound=Hashable)
Option_contra = TypeVar("Option_contra", bound=Hashable, contravariant=True)


class State(Protocol[Option_contra]):
    """A negotiation state s = <agent, world, time, B, D, I, plan ranking> (definition 24), as far as options go.

    Every measure is in [0, 1]; higher is better. A state is a snapshot: it never changes.
    """

    def information(self) -> float:
        """f_H (5.7): the most certain that a ranked plan would make the agent, max of 1 - H(sigma(B, p))."""
        ...

    def independence(self) -> float:
        """f_UC (5.8): the expected utility of the best complete plan of its own."""
        ...

    def opportunity(self) -> float:
        """f_UJ (5.9): the expected utility of the best joint plan."""
        ...

    def confidence(self) -> float:
        """f_C (5.10): the greatest confidence in a ranked plan, max of C(B, p)."""
        ...

    def after(self, option: Option_contra) -> "State[Option_contra]":
        """next(s, δ): the state expected once the option is agreed on."""
        ...


Measure: TypeAlias = Callable[[State[Any]], float]

MEASURES: Final[Mapping[str, Measure]] = MappingProxyType(
    {
        "information": lambda state: state.information(),
        "independence": lambda state: state.independence(),
        "opportunity": lambda state: state.opportunity(),
        "confidence": lambda state: state.confidence(),
    }
)
"""The four measures by name; strategies are combinations of them."""


def rank_options(state: State[Option], options: Iterable[Option], measure: Measure) -> list[tuple[float, Option]]:
    """The option ranking O(δ) = f(next(s, δ)) (section 5.4), best first; equals as given."""
    ranked = [(measure(state.after(option)), option) for option in options]
    return sorted(ranked, key=lambda each: -each[0])
