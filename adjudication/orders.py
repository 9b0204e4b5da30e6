"""Orders as values: what a power wrote, not yet whether it is legal or what became of it.

An order names its unit the way players do, by kind and region, without the power: who wrote it is
known from where it came. `adjudication.notation` turns text into these and back.
"""

from dataclasses import dataclass
from typing import TypeAlias

from adjudication.board import Province, Region, UnitKind

__all__ = [
    "AdjustmentOrder",
    "Build",
    "Convoy",
    "Disband",
    "Hold",
    "Move",
    "MovementOrder",
    "Order",
    "Remove",
    "Retreat",
    "RetreatOrder",
    "Support",
    "UnitOrder",
    "Waive",
]


@dataclass(frozen=True, slots=True)
class Hold:
    """`A PAR H`"""

    kind: UnitKind
    region: Region


@dataclass(frozen=True, slots=True)
class Move:
    """`A PAR - BUR`, or `A PAR - BUR VIA` to insist on the sea way. A fleet's target may name a coast."""

    kind: UnitKind
    region: Region
    target: Region
    via: bool = False


@dataclass(frozen=True, slots=True)
class Support:
    """`A PAR S A MAR` (target None: to hold) or `A PAR S A MAR - BUR`."""

    kind: UnitKind
    region: Region
    supported_kind: UnitKind
    supported: Region
    target: Region | None = None


@dataclass(frozen=True, slots=True)
class Convoy:
    """`F NTH C A LON - BEL`: the fleet in `region` carries the army in `army` to `target`."""

    kind: UnitKind
    region: Region
    army: Province
    target: Province


@dataclass(frozen=True, slots=True)
class Retreat:
    """`A PAR - GAS` in a retreat phase."""

    kind: UnitKind
    region: Region
    target: Region


@dataclass(frozen=True, slots=True)
class Disband:
    """`DISBAND A PAR` in a retreat phase: the dislodged unit leaves the board."""

    kind: UnitKind
    region: Region


@dataclass(frozen=True, slots=True)
class Build:
    """`BUILD F STP/NC` in an adjustment phase."""

    kind: UnitKind
    region: Region


@dataclass(frozen=True, slots=True)
class Remove:
    """`REMOVE A PAR` in an adjustment phase."""

    kind: UnitKind
    region: Region


@dataclass(frozen=True, slots=True)
class Waive:
    """`WAIVE`: leave one build unused."""


MovementOrder: TypeAlias = Hold | Move | Support | Convoy
RetreatOrder: TypeAlias = Retreat | Disband
AdjustmentOrder: TypeAlias = Build | Remove | Waive
UnitOrder: TypeAlias = MovementOrder | RetreatOrder | Build | Remove
Order: TypeAlias = UnitOrder | Waive
