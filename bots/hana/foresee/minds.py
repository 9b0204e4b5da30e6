"""Foresee the others' orders by a mixture of simple minds.

Each power's mixture is learned from its orders.

Nobody's mind is known. `MINDS` lists what a power could be like; each power starts with the chances in `PRIOR`
and is judged anew after each movement phase by how well each mind foresaw its orders (Bayes' rule, softened by
`_SHARPNESS`, since the orders of one phase are not independent of each other).

The mixture gives two things: samples of the others' orders, power by power as whole plans so that a support comes with
its move, and beliefs: the degree of each single order in those samples (`Beliefs`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import exp
from random import Random
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import encode_orders
from adjudication.encoding import Codes
from adjudication.orders import Order
from adjudication.powers import POWERS, Power
from bots.hana.beliefs import Beliefs
from bots.hana.foresee.lately import NOTHING_LATELY, Lately
from bots.hana.foresee.learnt import orders_learnt
from bots.hana.foresee.prior import MINDS, PRIOR_LOGS
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import Movement
from bots.swarm.playing import sample_orders
from bots.view import PastPhase

__all__ = ["Foresight", "Guess", "Simple", "ask_simple_minds", "foresee", "learn", "shares_of"]

Numbers: TypeAlias = npt.NDArray[np.float64]
Words: TypeAlias = npt.NDArray[np.int64]

Guess: TypeAlias = Mapping[Power, Sequence[float]]
"""By power, the natural logarithm of each mind's weight, in the order of MINDS; powers not named have the prior."""


_SHARPNESS: Final = 0.8
"""1 would take the orders of a phase as independent evidence, 0 would learn nothing."""
_FORGET: Final = 0.9
"""Share of the evidence kept from phase to phase, so that changes are noticed."""
_DOUBTS: Final = np.array([[0.02 if mind == "learnt" else 0.15] for mind in MINDS])
"""Share of every mind's foresight that is spread evenly over a unit's orders: the learnt one knows how sure it is."""
_EFFORT, _FEWEST, _MOST = 300, 3, 5
"""Adjudications of one of a planner's searches, and how many searches there are at least and at most: many short ones
that know little tell more of what a planner may do than the best plans of a long one, which are much alike."""
_PROFILES: Final = 6
"""Orders of the others that such a search knows."""
_LOTS: Final = np.array([0.5, 0.1, 0.4])
"""Shares of greedy, random and planned orders among them."""
_SEEDS: Final = 8
"""Greedy plans that it begins with."""


_SEED: Final = 1901
"""Foresight of a position is the same for everybody; chance enters only with the draws from it."""


@dataclass(frozen=True, eq=False)
class Foresight:
    """Orders of each mind in a movement phase.

    int32 (minds, samples, units); each power's orders of a sample form one plan.
    """

    phase: Movement
    orders: npt.NDArray[np.int32]
    learnt: Numbers
    """By legal order, how likely the learnt mind finds it: float64 (orders,)."""

    @property
    def plans(self) -> Codes:
        """All order sets of all minds one after another: int32 (minds * samples, units)."""
        return self.orders.reshape(-1, self.orders.shape[2])

    @cached_property
    def numbers(self) -> Words:
        """The plans, each order as its number among the legal orders of the board: int64 (minds * samples, units)."""
        legal, plans = self.phase.legal, self.plans
        units = range(plans.shape[1])
        numbers = [legal.starts[unit] + np.searchsorted(legal.of(unit), plans[:, unit]) for unit in units]
        return np.stack(numbers, axis=1).astype(np.int64)

    @cached_property
    def degrees(self) -> Numbers:
        """By mind and legal order, how likely it is; smoothed by `_DOUBTS`: float64 (minds, orders)."""
        minds, samples, _ = self.orders.shape
        starts = self.phase.legal.starts
        seen = [
            np.bincount(self.numbers[mind * samples :][:samples].ravel(), minlength=int(starts[-1]))
            for mind in range(minds)
        ]
        shares = np.stack(seen) / samples
        shares[MINDS.index("learnt")] = self.learnt
        sizes = np.diff(starts)
        return np.asarray((1 - _DOUBTS) * shares + _DOUBTS / np.repeat(sizes, sizes), np.float64)

    def draw(self, guess: Guess, samples: int, rng: Random) -> Words:
        """Plan each power follows in each sample: int64 (samples, powers)."""
        drawn = np.zeros((samples, len(POWERS)), np.int64)
        available = self.orders.shape[1]
        chance = np.random.default_rng(rng.getrandbits(64))
        for number, power in enumerate(POWERS):
            # Shares are dealt out, not drawn: fewer samples are needed for the same likeness.
            marks = (np.arange(samples) + chance.random()) / samples
            minds = np.searchsorted(np.cumsum(shares_of(guess, power)), marks).clip(max=len(MINDS) - 1)
            drawn[:, number] = chance.permutation(minds) * available + chance.integers(available, size=samples)
        return drawn

    def profiles(self, guess: Guess, samples: int, rng: Random) -> Codes:
        """Order sets drawn from the mixture: int32 (samples, units).

        Each power's come from one mind at a time.
        """
        return self.profiles_of(self.draw(guess, samples, rng))

    def profiles_of(self, drawn: Words) -> Codes:
        """The order sets that were drawn: int32 (samples, units)."""
        columns = np.arange(self.phase.boards.width)
        return self.plans[drawn[:, self.phase.boards.powers[0]], columns]

    def beliefs(self, guess: Guess) -> Beliefs:
        """The degree of every legal order of every unit (5.1): its share in the mixture."""
        shares = np.array([shares_of(guess, power) for power in POWERS])
        starts = self.phase.legal.starts
        by_order = np.repeat(shares[self.phase.boards.powers[0]], np.diff(starts), axis=0)
        return Beliefs(starts, np.asarray((self.degrees.T * by_order).sum(axis=1), np.float64))

    def likelihood(self, power: Power, given: Codes) -> list[float]:
        """By mind, the mean logarithm over the power's units of how likely it found what was ordered.

        given: int32 (units,). An order outside of the legal codes says nothing.
        """
        logs = np.zeros(len(MINDS))
        for column in map(int, self.phase.columns_of(power)):
            found = np.flatnonzero(self.phase.legal.of(column) == given[column])
            if len(found):
                logs += np.log(self.degrees[:, self.phase.legal.starts[column] + found[0]])
        return [float(value) for value in logs]


