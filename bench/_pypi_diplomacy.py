"""The other side of `bench.adjudication`: PyPI `diplomacy`, in a virtual environment of its own.

Reads {"repeats", "phases": [{"phase", "units", "orders"}]} from standard input, units and orders by
power in its notation. Writes {"seconds": [[with parsing, without], ...], "units": [[...], ...]}: for
each phase the least processor time of all repeats, and the undislodged units afterwards.
"""

import json
import sys
from time import process_time
from typing import Any

from diplomacy import Game  # type: ignore[import-not-found]  # it lives in an environment of its own


def main() -> None:
    task = json.load(sys.stdin)
    measured = [measure(each, task["repeats"]) for each in task["phases"]]
    json.dump({"seconds": [seconds for seconds, _ in measured], "units": [units for _, units in measured]}, sys.stdout)


def measure(task: dict[str, Any], repeats: int) -> tuple[list[float], list[str]]:
    """Seconds with and without parsing the orders, and the units after."""
    best = [float("inf"), float("inf")]
    for _ in range(repeats):
        game = Game()
        game.set_current_phase(task["phase"])
        game.clear_units()
        game.clear_centers()
        for power, units in task["units"].items():
            game.set_units(power, units)
        started = process_time()
        for power, orders in task["orders"].items():
            game.set_orders(power, orders)
        parsed = process_time()
        game.process()
        done = process_time()
        best = [min(best[0], done - started), min(best[1], done - parsed)]
    units = [
        f"{power} {unit}" for power, found in game.get_units().items() for unit in found if not unit.startswith("*")
    ]
    return best, sorted(units)


if __name__ == "__main__":
    main()
