"""Graded beliefs about what will happen (thesis, section 5.2): degrees, plans, review, uncertainty.

Nothing here knows Diplomacy. An event is a number; events come in groups of which exactly one happens: the feasible
actions on one resource (5.1), or the feasible next utterances of one dialogue (5.2). Group g's events are
starts[g] to starts[g + 1] - 1, like the codes of `adjudication.batch.LegalOrders`. What is not numbered is infeasible
and has degree 0.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self, TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Beliefs", "ContradictionError"]

Words: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.float64]

_SLACK = 1e-9


class ContradictionError(ValueError):
    """Degrees that no distribution has: outside of [0, 1], or a group that cannot sum to 1."""


@dataclass(frozen=True, eq=False, slots=True)
class Beliefs:
    """A degree in [0, 1] for each event; each group sums to 1 (5.1, 5.2). Raises ContradictionError when built wrong.

    starts: int64 (groups + 1,). degrees: float64 (events,).
    """

    starts: Words
    degrees: Numbers

    def __post_init__(self) -> None:
        if (self.degrees < -_SLACK).any() or (self.degrees > 1 + _SLACK).any():
            raise ContradictionError("a degree is not between 0 and 1")
        totals = self._totals(self.degrees)
        for group in np.flatnonzero(abs(totals - 1) > 1e-6):
            raise ContradictionError(f"the degrees of group {group} sum to {totals[group]:.4g}, not to 1")

    @classmethod
    def even(cls, starts: Words) -> Self:
        """No idea at all: the events of a group are equally likely."""
        sizes = np.diff(starts)
        return cls(starts, np.repeat(1 / np.maximum(sizes, 1), sizes))

    @property
    def groups(self) -> int:
        return len(self.starts) - 1

    def of_group(self, group: int) -> Numbers:
        """The degrees of one group's events."""
        return self.degrees[self.starts[group] : self.starts[group + 1]]

    def of_plan(self, events: Iterable[int]) -> float:
        """B(p) = Π B(a) over the plan's actions (5.3); 1 for the empty plan, 0 for two events of one group."""
        chosen = sorted(set(events))
        groups = np.searchsorted(self.starts, chosen, side="right")
        if len(set(groups.tolist())) < len(chosen):
            return 0.0
        return float(np.prod(self.degrees[chosen])) if chosen else 1.0

    def review(self, news: Mapping[int, float]) -> "Beliefs":
        """The belief review function sigma (definition 18): new degrees stay, the rest of a group is scaled to fit.

        Of all distributions with the new degrees that is the one with minimum relative entropy to the old. Where
        everything else in the group had degree 0, the rest is shared evenly. Groups without news stay as they are.
        Raises ContradictionError when the news of a group exceed 1, or name all its events and do not sum to 1.
        """
        degrees = self.degrees.copy()
        pinned = np.zeros(len(degrees), np.bool_)
        for event, degree in news.items():
            if not 0 <= degree <= 1:
                raise ContradictionError(f"the degree {degree} is not between 0 and 1")
            degrees[event] = degree
            pinned[event] = True
        touched = {int(np.searchsorted(self.starts, event, side="right")) - 1 for event in news}
        for group in touched:
            part = slice(self.starts[group], self.starts[group + 1])
            fixed = pinned[part]
            left = 1 - degrees[part][fixed].sum()
            if left < -_SLACK or (fixed.all() and left > _SLACK):
                raise ContradictionError(f"the news of group {group} sum to {1 - left:.4g}")
            rest = np.where(fixed, 0.0, degrees[part])
            total = rest.sum()
            if total <= 0:
                rest = np.where(fixed, 0.0, 1.0)
                total = max(rest.sum(), 1.0)
            degrees[part] = np.where(fixed, degrees[part], rest * (max(left, 0.0) / total))
        return Beliefs(self.starts, degrees)

    def uncertainty(self) -> float:
        """H(B) (5.6): mean over groups of entropy / ln(events of the group). 0 is certain, 1 is no idea.

        A group with one event is certain.
        """
        return float(np.mean(self.doubts())) if self.groups else 0.0

    def doubts(self) -> Numbers:
        """The uncertainty of each group alone, of which H is the mean: float64 (groups,), each in [0, 1]."""
        entropies = -self._totals(self.degrees * np.log(np.where(self.degrees > 0, self.degrees, 1.0)))
        return np.asarray(entropies / np.log(np.maximum(np.diff(self.starts), 2)), np.float64)

    def _totals(self, values: Numbers) -> Numbers:
        """The sum over each group's events; 0 for a group without any."""
        summed = np.concatenate([[0.0], np.cumsum(values)])
        return np.asarray(np.diff(summed[self.starts]), np.float64)

    def draw(self, samples: int, chance: np.random.Generator) -> Words:
        """Events that happen together, one of each group, groups independent (5.3): int64 (samples, groups)."""
        drawn = np.empty((samples, self.groups), np.int64)
        for group in range(self.groups):
            drawn[:, group] = self.starts[group] + self._draw_group(group, samples, chance)
        return drawn

    def _draw_group(self, group: int, samples: int, chance: np.random.Generator) -> Words:
        summed = np.cumsum(self.of_group(group))
        found = np.searchsorted(summed / summed[-1], chance.random(samples), side="right")
        return np.minimum(found, len(summed) - 1).astype(np.int64)
