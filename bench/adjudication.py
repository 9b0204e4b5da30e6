"""Movement phases a second, beside PyPI `diplomacy`: `python -m bench.adjudication [phases]`.

All sides adjudicate the same phases of 28 units or more in the same run, on one core: the reference,
the kernel behind typed orders (`adjudication.fast`), and the other side, which lives in `.venv-bench`
and is made when it is missing. Times are processor time, for each phase the least of several repeats,
in which our sides take turns, so that whatever else the machine does blurs them less. Every repeat has
a position of its own, on which nothing was worked out before. The positions are Spring positions of
`bench._positions`.
"""

import json
import os
import subprocess
import sys
import venv
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final

from adjudication import engine, fast, options
from adjudication.notation import format_order, parse_order
from adjudication.outcomes import Resolution
from adjudication.phase import parse_phase
from adjudication.position import Position
from adjudication.powers import POWER_NAMES, POWERS, Power
from adjudication.rulebook import EDITIONS
from bench._positions import Ordered, movement_phases

ROOT: Final = Path(__file__).parent.parent
OTHER: Final = "diplomacy==1.1.2"
OTHER_CODES: Final = {"ECH": "ENG", "GOB": "BOT", "GOL": "LYO"}
REPEATS: Final = 5
GOALS: Final = {"text": 10.0, "typed": 1.5, "options": 0.17}
"""Times as fast as the other with parsing; on the kernel, times as fast as the reference, and its share of the time."""


def main(count: int = 400) -> None:
    """Print the table."""
    phases = [(replace(position, phase=parse_phase("S1905M")), orders) for position, orders in movement_phases(count)]
    sizes = [len(position.units) for position, _ in phases]
    print(f"{count} movement phases of {min(sizes)} to {max(sizes)} units, one core, least of {REPEATS} repeats each")
    theirs = other_side(phases)
    times: dict[str, list[float]] = {}
    for position, orders in phases:
        texts = {power: [format_order(each) for each in given] for power, given in orders.items()}
        sides: dict[str, Callable[[Position], object]] = {
            "adjudication, orders as text": partial(adjudicate_text, given=texts),
            "adjudication, typed orders": partial(engine.adjudicate, orders=orders),
            "on the kernel, typed orders": partial(fast.adjudicate, orders=orders),
            "all legal orders": partial(all_options, listed=options.legal_orders),
            "on the kernel, all legal orders": partial(all_options, listed=fast.legal_orders),
        }
        if any(disagree(work(position) for work in list(sides.values())[pair]) for pair in (slice(1, 3), slice(3, 5))):
            print(f"  differs on the kernel: {position}")
        for name, least in best_times(sides, position).items():
            times.setdefault(name, []).append(least)
    row("PyPI diplomacy, orders as text", [with_text for with_text, _ in theirs["seconds"]])
    row("PyPI diplomacy, orders set before", [without for _, without in theirs["seconds"]])
    for name, seconds in times.items():
        row(name, seconds)
    text, typed, quick, listed, quickly = (median(seconds) for seconds in times.values())
    other = median(with_text for with_text, _ in theirs["seconds"])
    print(f"text parsing included: {other / text:.1f} times PyPI diplomacy (goal {GOALS['text']:.0f})")
    print(f"typed orders on the kernel: {typed / quick:.2f} times the reference (goal {GOALS['typed']})")
    print(f"legal orders on the kernel: {quickly / listed:.3f} of the reference's time (goal {GOALS['options']})")
    compare(phases, theirs["units"])


def adjudicate_text(position: Position, given: dict[Power, list[str]]) -> Resolution:
    return engine.adjudicate(position, {power: [parse_order(text) for text in texts] for power, texts in given.items()})


def all_options(position: Position, listed: Callable[[Position, Power], object]) -> list[object]:
    return [listed(position, power) for power in POWERS]


def disagree(results: Iterable[object]) -> bool:
    one, other = results
    return one != other


def best_times(sides: Mapping[str, Callable[[Position], object]], position: Position) -> dict[str, float]:
    """The least seconds of each side, in turns."""
    least = dict.fromkeys(sides, float("inf"))
    for _ in range(REPEATS):
        for name, work in sides.items():
            fresh = replace(position)
            started = process_time()
            work(fresh)
            least[name] = min(least[name], process_time() - started)
    return least


def row(name: str, seconds: list[float]) -> None:
    middle, mean = median(seconds), sum(seconds) / len(seconds)
    print(f"  {name:<34} median {middle * 1e6:6.0f} µs = {1 / middle:6.0f} a second, {1 / mean:6.0f} on average")


def other_side(phases: list[Ordered]) -> dict[str, Any]:
    """The phases in the other adjudicator's notation, and its results."""
    tasks = [
        {
            "phase": str(position.phase),
            "units": {
                POWER_NAMES[power].upper(): [in_other_words(str(unit)[4:]) for unit in position.units_of(power)]
                for power in POWERS
            },
            "orders": {
                POWER_NAMES[power].upper(): [in_other_words(format_order(order)) for order in given]
                for power, given in orders.items()
            },
        }
        for position, orders in phases
    ]
    command = [str(other_python()), str(ROOT / "bench" / "_pypi_diplomacy.py")]
    task = json.dumps({"repeats": REPEATS, "phases": tasks})
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(command, input=task, capture_output=True, text=True, check=True, env=environment)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def other_python() -> Path:
    """The Python of the other side's environment, made on first use."""
    home = ROOT / ".venv-bench"
    python = home / "bin" / "python"
    if not (home / ".installed").exists():
        venv.create(home, with_pip=True, clear=True)
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", OTHER],
            check=True,
            stderr=subprocess.DEVNULL,
        )
        (home / ".installed").touch()
    return python


def in_other_words(text: str) -> str:
    for ours, others in OTHER_CODES.items():
        text = text.replace(ours, others)
    return text


def compare(phases: list[Ordered], theirs: list[list[str]]) -> None:
    """Print the phases in which the two adjudicators differ.

    With the edition in which armies fall back to land, as they do there.
    """
    differ = 0
    for (position, orders), units in zip(phases, theirs, strict=True):
        after = engine.adjudicate(position, orders, EDITIONS["classic"]).next
        ours = sorted(f"{POWER_NAMES[unit.power].upper()} {in_other_words(str(unit)[4:])}" for unit in after.units)
        if ours != units:
            differ += 1
            print(f"  differs: only here {sorted(set(ours) - set(units))}, only there {sorted(set(units) - set(ours))}")
    print(f"same units afterwards in {len(phases) - differ} of {len(phases)} phases")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
