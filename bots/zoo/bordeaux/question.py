"""Questions to the strategic core and its answers.

Source: D. Loeb, "Challenges in Playing Multiplayer Games" (Electronic Protocol 298, 1992), "Division of Control" and
"The Strategic Core".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudication.board import STANDARD, Province
from adjudication.orders import Order
from adjudication.position import Position, Unit
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES, Rulebook

__all__ = ["Alliance", "Answer", "Cycle", "NoOrderLeftError", "Plan", "Question", "Strategy", "alone"]


class NoOrderLeftError(ValueError):
    """The constraints leave a unit no move and no hold."""

    def __init__(self, unit: Unit, why: str) -> None:
        super().__init__(f"No order is left for {unit}: {why}. Drop a required or forbidden move, or a zone.")
        self.unit = unit


@dataclass(frozen=True, slots=True)
class Alliance:
    """Powers that plan together, and those whose gains they count as losses."""

    powers: frozenset[Power]
    enemies: frozenset[Power] = frozenset()

    def value(self, values: Mapping[Power, float]) -> float:
        """The members' values, less those of the mortal enemies."""
        # In a fixed order: sums of fractions depend on it.
        own, theirs = ([values[power] for power in sorted(each)] for each in (self.powers, self.enemies))
        return sum(own) - sum(theirs)


def alone(*powers: Power) -> tuple[Alliance, ...]:
    """An alliance for each of these powers."""
    return tuple(Alliance(frozenset({power})) for power in powers)


@dataclass(frozen=True, slots=True)
class Question:
    """A position with its constraints.

    alliances: of the powers concerned; units of all others keep their seed, or hold. width: the number of mutations.
    depth: 2 lets builds and retreats look at the moves after them; movement phases know 1 only. zones: provinces a
    power may not enter. required, forbidden: orders of each power's units. seed: orders to start from. Raises
    ValueError for numbers or alliances that cannot be.
    """

    position: Position
    alliances: tuple[Alliance, ...]
    width: int = 4000
    depth: int = 1
    zones: Mapping[Power, frozenset[Province]] = field(default_factory=dict)
    required: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    forbidden: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    seed: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    rulebook: Rulebook = STANDARD_RULES

    def __post_init__(self) -> None:
        if self.width < 1:
            raise ValueError(f"The width is {self.width}: give at least 1.")
        if self.depth not in (1, 2):
            raise ValueError(f"The depth is {self.depth}: give 1, or 2 for builds and retreats.")
        members = [power for alliance in self.alliances for power in alliance.powers]
        twice = sorted({power for power in members if members.count(power) > 1})
        if twice:
            raise ValueError(f"{twice[0]} is in two alliances: put it into one.")
        unknown = sorted({place for zone in self.zones.values() for place in zone} - set(STANDARD.provinces))
        if unknown:
            raise ValueError(f"There is no province {unknown[0]}: a zone holds codes as BUR.")
        if not members:
            raise ValueError("No power is concerned: name an alliance of one power or more.")


@dataclass(frozen=True, slots=True)
class Plan:
    """Orders of an alliance by power, and their chance."""

    orders: Mapping[Power, tuple[Order, ...]]
    chance: float


@dataclass(frozen=True, slots=True)
class Strategy:
    """Plans of one alliance in a cycle.

    alliance: its index in the question.
    """

    alliance: int
    plans: tuple[Plan, ...]


@dataclass(frozen=True, slots=True)
class Cycle:
    """A cycle the search ended in.

    strategies: of the alliances that change their plans in it. regret: the most that one of them would win by
    another of its plans, in centers: 0 for an exact equilibrium.
    """

    strategies: tuple[Strategy, ...]
    regret: float


@dataclass(frozen=True, slots=True)
class Answer:
    """Best orders and values.

    orders: of each power with units in the position. values: of all powers, expected ones in a cycle. alliances: of
    each alliance. cycle: None for an end in which no alliance was seen to change again. steps: mutations tried.
    """

    orders: Mapping[Power, tuple[Order, ...]]
    values: Mapping[Power, float]
    alliances: tuple[float, ...]
    cycle: Cycle | None = None
    steps: int = 0
