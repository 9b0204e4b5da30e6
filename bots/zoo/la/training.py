"""Learning by temporal differences in games against itself.

A decision is worth the sum of the weights of its patterns. Its target is the centers won until the next decision and,
discounted, what that one is worth: TD(lambda), with the returns of a whole game taken after it. All seven seats learn
into one table. A draw of doubt on every order keeps them trying.

The source gives no numbers: all of these are ours.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from adjudication.engine import adjudicate
from adjudication.options import must_decide
from adjudication.orders import Order
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import EDITIONS
from adjudication.victory import verdict
from bots.chance import stream
from bots.game_terms import usual
from bots.view import SeatView
from bots.zoo.la.agent import pattern_bot
from bots.zoo.la.patterns import option_patterns, sight
from bots.zoo.la.weights import Weights

__all__ = ["Step", "learn", "self_play"]

_RATE: Final = 0.12
"""Part of its error that a decision's worth is mended by, at first."""

_SLOWS: Final = 250
"""Games after which the rate is half."""

_TRACE: Final = 0.7
_DISCOUNT: Final = 0.9
_DOUBT: Final = 0.25
"""Standard deviation of the doubt at first, in centers; it falls as the rate does."""

_KEPT: Final = 2
_UNTIL: Final = 1907
_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class Step:
    """A decision.

    patterns: those it matched. centers: those owned when it was made.
    """

    patterns: tuple[int, ...]
    centers: int


def self_play(weights: Weights, number: int, seed: int) -> dict[Power, list[Step]]:
    """Play game `number` against itself; give each seat's decisions.

    The last step of each is the end.
    """
    rulebook = EDITIONS[usual("edition")]
    doubts = stream(seed, "la", number, "doubt")
    size = _DOUBT / (1 + number / _SLOWS)
    bot = pattern_bot(weights.tolist(), _KEPT, lambda: doubts.gauss(0.0, size))
    position, steps = opening(), {power: list[Step]() for power in POWERS}
    while position.phase.year <= _UNTIL and verdict(position, rulebook) is None:
        orders: dict[Power, Sequence[Order]] = {}
        for power in POWERS:
            if must_decide(position, power):
                view = SeatView(power, position, rulebook)
                given = bot.decide(view, {}, stream(seed, "la", number, power, position.phase), _SECONDS).orders
                orders[power] = given
                steps[power].append(_step(position, power, given))
        position = adjudicate(position, orders, rulebook).next
    for power in POWERS:
        steps[power].append(Step((), len(position.centers_of(power))))
    return steps


def _step(position: Position, power: Power, orders: Sequence[Order]) -> Step:
    return Step(tuple(option_patterns(sight(position, power), orders)), len(position.centers_of(power)))


def learn(weights: Weights, steps: Sequence[Step], number: int) -> None:
    """Move the weights of a seat's patterns towards their targets, in place."""
    rate = _RATE / (1 + number / _SLOWS)
    worths = [float(weights[list(step.patterns)].sum()) if step.patterns else 0.0 for step in steps]
    for step, worth, target in zip(steps, worths, _targets(steps, worths), strict=False):
        np.add.at(weights, list(step.patterns), rate * (target - worth) / len(step.patterns))


def _targets(steps: Sequence[Step], worths: Sequence[float]) -> Iterator[float]:
    """The lambda-returns of all decisions but the end, in centers."""
    found: list[float] = []
    after = 0.0
    for index in range(len(steps) - 2, -1, -1):
        won = steps[index + 1].centers - steps[index].centers
        after = won + _DISCOUNT * ((1 - _TRACE) * worths[index + 1] + _TRACE * after)
        found.append(after)
    return reversed(found)
