"""Scene to draw: a position, its orders, and the viewer's display options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from adjudication.board import Province
from adjudication.orders import Order
from adjudication.outcomes import Outcome
from adjudication.position import Position
from adjudication.powers import Power

__all__ = ["Labels", "Scene"]

Labels: TypeAlias = Literal["short", "long", "none"]


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything one picture of the board shows.

    position: the board at the start of the phase that is shown.
    orders: what was written and is not decided yet, by power; give only what the viewer may know.
    outcomes: what became of the orders of this phase, once decided; they are drawn with their fate.
    memory: outcomes of the turn before, drawn thin beneath everything else: the viewer's own in colour, those near
        the viewer grey, the others faint.
    viewer: the power that looks, if any; its own units carry the class `own`.
    labels: province codes, full names, or nothing.
    hatching: a hatch per power over its tint, and its letter on every center.
    lands: who holds a land without a center, where the caller knows better than the position tells.
    title: the accessible name of the picture.
    """

    position: Position
    orders: Mapping[Power, Sequence[Order]] = field(default_factory=dict)
    outcomes: Sequence[Outcome] = ()
    memory: Sequence[Outcome] = ()
    viewer: Power | None = None
    labels: Labels = "short"
    hatching: bool = False
    lands: Mapping[Province, Power] | None = None
    title: str = ""
