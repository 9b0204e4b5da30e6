"""Goals of puzzles, as values."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias, cast, get_args

from adjudication.board import STANDARD, Province, province_of
from adjudication.options import legal_orders
from adjudication.orders import Move, Order, Waive
from adjudication.position import Position
from adjudication.powers import Power, as_power

__all__ = ["NEAR_A_SOLO", "VICTORY", "Goal", "GoalKind", "by_power", "goal_places"]

GoalKind: TypeAlias = Literal["take", "force", "keep", "stop", "deal"]

VICTORY: Final = 18
NEAR_A_SOLO: Final = 16


@dataclass(frozen=True, slots=True)
class Goal:
    """A result to make sure of, whatever the others order.

    take: a unit of `power` stands in the center `place` after a fall's moves. force: a unit of it stands where a
    foreign one stood. keep: no other power gets its center `place` in this fall, by a move or by a retreat. stop:
    `rival` does not own 18 centers after this fall. deal: `power` takes `place`, and `partner` takes `other`.

    partner: the power whose units are ordered, too; it may also help to take a center.
    """

    kind: GoalKind
    power: Power
    place: Province = ""
    rival: Power | None = None
    # Not in the repr: keys of puzzles are made of that.
    partner: Power | None = field(default=None, repr=False)
    other: Province = field(default="", repr=False)

    @property
    def sides(self) -> tuple[Power, ...]:
        """Powers whose units are ordered; all others work against them."""
        return (self.power, self.partner) if self.partner else (self.power,)

    @property
    def halves(self) -> tuple["Goal", "Goal"]:
        """Goals of both sides of a deal, each helped by the other."""
        assert self.partner is not None  # noqa: S101 - a deal has one
        return (
            Goal("take", self.power, self.place, partner=self.partner),
            Goal("take", self.partner, self.other, partner=self.power),
        )

    def as_dict(self) -> dict[str, str]:
        """The JSON form; a field that says nothing is left out."""
        data = {
            "kind": self.kind,
            "power": self.power,
            "place": self.place,
            "rival": self.rival or "",
            "partner": self.partner or "",
            "other": self.other,
        }
        return {name: value for name, value in data.items() if value}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Goal":
        """Read the JSON form. Raises KeyError or ValueError."""
        kind = data["kind"]
        if kind not in get_args(GoalKind):
            raise ValueError(f"'{kind}' is not a goal; it is {', '.join(get_args(GoalKind)[:-1])} or deal")
        rival = as_power(data["rival"]) if data.get("rival") else None
        partner = as_power(data["partner"]) if data.get("partner") else None
        if kind == "deal" and not (partner and data.get("other")):
            raise ValueError("a deal needs a partner and what it gets")
        return cls(
            cast(GoalKind, kind), as_power(data["power"]), data.get("place", ""), rival, partner, data.get("other", "")
        )


def goal_places(goal: Goal, position: Position) -> frozenset[Province]:
    """Places where the goal is decided.

    To stop a solo: every center that a unit of the rival could win, and its own centers with a foreign unit; ways by
    sea count.
    """
    if goal.kind != "stop":
        return frozenset(filter(None, (goal.place, goal.other)))
    open_centers = {center for center in STANDARD.centers if position.centers.get(center) != goal.rival}
    near = {unit.province for unit in position.units if unit.power == goal.rival}
    for orders in legal_orders(position, cast(Power, goal.rival)).values():
        near |= {province_of(order.target) for order in orders if isinstance(order, Move)}
    occupied = {unit.province for unit in position.units if unit.power != goal.rival}
    return frozenset(open_centers & near | occupied & set(STANDARD.centers) - open_centers)


def by_power(position: Position, orders: Iterable[Order]) -> dict[Power, list[Order]]:
    """Orders by the power whose unit each is for."""
    found: dict[Power, list[Order]] = {}
    for order in orders:
        unit = None if isinstance(order, Waive) else position.unit_at(province_of(order.region))
        if unit is not None:
            found.setdefault(unit.power, []).append(order)
    return found
