"""Random and mangled strings to every parser: no crash, no hang, no growth. `TALK_FUZZ=100000` is the long run."""

import json
import os
import subprocess
import sys

import pytest

from negotiation.english.context import context_of
from negotiation.grammar import reading
from negotiation.grammar.chart import Chart
from tests.effort import examples
from tests.negotiation.data import read, scenes
from tests.negotiation.fuzz import PARSERS

RUNS = int(os.environ.get("TALK_FUZZ", examples(750)))
SLOWEST = 0.5
"""CPU seconds that one string may take, on a slow machine."""
GROWTH = 30
"""Megabytes that a parser's process may grow by after the first quarter of its strings."""


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("parser", PARSERS)
def test_fuzz(parser):
    command = [sys.executable, "-m", "tests.negotiation.fuzz", parser, str(RUNS)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-4000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["runs"] == RUNS
    assert found["slowest"] < SLOWEST, found
    assert found["memory"][-1] - found["memory"][0] < GROWTH, found


def test_the_harness_tells_what_broke_a_parser():
    """A fuzz run that cannot fail would prove nothing."""
    script = (
        "from tests.negotiation import fuzz\n"
        "def broken(text):\n"
        "    raise KeyError(text)\n"
        "fuzz.PARSERS['term'] = (broken, lambda: ['x'])\n"
        "fuzz.run('term', 4)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "the term parser was given" in done.stderr


@pytest.mark.parametrize("order", ["sure, will do that and hit Sweden", "You take Bel, I take Hol and Den"])
def test_of_one_order_over_and_over_little_is_made(order, monkeypatch):
    made = []

    class Counted(Chart):
        def __post_init__(self):
            super().__post_init__()
            made.append(self)

    monkeypatch.setattr(reading, "Chart", Counted)
    found = read(" and ".join([order] * 4), context_of("ENG", ("FRA",), scenes()["west"]))
    assert sum(len(chart.met) for chart in made) < 8_000
    assert found.unplaced or found.candidates, "nothing that was typed is lost"
