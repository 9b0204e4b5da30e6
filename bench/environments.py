"""Phases a second: `python -m bench.environments [seconds] [games]`.

The environments beside PyPI `diplomacy`.

All sides play games of orders by chance from the opening to the end of 1920, in one run, on one core, one after the
other, each for so many seconds of processor time; the other side lives in `.venv-bench`. A step of ours gives
observations or legal actions, so the other side lists all possible orders too; without that is said besides. Choosing
orders is left out everywhere.
"""

import json
import os
import subprocess
import sys
from time import process_time
from typing import Any

import numpy as np

from adjudication.env.batched import BatchEnv
from adjudication.env.parallel import DiplomacyEnv
from bench.adjudication import ROOT, other_python

LAST_YEAR = 1920
GOAL = 5.0
"""Phases a second, as a multiple of PyPI `diplomacy` without its list of possible orders."""


def main(seconds: float = 10.0, games: float = 1000) -> None:
    """Print the table."""
    theirs = other_side(seconds)
    processed = theirs["phases"] / (theirs["orders"] + theirs["process"])
    listed = theirs["phases"] / (theirs["orders"] + theirs["process"] + theirs["options"])
    print(f"PyPI diplomacy, orders set and processed      {processed:8.0f} phases/s")
    print(f"PyPI diplomacy, possible orders listed too    {listed:8.0f} phases/s")
    batched = batched_rate(seconds, int(games))
    for name, rate in ((f"BatchEnv, {games:.0f} games", batched), ("DiplomacyEnv", single_rate(seconds))):
        print(f"{name:<45} {rate:8.0f} phases/s: {rate / processed:.1f} and {rate / listed:.1f} times")
    print(f"goal: {GOAL:.0f} times orders set and processed; BatchEnv has {batched / processed:.1f}")


def batched_rate(seconds: float, games: int) -> float:
    """Phases a second of many games at once.

    Legal actions of the next phase are included; games restart.
    """
    env = BatchEnv(games, last_year=LAST_YEAR, restart=True)
    chance = np.random.default_rng(1)
    for _ in range(20):  # games get out of step with one another
        env.step(env.sample(chance))
    spent, phases = 0.0, 0
    while spent < seconds:
        actions = env.sample(chance)
        begun = process_time()
        env.step(actions)
        spent += process_time() - begun
        phases += games
    return phases / spent


def single_rate(seconds: float) -> float:
    """Phases a second of one game at a time.

    Observations and masks are included.
    """
    env = DiplomacyEnv(last_year=LAST_YEAR)
    chance = np.random.default_rng(1)
    spent, phases = 0.0, 0
    seen, _ = env.reset()
    while spent < seconds:
        if not env.agents:
            seen, _ = env.reset()
        actions = {
            agent: np.array([chance.choice(np.flatnonzero(mask)) for mask in seen[agent]["action_mask"]])
            for agent in env.agents
        }
        begun = process_time()
        seen = env.step(actions)[0]
        spent += process_time() - begun
        phases += 1
    return phases / spent


def other_side(seconds: float) -> dict[str, Any]:
    """Phases of the other side, and its seconds."""
    command = [str(other_python()), str(ROOT / "bench" / "_pypi_games.py")]
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    task = json.dumps({"seconds": seconds, "last_year": LAST_YEAR})
    done = subprocess.run(command, input=task, capture_output=True, text=True, check=True, env=environment)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    main(*map(float, sys.argv[1:]))
