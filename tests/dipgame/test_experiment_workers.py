"""An experiment over two workers of the real queue, one of which is killed in the middle of a game."""

import os
import signal
import subprocess
import sys
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from bots.experiment.local import main
from dipgame.experiments import queries, services
from dipgame.experiments.models import GameRun
from dipgame.redis_server import start_redis
from tests.dipgame.databases import environment_for_children
from tests.patience import until
from tests.site import celery_on

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

FILE = """version = 1
name = "Small"
games = 12
terms.last_year = 1903
[[sessions]]
name = "two"
seats = { blabbot = 3, dumbbot = 4 }
"""


def test_two_workers_and_a_kill_write_the_log_of_one_process(tmp_path: Path, settings: Any, redis: str) -> None:
    (tmp_path / "file.toml").write_text(FILE, encoding="utf-8")
    assert main([str(tmp_path / "file.toml"), "--quiet", "--jobs", "1", "--out", str(tmp_path / "local")]) == 0

    server, url = start_redis(tmp_path)
    where = settings.STORAGES["experiments"]["OPTIONS"]["location"]
    env = environment_for_children(REDIS_URL=url, PLAY_DIR=str(tmp_path), EXPERIMENTS_DIR=where)
    celery = [sys.executable, "-m", "celery", "--app", "dipgame", "worker", "--queues", "experiments"]
    workers = [
        subprocess.Popen(
            [*celery, "--concurrency", "1", "--loglevel", "WARNING", "-n", f"{name}@%h"],
            cwd=ROOT, env=env, start_new_session=True,
        )
        for name in ("one", "two")
    ]  # fmt: skip
    try:
        with celery_on(url, "dipgame:"):
            experiment = services.begin_experiment(FILE)
            until(lambda: GameRun.objects.filter(state="done").count() >= 4)
            os.killpg(workers[0].pid, signal.SIGKILL)
            assert GameRun.objects.exclude(state="done").exists()

            def over() -> bool:
                # Time is made to pass for whoever is not heard of: nobody waits the real minute and a half.
                silent = GameRun.objects.filter(state="running", alive_at__lt=timezone.now() - timedelta(seconds=5))
                silent.update(alive_at=timezone.now() - 2 * services.LOST_AFTER)
                services.sweep_experiments()
                experiment.refresh_from_db()
                return experiment.state == "done"

            until(over)
    finally:
        for worker in workers:
            if worker.poll() is None:
                os.killpg(worker.pid, signal.SIGTERM)
            worker.wait(60)
        server.terminate()
        server.wait(10)
    assert not queries.failed_runs(experiment).exists()
    call_command("experiment", "export", experiment.slug, out=tmp_path / "site", stdout=StringIO())
    assert (tmp_path / "site" / "games.jsonl.gz").read_bytes() == (tmp_path / "local" / "games.jsonl.gz").read_bytes()
    assert (tmp_path / "site" / "summary.txt").read_bytes() == (tmp_path / "local" / "summary.txt").read_bytes()
