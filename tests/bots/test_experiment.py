"""`python -m bots.experiment` and `python -m bots.experiment.alone` as people use them."""

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adjudication.powers import POWERS
from bots.arena.game import GamePlan, play
from bots.experiment import alone
from bots.experiment.__main__ import main
from bots.experiment.design import SESSIONS, Design
from bots.experiment.log import read_games
from tests.patience import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
SMALL = ["--talker", "blabbot", "--mute", "holdbot", "--until", "1901", "--quiet", "--jobs", "1"]
LOG = "games.jsonl.gz"


def run(folder: Path, *arguments: str) -> int:
    return main([*SMALL, "--out", str(folder), *arguments])


def test_a_small_experiment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "x", "--games", "2", "--seed", "3") == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert "negotiators: blabbot, mutes: holdbot; 2 games" in shown.out
    assert (tmp_path / "x" / "table.txt").read_text(encoding="utf-8") == shown.out
    rows = list(csv.DictReader((tmp_path / "x" / "table.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["negotiators"] for row in rows] == ["0", "1", "2", "3", "4", "5", "6", "7", "1 to 6", "2 to 6"]
    assert [row["games"] for row in rows] == ["2"] * 8 + ["12", "10"]
    assert float(rows[0]["won"]) == 0
    assert float(rows[7]["won"]) == 1
    assert rows[0]["centers_of_negotiators"] == ""
    assert float(rows[7]["deals"]) == 21  # every two of the seven make peace in the first spring
    assert "</svg>" in (tmp_path / "x" / "chart.svg").read_text(encoding="utf-8")

    with gzip.open(tmp_path / "x" / LOG, "rt", encoding="utf-8") as log:
        games = [json.loads(line) for line in log]
    assert [game["game"] for game in games] == list(range(16))
    for game in games:
        assert list(game["seats"].values()).count("blabbot") == game["game"] % len(SESSIONS)
    spring = games[7]["phases"][0]
    assert spring["orders"]["FRA"]
    assert spring["talk"][0].startswith("propose(aus, eng, ")


def test_a_game_tells_the_deals_in_force_and_what_stands_at_the_end() -> None:
    seats = {power: "blabbot" if power in ("FRA", "TUR") else "holdbot" for power in POWERS}
    game = play(GamePlan(0, 1, seats, 1901, 5.0))
    peace = {"made": "S1901M", "powers": ["FRA", "TUR"], "deal": "Agree([fra tur], pce([fra tur]))"}
    moves = [phase for phase in game["phases"] if phase["phase"].endswith("M")]
    assert len(moves) == 2
    assert all(phase["deals"] == [peace] for phase in moves)
    assert [(each["power"], each["powers"], each["content"], each["state"]) for each in game["standing"]] == [
        (power, ["FRA", "TUR"], "pce([fra tur])", "kept") for power in ("FRA", "TUR")
    ]


def test_the_same_seed_gives_the_same_log_on_any_number_of_cores(tmp_path: Path) -> None:
    for name, jobs in (("one", "1"), ("two", "2")):
        assert run(tmp_path / name, "--games", "2", "--sessions", "2,6-7", "--jobs", jobs) == 0
    assert (tmp_path / "one" / LOG).read_bytes() == (tmp_path / "two" / LOG).read_bytes()
    assert run(tmp_path / "other", "--games", "2", "--sessions", "2,6-7", "--seed", "1") == 0
    assert (tmp_path / "one" / LOG).read_bytes() != (tmp_path / "other" / LOG).read_bytes()


@pytest.mark.parametrize("cut", [1, 40, 5000])
def test_an_experiment_resumes_after_a_torn_log(tmp_path: Path, cut: int) -> None:
    assert run(tmp_path / "whole", "--games", "3") == 0
    assert run(tmp_path / "parts", "--games", "1") == 0
    torn = (tmp_path / "parts" / LOG).read_bytes()
    (tmp_path / "parts" / LOG).write_bytes(torn[:-cut])
    assert len(list(read_games(tmp_path / "parts"))) < 8
    assert run(tmp_path / "parts", "--games", "3") == 0
    for name in (LOG, "table.csv", "chart.svg", "settings.json"):
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    before = (tmp_path / "whole" / LOG).stat()
    assert run(tmp_path / "whole", "--games", "3") == 0
    after = (tmp_path / "whole" / LOG).stat()
    assert (after.st_size, after.st_mtime) == (before.st_size, before.st_mtime)


def test_other_settings_do_not_mix(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, "--games", "1", "--sessions", "1") == 0
    before = (tmp_path / LOG).read_bytes()
    with pytest.raises(SystemExit) as stopped:
        run(tmp_path, "--games", "1", "--level", "1", "--until", "1902")
    assert stopped.value.code == 2
    assert (
        "were played with other settings: level 3 (now 1), until 1901 (now 1902). "
        "Give the same ones to go on with them, or another folder to start anew."
    ) in capsys.readouterr().err
    assert (tmp_path / LOG).read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--talker", "albert"], "There is no bot called 'albert'. The bots are "),
        (["--mute", "nowhere:Bot"], "'nowhere:Bot' cannot be used: ModuleNotFoundError"),
        (["--games", "0"], "0 is too small; the least is 1."),
        (["--sessions", "8"], "8 is too large; the most is 7."),
        (["--sessions", "2-x"], "'x' is not a whole number."),
        (["--sessions", "5-2"], "5-2 runs backwards."),
        (["--sessions", ""], "'' is not a whole number."),
        (["--protocol", "shouting"], "invalid choice: 'shouting'"),
        (["--out", "/dev/null/x"], "'/dev/null/x' cannot be written"),
    ],
)
def test_bad_arguments_get_a_sentence(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        run(tmp_path, *arguments)
    assert stopped.value.code == 2
    shown = capsys.readouterr()
    assert message in shown.err
    assert "Traceback" not in shown.err


def test_control_c_keeps_what_is_finished(tmp_path: Path) -> None:
    """Interrupted like from a terminal: the whole process group gets the signal."""
    command = [sys.executable, "-m", "bots.experiment", "--talker", "blabbot", "--mute", "holdbot", "--until", "1901"]
    with subprocess.Popen(
        [*command, "--jobs", "2", "--games", "5000", "--out", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        deadline = time.monotonic() + PATIENCE
        while not ((tmp_path / LOG).exists() and len(list(read_games(tmp_path))) >= 10):
            assert time.monotonic() < deadline
            time.sleep(0.05)
        with pytest.raises(SystemExit):  # in use: two at once would spoil it
            main([*command[3:], "--out", str(tmp_path)])
        os.killpg(process.pid, signal.SIGINT)
        shown, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert "Traceback" not in complaints
    assert "the same command goes on from here" in complaints
    assert "negotiators" in shown
    games = [game["game"] for game in read_games(tmp_path)]
    assert games == list(range(len(games)))
    assert (tmp_path / "chart.svg").exists()


def test_games_do_not_depend_on_which_others_are_played() -> None:
    design = Design("a", "b", seed=5)
    few = {plan.number: plan for plan in design.plans([3], 4)}
    many = {plan.number: plan for plan in design.plans(SESSIONS, 9)}
    assert few.items() <= many.items()
    assert len(many) == 72


def test_the_powers_are_drawn_uniformly() -> None:
    design = Design("a", "b", seed=5)
    drawn = [design.negotiators(number) for number in range(3, 8 * 7000, 8)]
    assert {len(powers) for powers in drawn} == {3}
    counts = {power: sum(power in powers for powers in drawn) for power in frozenset().union(*drawn)}
    assert len(counts) == 7
    assert all(abs(count - 3000) < 5 * (7000 * 3 / 7 * 4 / 7) ** 0.5 for count in counts.values())
    assert len(set(drawn)) == 35


def test_a_bot_alone_among_six_makes_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--alone", "blabbot,randombot", "--among", "blabbot,holdbot", "--games", "2", "--until", "1902"]
    assert alone.main([*arguments, "--out", str(tmp_path), "--jobs", "1", "--quiet"]) == 0
    shown = capsys.readouterr().out
    assert (tmp_path / "table.txt").read_text(encoding="utf-8") == shown
    tables = [
        [line for line in part.splitlines() if not line.startswith("–: ")] for part in shown.strip().split("\n\n")
    ]
    assert [table[0].split()[3] for table in tables] == ["games", "AUS", "games"]
    for table in tables:
        assert [line.split()[:2] for line in table[1:]] == [
            [one, others] for one in ("blabbot", "randombot") for others in ("blabbot", "holdbot")
        ]
        assert all(line.split()[2] == "2" for line in table[1:] if table[0].split()[3] == "games")
    games = list(read_games(tmp_path))
    assert len(games) == 8
    assert [power for power, bot in games[1]["seats"].items() if bot == "blabbot"] == ["AUS"]
    assert [power for power, bot in games[5]["seats"].items() if bot == "blabbot"] == ["ENG"]
    assert alone.main([*arguments, "--out", str(tmp_path), "--jobs", "1", "--quiet"]) == 0
    assert capsys.readouterr().out == shown
    assert len(list(read_games(tmp_path))) == 8
    with pytest.raises(SystemExit):
        alone.main(["--alone", "nobody", "--among", "holdbot", "--out", str(tmp_path)])
    assert "There is no bot called 'nobody'." in capsys.readouterr().err
