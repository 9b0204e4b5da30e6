"""Order sets per second in the batch kernel beside the reference: `python -m bench.kernel [positions]`.

Positions are those of `bench._positions`, 28 to 34 units, each with two order sets: as it was played
there, and one dealt with as many convoys and quarrels as chance can make. Times are processor time of
this process, so that a busy machine blurs them less; medians of several runs.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time

import numpy as np

from adjudication.batch import Boards, Outcomes, encode_orders, legal_orders, owners_after, resolve
from adjudication.encoding import CONVOY, VERB, Codes
from adjudication.engine import adjudicate
from bench._positions import movement_phases
from tests.adjudication.batch.dealer import deal_orders

GOAL = 1_000_000
"""Order sets per second on distinct positions."""

LEGAL_GOAL = 1e-3
"""Seconds for all legal orders of a position."""

RUNS = 9
SIZES = (1, 10, 100, 1_000, 10_000, 100_000)

_FIRST_CALL = """
from time import perf_counter
started = perf_counter()
from adjudication.batch import Boards, encode_orders, legal_orders, resolve
from adjudication.position import opening
imported = perf_counter()
boards = Boards.of([opening()])
resolve(boards, encode_orders(opening(), {})[None, :])
print(imported - started, perf_counter() - imported)
"""


def main(count: int = 2000) -> None:
    """Print everything, one line a figure."""
    phases = movement_phases(count)
    boards = Boards.of([position for position, _ in phases])
    played = np.zeros((count, boards.width), np.int32)
    for row, (position, given) in enumerate(phases):
        played[row, : len(position.units)] = encode_orders(position, given)
    dealt = _deal(boards)
    print(
        f"{count} distinct positions of {boards.counts.min()} to {boards.counts.max()} units, mean"
        f" {boards.counts.mean():.1f}; goal {GOAL:,} order sets/s"
    )
    rates = {}
    for name, orders in (("played", played), ("dealt", dealt)):
        outcomes = resolve(boards, orders, trusted=True, refer=False)
        convoys = (orders & VERB == CONVOY).any(axis=1).mean()
        rates[name] = _rate(boards, orders, None, 20 * count)
        print(
            f"kernel, orders as {name}: {rates[name]:,.0f} order sets/s; {convoys:.0%} have a convoy order,"
            f" in {(outcomes.by_sea != 0).mean():.0%} an army sails, {outcomes.undecided.sum()} left to the reference"
        )
    reference = count / _time(lambda: [adjudicate(position, given) for position, given in phases], runs=3)
    ratio = rates["played"] / reference
    print(f"reference, typed orders as played: {reference:,.0f} phases/s; the kernel does {ratio:.0f} times as many")
    for size in SIZES:
        one = _rate(*_one_position(boards, played, size), size)
        many = _rate(boards, played[np.arange(size) % count], np.arange(size) % count, size)
        print(f"batch of {size}: one position {one:,.0f}, many positions {many:,.0f} order sets/s")
    room = Outcomes.room(count, boards.width)
    whole = _time(lambda: (resolve(boards, played, trusted=True, into=room), owners_after(boards, room)))
    print(f"with the centers after the fall: {count / whole:,.0f} order sets/s")
    checked = _time(lambda: resolve(boards, played, into=room))
    print(f"with every order checked to be legal: {count / checked:,.0f} order sets/s")
    legal = _time(lambda: [legal_orders(boards, index) for index in range(count)], runs=3) / count
    print(f"all legal orders of a position: {legal * 1e6:.0f} microseconds (goal {LEGAL_GOAL * 1e6:.0f})")
    _print_first_calls()


def _deal(boards: Boards) -> Codes:
    """Orders by chance for the same positions, with more convoys and more that meets than in any game."""
    rng = Random(1901)
    orders = np.zeros((len(boards), boards.width), np.int32)
    for row in range(len(boards)):
        units = boards.position(row).units
        legal = legal_orders(boards, row)
        orders[row, : len(units)] = deal_orders(rng, units, [legal.of(unit).tolist() for unit in range(len(units))])
    return orders


def _one_position(boards: Boards, orders: Codes, size: int) -> tuple[Boards, Codes, None]:
    """One position, and order sets for it by chance from its legal orders as units there really were ordered."""
    one = Boards.of([boards.position(0)])
    chance = np.random.default_rng(7)
    legal = legal_orders(one)
    drawn = np.stack([chance.choice(legal.of(unit), size) for unit in range(one.width)], axis=1)
    kept = chance.random((size, one.width)) < 0.7
    return one, np.where(kept, orders[0, : one.width], drawn).astype(np.int32), None


def _rate(boards: Boards, orders: Codes, which: np.ndarray | None, rows: int) -> float:
    """Order sets per second: the batch again and again until about `rows` or 20,000 order sets were resolved."""
    room = Outcomes.room(len(orders), boards.width)
    repeats = max(1, max(rows, 20_000) // len(orders))

    def run() -> None:
        for _ in range(repeats):
            resolve(boards, orders, which, trusted=True, refer=False, into=room)

    return repeats * len(orders) / _time(run)


def _time(work: Callable[[], object], runs: int = RUNS) -> float:
    """Median seconds of processor time, after one run that does not count."""
    work()
    seconds = []
    for _ in range(runs):
        started = process_time()
        work()
        seconds.append(process_time() - started)
    return median(seconds)


def _print_first_calls() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for when in ("compiling", "compiled before"):
            done = subprocess.run(
                [sys.executable, "-c", _FIRST_CALL],
                env={**os.environ, "DIPGAME_CACHE_DIR": folder},
                capture_output=True,
                text=True,
                check=True,
            )
            imported, called = (float(number) for number in done.stdout.split())
            print(f"first call, {when}: {called:.2f} s, after {imported:.2f} s of importing")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
