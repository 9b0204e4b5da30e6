"""`python -m bots.arena` as people use it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adjudication.powers import POWERS
from bots.arena.__main__ import main
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]


def test_a_small_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "games.jsonl"
    seats = "dumbbot,dumbbot-thesis,randombot,holdbot,dumbbot,dumbbot,dumbbot"
    arguments = ["--seats", seats, "--games", "3", "--until", "1902", "--seed", "7", "--out", str(out), "--rotate"]
    assert main([*arguments, "--jobs", "1", "--quiet"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    for word in (*POWERS, "dumbbot-thesis", "holdbot", "centers", "solos", "survivals", "3 games"):
        assert word in shown.out

    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [line["game"] for line in lines] == [0, 1, 2]
    assert {line["seed"] for line in lines} == {7}
    assert [line["seats"]["FRA"] for line in lines] == ["randombot", "dumbbot-thesis", "dumbbot"]
    assert all(line["phases"] and line["final"] for line in lines)

    again = tmp_path / "again.jsonl"
    arguments[arguments.index(str(out))] = str(again)
    assert main([*arguments, "--jobs", "2", "--quiet"]) == 0
    assert again.read_bytes() == out.read_bytes()


def test_a_progress_bar_counts_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--seats", "holdbot", "--games", "2", "--until", "1901", "--jobs", "1"]) == 0
    assert "2/2" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--seats"),
        (["--seats", "albert"], "There is no bot called 'albert'. The bots are "),
        (["--seats", "dumbbot,dumbbot"], "There are 2 seats in 'dumbbot,dumbbot'"),
        (["--seats", "dumbbot", "--games", "0"], "0 is too small; the least is 1."),
        (["--seats", "dumbbot", "--games", "many"], "'many' is not a whole number."),
        (["--seats", "dumbbot", "--until", "1900"], "1900 is too small; the least is 1901."),
        (["--seats", "dumbbot", "--until", "12000"], "12000 is too large"),
        (["--seats", "dumbbot", "--seconds", "0"], "0 seconds make no sense"),
        (["--seats", "dumbbot", "--seconds", "nan"], "nan seconds make no sense"),
        (["--seats", "dumbbot", "--seconds", "soon"], "'soon' is not a number of seconds."),
        (["--seats", "dumbbot", "--rulebook", "1066"], "invalid choice: '1066'"),
        (["--seats", "dumbbot", "--out", "/no/such/folder/x"], "'/no/such/folder/x' cannot be written"),
    ],
)
def test_bad_arguments_get_a_sentence(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert "Traceback" not in shown.err


def test_control_c_keeps_what_is_finished(tmp_path: Path) -> None:
    """Interrupted like from a terminal: the whole process group gets the signal."""
    out = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "bots.arena", "--seats", "dumbbot", "--games", "5000", "--until", "1901"]
    with subprocess.Popen(
        [*command, "--jobs", "2", "--out", str(out)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        deadline = time.monotonic() + PATIENCE
        while not (out.exists() and out.read_text(encoding="utf-8").count("\n") >= 2):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        shown, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in complaints
    assert "Stopped after" in complaints
    lines = out.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["game"] for line in lines] == list(range(len(lines)))
    assert "centers" in shown
