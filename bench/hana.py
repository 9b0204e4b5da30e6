"""Measure HANA's search and decisions: `python -m bench.hana [positions [net]]`.

Positions are movement phases of 28 units or more from games of `bench._positions`. A sampled adjudication is one plan
against one sample of the others' orders, resolved by the batch kernel and valued. Times are processor time of one
thread; memory is the peak of the whole process.
"""

import resource
import sys
from collections.abc import Sequence
from random import Random
from statistics import median, quantiles
from time import perf_counter, thread_time

from adjudication.batch import Boards, resolve
from adjudication.position import Position
from adjudication.powers import POWERS
from adjudication.rulebook import STANDARD_RULES
from bench._positions import movement_phases
from bots.hana.agent import Hana, Strength, warm
from bots.hana.search.plans import PlanSearch
from bots.hana.search.problem import Movement
from bots.hana.search.worth import Weights, worth_of_rows
from bots.swarm.playing import sample_orders
from bots.view import SeatView

GOAL = 500_000
"""Sampled adjudications per second in the search."""

LEARNT_GOAL = 300_000
"""Positions a second that a learnt worth judges."""

DECISION_GOALS = {"standard": 1.0, "full": 5.0}
"""Seconds for a decision, by strength."""

STRENGTHS = {"standard": Strength(), "full": Strength(rate=150_000, most=750_000, profiles=32, foresight=10_000)}
SEARCHED = 100_000


def learnt_rates(positions: Sequence[Position], net: str) -> list[float]:
    """Positions a second that a learnt worth judges, for each of these with a thousand order sets."""
    weights = Weights(net=net)
    rates = []
    for position in positions:
        boards = Boards.of([position])
        outcomes = resolve(boards, sample_orders(position, 1_000, 7), trusted=True)
        worth_of_rows(boards, outcomes, "FRA", weights)
        began = thread_time()
        worth_of_rows(boards, outcomes, "FRA", weights)
        rates.append(1_000 / (thread_time() - began))
    return rates


def main(count: int = 40, net: str = "") -> None:
    """Print everything, one line a figure. net: a learnt worth to be measured too, by name or path."""
    started = perf_counter()
    warm()
    print(
        f"ready to decide after {perf_counter() - started:.2f} s (about half a minute where nothing was compiled yet)"
    )
    rates = []
    positions = [position for position, _ in movement_phases(count)]
    for position in positions:
        phase = Movement.of(position)
        power = max(POWERS, key=lambda each: len(phase.columns_of(each)))
        search = PlanSearch(phase, power, sample_orders(position, 16, 7), Random(7))
        before, began = search.spent, thread_time()
        search.run(SEARCHED)
        rates.append((search.spent - before) / (thread_time() - began))
    print(
        f"in the search, for the largest power: median {median(rates):,.0f}, slowest {min(rates):,.0f} sampled"
        f" adjudications/s (goal {GOAL:,})"
    )
    if net:
        learnt = learnt_rates(positions, net)
        print(
            f"a learnt worth alone: median {median(learnt):,.0f}, slowest {min(learnt):,.0f} positions/s"
            f" (goal {LEARNT_GOAL:,})"
        )
    for name, strength in STRENGTHS.items():
        hana, seconds = Hana(strength=strength), []
        for position in positions:
            phase = Movement.of(position)
            power = max(POWERS, key=lambda each: len(phase.columns_of(each)))
            began = thread_time()
            hana.decide(SeatView(power, position, STANDARD_RULES), {}, Random(7), DECISION_GOALS[name])
            seconds.append(thread_time() - began)
        print(
            f"a decision at {name} strength: median {median(seconds):.3f} s, 95 % under"
            f" {quantiles(seconds, n=20)[-1]:.3f} s (goal {DECISION_GOALS[name]:g} s)"
        )
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if sys.argv[1:] else 40, *sys.argv[2:3])