class Simple(NamedTuple):
    """Orders of all minds but the learnt one, and losses.

    orders: int32 (minds, samples, units). losses: float64 (orders,), as `_plans_against` tells them.
    """

    orders: npt.NDArray[np.int32]
    losses: Numbers


@lru_cache(maxsize=16)
def foresee(phase: Movement, effort: int = 480, samples: int = 48, lately: Lately = NOTHING_LATELY) -> Foresight:
    """Ask every mind what it would do.

    effort: adjudications for each power's own plans. lately: what was done before this phase.
    """
    simple = ask_simple_minds(phase, effort, samples)
    greedy, planner = simple.orders[:2]
    luck = np.random.default_rng(_SEED).random((samples, phase.boards.width))
    learnt, chances = orders_learnt(phase, greedy, planner, simple.losses, lately, luck)
    return Foresight(phase, np.concatenate([simple.orders, learnt[np.newaxis]]), chances)


@lru_cache(maxsize=16)
def ask_simple_minds(phase: Movement, effort: int, samples: int) -> Simple:
    """Ask all minds but the learnt one."""
    rng = Random(_SEED)
    legal, width = phase.legal, phase.boards.width
    greedy = sample_orders(phase.position, samples, rng.getrandbits(48))
    chance = np.random.default_rng(rng.getrandbits(64))
    random = np.stack([chance.choice(legal.of(column), samples) for column in range(width)], axis=1)
    still = np.repeat(np.array([legal.of(column)[:1] for column in range(width)], np.int32).reshape(1, -1), samples, 0)
    plans, losses = _plans_against(phase, greedy, random, effort, rng)
    planner = plans[chance.integers(len(plans), size=(samples, len(POWERS)))[:, phase.boards.powers[0]], range(width)]
    return Simple(np.stack([greedy, planner, random, still]).astype(np.int32), losses)


def _plans_against(phase: Movement, greedy: Codes, random: Codes, effort: int, rng: Random) -> tuple[Codes, Numbers]:
    """Each power's plans by several short searches, and losses of orders.

    Plans: int32 (searches, units). Each search knows its own few of the others' orders: mostly greedy ones, some plans
    that were found before, a few random ones. Losses, float64 (orders,), are in
    centers, of the last plan with this order in place of its own; nan where no plan may say it.
    """
    chance = np.random.default_rng(rng.getrandbits(64))
    searches = min(max(effort // _EFFORT, _FEWEST), _MOST)
    found = np.zeros((searches, phase.boards.width), np.int32)
    losses = np.full(len(phase.legal.codes), np.nan)
    for turn in range(searches):
        sources = (greedy, random, found[:turn]) if turn else (greedy, random)
        size = _PROFILES, len(POWERS)
        lot = chance.choice(len(sources), size=size, p=_LOTS[: len(sources)] / _LOTS[: len(sources)].sum())
        firsts = np.cumsum([0, *map(len, sources)])
        drawn = firsts[lot] + (chance.random(size) * np.diff(firsts)[lot]).astype(np.int64)
        against = np.concatenate(sources)[drawn[:, phase.boards.powers[0]], np.arange(phase.boards.width)]
        for power in POWERS:
            columns = phase.columns_of(power)
            if len(columns):
                search = PlanSearch(phase, power, against, Random(rng.getrandbits(64)))
                search.seed(search.plans_from(greedy[turn * _SEEDS % len(greedy) :][:_SEEDS]))
                search.run(effort // searches)
                found[turn, columns] = search.population[int(search.utilities.argmax())]
                if turn == searches - 1:
                    places, lost = search.losses()
                    losses[places] = lost
    return found, losses


def shares_of(guess: Guess, power: Power) -> list[float]:
    """Probability of each mind for a power; sums to 1."""
    logs = list(guess.get(power) or PRIOR_LOGS)
    most = max(logs)
    weights = [exp(value - most) for value in logs]
    return [weight / sum(weights) for weight in weights]


def learn(guess: Guess, past: PastPhase, me: Power | None, foresight: Foresight) -> dict[Power, list[float]]:
    """The guess after one more movement phase: each mind by how well it foresaw the orders (Bayes' rule).

    me: who learns, None for an onlooker. foresight: of that phase.
    """
    phase = foresight.phase
    given: dict[Power, list[Order]] = {}
    for outcome in past.outcomes:
        given.setdefault(outcome.power, []).append(outcome.order)
    row = encode_orders(past.position, given, phase.rulebook)
    learned: dict[Power, list[float]] = {}
    for power in POWERS:
        if power == me or not len(phase.columns_of(power)):
            continue
        seen = foresight.likelihood(power, row)
        before = guess.get(power) or PRIOR_LOGS
        logs = [
            prior + _FORGET * (old - prior) + _SHARPNESS * new
            for prior, old, new in zip(PRIOR_LOGS, before, seen, strict=True)
        ]
        learned[power] = [round(value - max(logs), 6) for value in logs]
    return {**{power: list(logs) for power, logs in guess.items()}, **learned}
