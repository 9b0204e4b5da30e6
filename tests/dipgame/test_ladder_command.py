"""manage.py ladder: its rounds are experiments for workers."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from bots.ladder.__main__ import main
from dipgame.experiments.models import Experiment

pytestmark = pytest.mark.django_db

BOTS = "randombot,holdbot,dumbbot-thesis,thesis-mute,dumbbot,random-negotiator-holdbot,random-negotiator-randombot"


def test_workers_play_the_same_games_as_the_command_on_one_machine(tmp_path: Path) -> None:
    given = ["--table", "silent", "--bots", BOTS, "--games", "7", "--until", "1901"]
    out = StringIO()
    call_command("ladder", *given, "--here", "--out", str(tmp_path / "site"), stdout=out, stderr=StringIO())
    assert main([*given, "--jobs", "1", "--quiet", "--out", str(tmp_path / "alone")]) == 0
    site, alone = ((tmp_path / each / "silent.jsonl").read_text() for each in ("site", "alone"))
    assert site == alone
    assert "holdbot" in out.getvalue()
    experiment = Experiment.objects.get()
    assert experiment.done == 7
    assert "without messages, round 0" in experiment.name


def test_only_games_of_this_version_are_taken_and_none_with_anew(tmp_path: Path) -> None:
    def ladder(*more: str) -> int:
        given = ["--table", "silent", "--bots", BOTS, "--games", "1", "--until", "1901", "--here"]
        call_command("ladder", *given, "--out", str(tmp_path), *more, stdout=StringIO(), stderr=StringIO())
        return Experiment.objects.count()

    assert ladder() == 1
    (tmp_path / "silent.jsonl").unlink()
    assert ladder() == 1, "the round was played by this version"
    assert ladder("--anew") == 2
    Experiment.objects.update(version="0.0.1")
    (tmp_path / "silent.jsonl").unlink()
    assert ladder() == 3
    assert Experiment.objects.values("text").distinct().count() == 1


def test_a_bot_that_there_is_not_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="nobody"):
        call_command("ladder", "--bots", "nobody", "--out", str(tmp_path))
