"""The contract between the game and a bot.

A bot is a function of what its seat may see, what it remembered, a source of chance and the time
it may take. It keeps no globals; its memory survives JSON; the same seed gives the same game.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol, TypeAlias

from adjudication.orders import Order
from bots.view import SeatView

__all__ = ["Agent", "Decision", "Memory"]

Memory: TypeAlias = Mapping[str, Any]
"""A bot's memory between phases: JSON values only. A new game starts with `{}`."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The orders a bot gives for the phase it was shown, and what it wants to remember."""

    orders: tuple[Order, ...]
    memory: Memory = field(default_factory=dict)


class Agent(Protocol):
    """A bot. Instances hold settings only, never state of a game."""

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders for every unit of `view.power` that needs one in this phase, within `seconds`.

        All chance must come from `rng`. Orders that are missing or illegal become holds (or the
        phase's default), so an agent cannot break a game.
        """
        ...
