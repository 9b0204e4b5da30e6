"""Decisions of the zoo are the same in every process."""

import os
import subprocess
import sys

DECIDE = """
from random import Random

from adjudication.rulebook import STANDARD_RULES
from bots.contract import positions_of_a_game
from bots.registry import BOTS
from bots.view import SeatView
from bots.zoo.bordeaux.negotiator import Bordeaux

seats = ("thesis-mute dumbbot-thesis diplominator-mute diplominator-banker israeli-diplomat la-diplomat "
         "dumbbot-evaluators dbrane-mute shaheed stragotiator").split()
agents = {name: BOTS[name].make() for name in seats} | {"bordeaux": Bordeaux(width=600)}
position = [position for position, _ in positions_of_a_game() if position.phase.kind == "M"][1]
for name, agent in agents.items():
    print(name, *agent.decide(SeatView("ENG", position, STANDARD_RULES), {}, Random(1), 600.0).orders)
"""


def test_orders_do_not_depend_on_the_hashes_of_the_process() -> None:
    """In this position D-Brane's orders once did."""
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", DECIDE],
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in ("1", "2")
    ]
    one, two = (process.communicate(timeout=300)[0] for process in processes)
    assert all(process.returncode == 0 for process in processes)
    assert len(one.splitlines()) == 11
    assert one == two
