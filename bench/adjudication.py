"""Movement phases a second, beside PyPI `diplomacy`: `python -m bench.adjudication [phases]`.

Both sides adjudicate the same phases of 28 units or more in the same run, on one core, one after
the other; the other side lives in `.venv-bench`, which is made when it is missing. Times are processor
time, for each phase the least of several repeats, so that whatever else the machine does blurs them
less. The positions are Spring positions of `bench._positions`.
"""

import json
import os
import subprocess
import sys
import venv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, Final

from adjudication.engine import adjudicate
from adjudication.notation import format_order, parse_order
from adjudication.options import legal_orders
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
GOALS: Final = {"text": 10.0, "typed": 8000.0, "options": 1.0}
"""Times as fast as the other with parsing; phases a second on typed orders; milliseconds for all legal orders."""


def main(count: int = 400) -> None:
    """Print the table."""
    phases = [(replace(position, phase=parse_phase("S1905M")), orders) for position, orders in movement_phases(count)]
    sizes = [len(position.units) for position, _ in phases]
    print(f"{count} movement phases of {min(sizes)} to {max(sizes)} units, one core, least of {REPEATS} repeats each")
    theirs = other_side(phases)
    texts = [
        ({power: [format_order(each) for each in given] for power, given in orders.items()}) for _, orders in phases
    ]
    typed = [best_time(adjudicate, position, orders) for position, orders in phases]
    text = [best_time(adjudicate_text, position, given) for (position, _), given in zip(phases, texts, strict=True)]
    options = [best_time(all_options, position) for position, _ in phases]
    row("PyPI diplomacy, orders as text", [with_text for with_text, _ in theirs["seconds"]])
    row("PyPI diplomacy, orders set before", [without for _, without in theirs["seconds"]])
    row("adjudication, orders as text", text)
    row("adjudication, typed orders", typed)
    row("all legal orders of a position", options)
    ratio = median(with_text for with_text, _ in theirs["seconds"]) / median(text)
    print(f"text parsing included: {ratio:.1f} times PyPI diplomacy (goal {GOALS['text']:.0f})")
    print(f"typed orders: {1 / median(typed):.0f} phases a second (goal {GOALS['typed']:.0f})")
    print(f"all legal orders: {median(options) * 1e3:.2f} ms (goal {GOALS['options']:.0f} ms)")
    compare(phases, theirs["units"])


def adjudicate_text(position: Position, given: dict[Power, list[str]]) -> Resolution:
    return adjudicate(position, {power: [parse_order(text) for text in texts] for power, texts in given.items()})


def all_options(position: Position) -> list[object]:
    return [legal_orders(position, power) for power in POWERS]


def best_time(work: Callable[..., object], *given: Any) -> float:
    best = float("inf")
    for _ in range(REPEATS):
        started = process_time()
        work(*given)
        best = min(best, process_time() - started)
    return best


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
        after = adjudicate(position, orders, EDITIONS["classic"]).next
        ours = sorted(f"{POWER_NAMES[unit.power].upper()} {in_other_words(str(unit)[4:])}" for unit in after.units)
        if ours != units:
            differ += 1
            print(f"  differs: only here {sorted(set(ours) - set(units))}, only there {sorted(set(units) - set(ours))}")
    print(f"same units afterwards in {len(phases) - differ} of {len(phases)} phases")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
