"""Foresight's memory between calls: guess of minds, and phase seed.

The seed makes talk and orders of one phase think the same thoughts, whichever process is asked.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, Final

from adjudication.powers import POWERS, Power
from bots.agent import Memory
from bots.hana.foresee.lately import lately_of
from bots.hana.foresee.minds import foresee, learn
from bots.hana.foresee.prior import MINDS, taken_for
from bots.hana.search.problem import Movement
from bots.view import SeatView

__all__ = ["guess_in", "recalled"]

_MEMORY_PHASES: Final = 6
"""Movement phases that a bot without memory learns from."""


def recalled(view: SeatView, memory: Memory, rng: Random, foresight: int, model: str = "") -> Memory:
    """The memory with what is needed to think of this movement phase: "minds", after every movement phase so far,
    "seen", the last of these, and "seed", this phase's own. Doing it twice changes nothing.

    foresight: adjudications for each power's own plans. model: the mind it takes all others for without
    learning; "" to learn.
    """
    phase = str(view.position.phase)
    match memory.get("seed"):
        case [str(kept), int(seed)] if kept == phase:
            pass
        case _:
            seed = rng.getrandbits(48)
    minds, seen = (taken_for(model), "") if model else _learned(view, memory, foresight)
    return {**memory, "minds": minds, "seen": seen, "seed": [phase, seed]}


def _learned(view: SeatView, memory: Memory, effort: int) -> tuple[dict[Power, list[float]], str]:
    """Guess of minds after the movement phases not yet in memory.

    Also the name of the last one learned from.
    """
    guess = guess_in(memory)
    moved = [past for past in view.history if past.position.phase.kind == "M"]
    names = [str(past.position.phase) for past in moved]
    seen = memory.get("seen")
    fresh = moved[names.index(seen) + 1 :] if seen in names else moved
    for past in fresh[-_MEMORY_PHASES:]:
        before = moved[: names.index(str(past.position.phase))]
        foresight = foresee(Movement.of(past.position, view.rulebook), effort, lately=lately_of(before))
        guess = learn(guess, past, view.power, foresight)
    return guess, names[-1] if names else ""


def guess_in(memory: Mapping[str, Any]) -> dict[Power, list[float]]:
    """The guess in memory; what does not look like one is not there."""
    minds = memory.get("minds")
    if not isinstance(minds, dict):
        return {}
    return {
        power: [float(value) for value in minds[power]]
        for power in POWERS
        if _is_numbers(minds.get(power)) and len(minds[power]) == len(MINDS)
    }


def _is_numbers(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, int | float) for each in value)
