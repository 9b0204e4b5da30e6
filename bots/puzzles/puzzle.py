"""A puzzle as data, and the text of its goal."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from adjudication.names import place_name
from adjudication.notation import format_order
from adjudication.orders import Order
from adjudication.position import Position, position_as_dict, position_from_dict
from adjudication.powers import POWER_NAMES
from adjudication.written import parse_written
from bots.puzzles.goal import Goal

__all__ = ["THEMES", "Puzzle", "task_of"]

THEMES: Final[Mapping[str, tuple[str, str]]] = {
    "take": ("Win a center", "Own one more center after the fall, whatever they do."),
    "force": ("Drive a unit out", "Get into a place that another power's unit holds."),
    "keep": ("Defend a center", "Lose nothing, whatever they do."),
    "stop": ("Stop a solo", "A rival is about to own 18 centers."),
    "deal": ("Find the deal", "What another power would sign that wins you a center."),
    "cut": ("Cut a support", "Attack a unit so that its support fails."),
    "guard": ("Guard a helper", "Support a unit of your own where it stands."),
    "standoff": ("Bounce on purpose", "Two of your own units meet, and nobody gets in."),
    "convoy": ("By sea", "A fleet carries an army."),
    "two": ("Two units", "Two orders that work together."),
    "three": ("Three units", "Three orders that work together."),
    "four": ("Four units", "Four orders that work together."),
    "five": ("Five units", "Five orders of two powers that work together."),
    "six": ("Six units", "Six orders of two powers that work together."),
    "one": ("One order", "One order among many is right."),
}
"""By name: title, and what it is about."""


@dataclass(frozen=True)
class Puzzle:
    """Orders to find.

    key: its name. answers: the smallest order sets that are proven, those of the same effect together; the first is
    shown; those of a deal have orders of both sides. difficulty: 1 to 5, guessed. replies: combinations tried against
    the first answer. source: batch and game it comes from.
    """

    key: str
    position: Position
    goal: Goal
    answers: tuple[tuple[Order, ...], ...]
    themes: tuple[str, ...]
    difficulty: int
    replies: int
    source: str

    @property
    def answer(self) -> tuple[Order, ...]:
        """The order set that is shown as the solution."""
        return self.answers[0]

    def as_dict(self) -> dict[str, Any]:
        """The JSON form, short: it is kept by the hundred."""
        position = position_as_dict(self.position)
        return {
            "key": self.key,
            "phase": position["phase"],
            "units": ",".join(position["units"]),
            "centers": {power: " ".join(places) for power, places in position["centers"].items()},
            "goal": self.goal.as_dict(),
            "answers": [[format_order(order) for order in one] for one in self.answers],
            "themes": list(self.themes),
            "difficulty": self.difficulty,
            "replies": self.replies,
            "source": self.source,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Puzzle":
        """Read the JSON form. Raises KeyError, ValueError or ImpossiblePosition."""
        position = position_from_dict(
            {
                "phase": data["phase"],
                "units": data["units"].split(","),
                "centers": {power: places.split() for power, places in data["centers"].items()},
            }
        )
        return cls(
            data["key"],
            position,
            Goal.from_dict(data["goal"]),
            tuple(tuple(_order(text) for text in one) for one in data["answers"]),
            tuple(data["themes"]),
            data["difficulty"],
            data["replies"],
            data["source"],
        )


def _order(text: str) -> Order:
    order = parse_written(text, "M")
    if order is None:
        raise ValueError(f"'{text}' is not an order in its written form")
    return order


def task_of(goal: Goal, position: Position) -> str:
    """The task in words."""
    place = place_name(goal.place) if goal.place else ""
    there = position.unit_at(goal.place) if goal.place else None
    match goal.kind:
        case "take":
            return f"Win {place} this fall."
        case "force":
            whose = POWER_NAMES[there.power] if there else "the other power"
            kind = "fleet" if there and there.kind == "F" else "army"
            return f"Get into {place}, where the {kind} of {whose} stands."
        case "keep":
            return f"Keep {place} this fall."
        case "stop":
            assert goal.rival is not None  # noqa: S101 - a goal of this kind has one
            count = len(position.centers_of(goal.rival))
            return f"{POWER_NAMES[goal.rival]} owns {count} centers. Keep it below 18 this fall."
        case "deal":
            assert goal.partner is not None  # noqa: S101 - a deal has one
            return f"Make a deal with {POWER_NAMES[goal.partner]} that wins you {place} this fall."
