"""Operators see figures of experiments; a memory-eating bot stops only its game."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from bots.experiment.logformat import checked
from dipgame.experiments import logs, queries, services
from dipgame.experiments.models import GameRun
from dipgame.experiments.reports import report_page
from dipgame.experiments.standing import ExperimentsStanding, examined
from dipgame.games import queries as game_queries
from dipgame.games.doctor import examined as whole_site
from dipgame.redis_server import free_port
from tests.dipgame.databases import environment_for_children
from tests.dipgame.test_experiments import FILE


def told() -> dict[str, float]:
    return {
        sample.labels["state"]: sample.value for family in ExperimentsStanding().collect() for sample in family.samples
    }


@pytest.mark.django_db(transaction=True)
def test_games_of_experiments_that_run_are_counted() -> None:
    assert told() == {"waiting": 0, "running": 0}
    experiment = services.begin_experiment(FILE)
    GameRun.objects.filter(experiment=experiment, order=0).update(state="running", alive_at=timezone.now())
    assert told() == {"waiting": 2, "running": 1}
    services.pause_experiment(experiment)
    assert told() == {"waiting": 0, "running": 0}, "of one that is paused nothing waits for a worker"


@pytest.mark.django_db
def test_the_length_of_the_queue_is_told(redis: str, settings: Any) -> None:
    settings.REDIS_URL = redis
    assert game_queries.figures().queues["experiments"] == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("games", "listening", "is_well", "words"),
    [
        (0, {}, True, "0 games wait, 0 are played; no workers listen"),
        (3, {"experiments": 2}, True, "3 games wait, 0 are played; 2 workers listen"),
        (3, {"bots": 1}, False, "3 games wait, 0 are played; nobody listens to the queue 'experiments'. Start one"),
        (3, None, True, "3 games wait, 0 are played"),
    ],
)
def test_the_doctor_says_whether_somebody_plays_what_waits(
    games: int, listening: dict[str, int] | None, is_well: bool, words: str
) -> None:
    if games:
        services.begin_experiment(FILE)
    found = next(each for each in examined(listening) if each.name == "experiments")
    assert (found.name, found.is_well) == ("experiments", is_well)
    assert found.words.startswith(words)


@pytest.mark.django_db
@pytest.mark.parametrize(("bucket", "is_well"), [("", True), ("logs/all", False)])
def test_the_doctor_names_packages_for_researchers_that_are_missing(
    settings: Any, monkeypatch: pytest.MonkeyPatch, bucket: str, is_well: bool
) -> None:
    settings.EXPERIMENTS_S3 = bucket
    monkeypatch.setitem(sys.modules, "boto3", None)
    found = next(each for each in examined(None) if each.name == "packages for researchers")
    assert found.is_well is is_well
    assert "requirements-research.lock" in found.words


@pytest.mark.django_db
def test_the_doctor_of_the_site_looks_at_experiments(settings: Any) -> None:
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    assert [each.words for each in whole_site() if each.name == "experiments"] == ["0 games wait, 0 are played"]


_WORKER = """
import django; django.setup()
from bots.registry import Bot, also_on_offer
from dipgame.celery import limit_memory
from dipgame.experiments.services import play_next

class Eats:
    def decide(self, view, memory, rng, seconds):
        eaten = []
        while True:
            eaten.append(bytearray(50_000_000))

limit_memory()
with also_on_offer(Bot("randombot", "Eats", "For a test.", Eats)):
    while play_next() is not None:
        pass
"""


@pytest.mark.django_db(transaction=True)
def test_a_bot_that_eats_memory_marks_its_game_and_the_others_go_on(settings: Any) -> None:
    text = """version = 1
name = "Eaters"
games = 2
terms.last_year = 1901
[[sessions]]
name = "hungry"
seats = { randombot = 1, dumbbot = 6 }
[[sessions]]
name = "modest"
seats = "dumbbot"
"""
    experiment = services.begin_experiment(text)
    where = settings.STORAGES["experiments"]["OPTIONS"]["location"]
    done = subprocess.run(
        [sys.executable, "-c", _WORKER],
        cwd=Path(__file__).parents[2],
        env=environment_for_children(BOT_MEMORY_MB="600", EXPERIMENTS_DIR=where),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    experiment.refresh_from_db()
    assert (experiment.state, experiment.done, experiment.failed) == ("done", 4, 0)
    runs = list(queries.done_runs(experiment))
    assert [bool(run.faults) for run in runs] == [run.number < 100_000 for run in runs], "its games alone are marked"
    record = checked(logs.read(runs[0]))
    faults = [fault for phase in record["phases"] for found in phase.get("faults", {}).values() for fault in found]
    assert faults
    assert {fault["kind"] for fault in faults} == {"crash"}
    assert all("MemoryError" in fault["text"] for fault in faults)
    total = sum(run.faults for run in runs)
    assert f"<td>Faults of bots</td><td>{total}</td>" in report_page(experiment)
