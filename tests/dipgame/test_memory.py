"""A bot that eats memory costs itself its orders, and a web process loads little."""

import subprocess
import sys
from pathlib import Path

from tests.dipgame.databases import environment_for_children

_EATS = """
import django; django.setup()
from adjudication.position import opening
from adjudication.rulebook import EDITIONS
from bots.asking import ask_in_time
from bots.chance import stream
from bots.view import SeatView
from dipgame.celery import limit_memory

class Eats:
    def decide(self, view, memory, rng, seconds):
        eaten = []
        while True:
            eaten.append(bytearray(50_000_000))

limit_memory()
view = SeatView("FRA", opening(), EDITIONS["2023"], ())
answer = ask_in_time(Eats(), view, {}, stream(1), 20)
print(answer.faults[0].kind, "MemoryError" in answer.faults[0].text, len(bytearray(20_000_000)))
"""


def test_a_bot_that_eats_memory_is_told_that_there_is_none(db: None) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _EATS],
        cwd=Path(__file__).parents[2],
        env=environment_for_children(BOT_MEMORY_MB="500"),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.split() == ["crash", "True", "20000000"], done.stderr


def test_a_web_process_has_all_pages_and_not_the_kernel(db: None) -> None:
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import dipgame.asgi, sys; print('frontend.urls' in sys.modules, 'numba' in sys.modules)",
        ],
        cwd=Path(__file__).parents[2],
        env=environment_for_children(),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.split() == ["True", "False"], done.stderr


def test_processes_that_load_pages_load_no_server(db: None) -> None:
    """Keep the server's reactor in the web process alone."""
    program = "import django, sys; django.setup(); import dipgame.urls; print('daphne' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parents[2],
        env={**environment_for_children(), "DJANGO_SETTINGS_MODULE": "dipgame.settings"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.stdout.split() == ["False"], done.stderr
