"""HANA decides: it foresees the others, looks for the best plan under its deals, and gives orders.

Thesis, figure 5.1: this module is the interface, sensors and actuators only. What it has seen of the others is in
`bots.hana.remember`, what they may do in `bots.hana.foresee`, the plans in `bots.hana.search`, what they are worth in
`bots.hana.judge`; what comes of it is written down here as orders and as memory.
"""

from dataclasses import dataclass, replace
from functools import cache
from random import Random
from time import monotonic, thread_time
from typing import Final

import numpy as np

from adjudication.batch import decode_order
from adjudication.batch.compiling import compiling_alone
from adjudication.orders import Order
from adjudication.position import opening
from adjudication.rulebook import STANDARD_RULES
from bots.agent import Decision, Memory
from bots.hana.foresee.denials import denials, speaks_against
from bots.hana.foresee.pledges import standing
from bots.hana.foresee.recalling import recalled
from bots.hana.judge.adjusting import adjustments, prospects, retreats
from bots.hana.judge.phase_analysis import phase_analysis_of
from bots.hana.judge.strength import FAST, STANDARD, Strength
from bots.hana.remember.journal import entry
from bots.hana.remember.mind import attitudes_of, from_memory, review
from bots.hana.remember.personality import NEUTRAL, Personality
from bots.hana.remember.rules import RULES, Rules
from bots.hana.search.tables import SOURCES
from bots.hana.search.worth import STANDARD_WEIGHTS, Weights, worth_of_boards
from bots.swarm.playing import play_until, sample_orders
from bots.view import SeatView

__all__ = ["FAST", "STANDARD", "Hana", "Strength", "make_hana", "warm"]

_LATE: Final = 0.5
"""Seconds of waiting for a busy machine after which the search stops though it has not had its processor time."""

_COMPILING: Final = 600.0
"""Seconds for a decision that compiles all on its way, whatever the machine."""


@dataclass(frozen=True, slots=True)
class Hana:
    """HANA without a voice: it keeps deals or breaks them, but makes none. Remembers its mind, what it thinks of the
    others' minds, and its journal of the phase.

    rules: of its world model. model: what it takes the others for, a name in `MINDS`; "" for what they look like.
    """

    personality: Personality = NEUTRAL
    strength: Strength = STANDARD
    weights: Weights = STANDARD_WEIGHTS
    rules: Rules = RULES
    model: str = ""

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """Orders for everything the power must decide, within `seconds` of processor time.

        How long it searches is counted in adjudications; only where the machine is too slow for that does the clock
        stop it, and only then may the same draws give other orders.
        """
        match view.position.phase.kind:
            case "M":
                return self._move(view, memory, rng, seconds)
            case "R":
                return self._written(view, memory, retreats(view, standing(view), rng.getrandbits(48)))
            case "A":
                return self._written(view, memory, adjustments(view, standing(view), rng.getrandbits(48)))

    def _move(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        clock = _Clock(seconds)
        if not view.position.units_of(view.power):
            return Decision((), memory)
        mind = review(from_memory(memory), view, self.personality, self.rules)
        attitudes = attitudes_of(mind, view, self.personality, self.rules)
        strength = replace(self.strength, most=min(int(self.strength.rate * seconds), self.strength.most))
        memory = recalled(view, {**memory, "mind": mind.as_dict()}, rng, strength.foresight, self.model)
        analysis = phase_analysis_of(view, memory, strength, self.weights, self.personality.name)
        deals = standing(view)
        expectation = analysis.expectation(deals, attitudes, over=clock.over)
        orders = tuple(decode_order(code) for code in expectation.orders.values())
        if speaks_against(denied := denials(view, deals), orders):
            expectation = analysis.expectation((*denied, *deals), attitudes, over=clock.over)
            orders = tuple(decode_order(code) for code in expectation.orders.values())
        written = entry(
            view,
            mind,
            self.personality,
            memory,
            planned=orders,
            analysis=analysis,
            expectation=expectation,
            rules=self.rules,
        )
        return Decision(orders, {**memory, "journal": written})

    def _written(self, view: SeatView, memory: Memory, orders: tuple[Order, ...]) -> Decision:
        mind = review(from_memory(memory), view, self.personality, self.rules)
        written = entry(view, mind, self.personality, memory, planned=orders, rules=self.rules)
        return Decision(orders, {**memory, "mind": mind.as_dict(), "journal": written})


class _Clock:
    """Says when the time is over: processor time, or real time on a machine too busy to give it."""

    def __init__(self, seconds: float) -> None:
        self._stops = thread_time() + 0.8 * seconds, monotonic() + seconds + _LATE

    def over(self) -> bool:
        return thread_time() > self._stops[0] or monotonic() > self._stops[1]


def make_hana(
    personality: Personality = NEUTRAL, strength: Strength = STANDARD, rules: Rules = RULES, model: str = ""
) -> Hana:
    """A player ready to decide in time: what the search needs is compiled when this returns."""
    warm()
    return Hana(personality, strength, rules=rules, model=model)


@cache
def warm() -> None:
    """Compile everything a decision needs, or load what was compiled before; once for each process.

    The first time on a machine takes about half a minute, later a second. Of several processes one compiles.
    """
    with compiling_alone(*SOURCES):
        for strength in (
            Strength(most=64, foresight=64),
            Strength(most=64, foresight=64, net="standard", lookahead_plans=2),
        ):
            Hana(strength=strength).decide(SeatView("FRA", opening(), STANDARD_RULES), {}, Random(0), _COMPILING)
        prospects(opening(), "FRA", 0)
        boards, outcomes = play_until(opening(), sample_orders(opening(), 1, 0), 2, np.ones((1, 1), np.uint64))
        worth_of_boards(boards, outcomes, "FRA")
