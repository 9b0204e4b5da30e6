"""Bots that misbehave, for the arena to survive: named `tests.bots.strange:Class` in `--seats`."""

from random import Random

from adjudication.orders import Hold
from bots.agent import Decision, Memory
from bots.view import SeatView


class Crasher:
    """Raises in every phase."""

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        raise RuntimeError("no idea")


class Cheat:
    """Orders a unit it does not have, and one it has."""

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        foreign = next(unit for unit in view.position.units if unit.power != view.power)
        own = view.position.units_of(view.power)
        holds = [Hold(unit.kind, unit.region) for unit in own[:1]] if view.position.phase.kind == "M" else []
        return Decision((Hold(foreign.kind, foreign.region), *holds))


class Sleeper:
    """Never answers."""

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        while True:
            pass


class Counter:
    """Holds, and remembers how often it was asked; fails when its memory or the history does not add up."""

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        phases = [str(past.position.phase) for past in view.history]
        assert memory.get("phases", []) == [phase for phase in phases if phase.endswith("M")]
        seen = [*memory.get("phases", [])]
        if view.position.phase.kind != "M":
            return Decision((), {"phases": seen})
        units = view.position.units_of(view.power)
        return Decision(
            tuple(Hold(unit.kind, unit.region) for unit in units),
            {"phases": [*seen, str(view.position.phase)]},
        )


class NoBot:
    """Not a bot at all."""
