"""Goals of puzzles, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, cast

from adjudication.board import STANDARD, Province, province_of
from adjudication.options import legal_orders
from adjudication.orders import Move
from adjudication.position import Position
from adjudication.powers import Power, as_power

__all__ = ["NEAR_A_SOLO", "VICTORY", "Goal", "GoalKind", "goal_places"]

GoalKind: TypeAlias = Literal["take", "force", "keep", "stop"]

VICTORY: Final = 18
NEAR_A_SOLO: Final = 16


@dataclass(frozen=True, slots=True)
class Goal:
    """A result to make sure of, whatever the others order.

    take: a unit of `power` stands in the center `place` after a fall's moves. force: a unit of it stands where a
    foreign one stood. keep: no other power gets its center `place` in this fall, by a move or by a retreat. stop:
    `rival` does not own 18 centers after this fall.
    """

    kind: GoalKind
    power: Power
    place: Province = ""
    rival: Power | None = None

    def as_dict(self) -> dict[str, str]:
        """The JSON form; a field that says nothing is left out."""
        data = {"kind": self.kind, "power": self.power, "place": self.place, "rival": self.rival or ""}
        return {name: value for name, value in data.items() if value}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Goal":
        """Read the JSON form. Raises KeyError or ValueError."""
        kind = data["kind"]
        if kind not in ("take", "force", "keep", "stop"):
            raise ValueError(f"'{kind}' is not a goal; it is take, force, keep or stop")
        rival = as_power(data["rival"]) if data.get("rival") else None
        return cls(cast(GoalKind, kind), as_power(data["power"]), data.get("place", ""), rival)


def goal_places(goal: Goal, position: Position) -> frozenset[Province]:
    """Places where the goal is decided.

    To stop a solo: every center that a unit of the rival could win, and its own centers with a foreign unit; ways by
    sea count.
    """
    if goal.kind != "stop":
        return frozenset((goal.place,))
    open_centers = {center for center in STANDARD.centers if position.centers.get(center) != goal.rival}
    near = {unit.province for unit in position.units if unit.power == goal.rival}
    for orders in legal_orders(position, cast(Power, goal.rival)).values():
        near |= {province_of(order.target) for order in orders if isinstance(order, Move)}
    occupied = {unit.province for unit in position.units if unit.power != goal.rival}
    return frozenset(open_centers & near | occupied & set(STANDARD.centers) - open_centers)
