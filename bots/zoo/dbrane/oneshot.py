"""The one-shot game of D-Brane: force on each center in one turn.

Source: D. de Jonge, C. Sierra, "D-Brane: a diplomacy playing agent for automated negotiations research", appendix B,
definitions 9 to 16; the names of its predicates are kept. A unit is named by the province that it stands in. The
appendix has one graph of provinces for all units; here every unit has the neighbours of its kind and coast.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final, TypeAlias

from adjudication.board import STANDARD, Province
from adjudication.facts import reachable_provinces
from adjudication.position import Position
from adjudication.powers import Power

__all__ = ["DipOrder", "MoveTo", "OneShot", "Profile", "SupportOf", "compatible"]

HOLDING: Final = 1.5
MOVING: Final = 1.0


@dataclass(frozen=True, slots=True, order=True)
class MoveTo:
    """The unit goes to the province.

    It holds where that is its own.
    """

    unit: Province
    target: Province

    @property
    def holds(self) -> bool:
        """True if the unit stays in its place."""
        return self.unit == self.target


@dataclass(frozen=True, slots=True, order=True)
class SupportOf:
    """The unit supports another one, wherever that goes."""

    unit: Province
    supported: Province


DipOrder: TypeAlias = MoveTo | SupportOf
Profile: TypeAlias = Collection[DipOrder]
"""Orders of all players; at most one a unit."""


@dataclass(frozen=True)
class OneShot:
    """The game of one configuration of units."""

    position: Position

    @cached_property
    def near(self) -> Mapping[Province, frozenset[Province]]:
        """Provinces next to each unit, by its place."""
        return {unit.province: reachable_provinces(unit.kind, unit.region) for unit in self.position.units}

    def valid(self, profile: Profile, support: SupportOf) -> bool:
        """True if a support is valid (definition 11).

        The supported unit goes to, or holds, a place next to the supporter.
        """
        return any(
            isinstance(order, MoveTo)
            and order.unit == support.supported
            and order.target in self.near[support.unit]
            and support.unit != support.supported
            for order in profile
        )

    @staticmethod
    def cut(profile: Profile, unit: Province) -> bool:
        """True if a support by this unit is cut (definition 12).

        Somebody moves to its place.
        """
        return any(isinstance(order, MoveTo) and order.target == unit != order.unit for order in profile)

    def successful_supports(self, profile: Profile, unit: Province) -> frozenset[SupportOf]:
        """Valid supports of the unit that are not cut (definition 13)."""
        return frozenset(
            order
            for order in profile
            if isinstance(order, SupportOf)
            and order.supported == unit
            and self.valid(profile, order)
            and not self.cut(profile, order.unit)
        )

    def force(self, profile: Profile, unit: Province, province: Province) -> float:
        """Force of a unit on a province (definition 14)."""
        if MoveTo(unit, province) not in profile:
            return 0.0
        supports = len(self.successful_supports(profile, unit))
        return (HOLDING if unit == province else MOVING) + supports

    def conquers(self, profile: Profile, power: Power, province: Province) -> bool:
        """True if a power conquers a province (definition 15).

        One of its units has more force there than any other unit.
        """
        forces = {unit.province: self.force(profile, unit.province, province) for unit in self.position.units}
        return any(
            all(forces[unit.province] > force for other, force in forces.items() if other != unit.province)
            and forces[unit.province] > 0
            for unit in self.position.units_of(power)
        )

    def utility(self, profile: Profile, power: Power) -> int:
        """Number of supply centers that a power conquers (formula 5)."""
        return sum(self.conquers(profile, power, center) for center in STANDARD.centers)

    def involved(self, power: Power, province: Province) -> frozenset[Province]:
        """Units of a power that are involved in a province (definition 16).

        They may go there, support into it, or cut a support into it.
        """

        def is_near(unit: Province) -> bool:
            return unit == province or province in self.near[unit]

        mine = {unit.province for unit in self.position.units_of(power)}
        rivals = {unit.province for unit in self.position.units if unit.power != power and is_near(unit.province)}
        return frozenset(unit for unit in mine if is_near(unit) or self.near[unit] & rivals)


def compatible(one: Iterable[DipOrder], other: Iterable[DipOrder]) -> bool:
    """True if no unit has two orders (formula 6)."""
    orders: dict[Province, DipOrder] = {}
    return all(orders.setdefault(order.unit, order) == order for order in (*one, *other))
