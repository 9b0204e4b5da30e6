"""Experiments on the site: begun, played by whichever worker has time, paused, cancelled, and always the same log."""

import gzip
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from bots.arena.game import play
from bots.experiment.file.plans import record_of
from bots.experiment.file.reading import BadFileError
from bots.experiment.local import main
from bots.experiment.summary import lines_of
from bots.registry import Bot
from dipgame.experiments import counting, logs, people, queries, services
from dipgame.experiments.counting import counted_of
from dipgame.experiments.errors import Refused
from dipgame.experiments.models import Experiment, GameRun
from dipgame.experiments.queue import PLAY
from dipgame.experiments.reports import report_page

pytestmark = [pytest.mark.django_db, pytest.mark.database]

FILE = """version = 1
name = "Small"
games = 2
terms.last_year = 1901
bots.talker = "blabbot"
[[sessions]]
name = "two"
seats = { talker = 2, holdbot = 5 }
[[sessions]]
name = "seven"
seats = "talker"
games = 1
"""


def log_of(experiment: Experiment) -> bytes:
    return b"".join(logs.joined(queries.done_runs(experiment)))


@pytest.fixture(scope="module")
def local_log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Log written by the local command for FILE."""
    folder = tmp_path_factory.mktemp("local")
    (folder / "file.toml").write_text(FILE, encoding="utf-8")
    assert main([str(folder / "file.toml"), "--quiet", "--jobs", "1", "--out", str(folder / "out")]) == 0
    return (folder / "out" / "games.jsonl.gz").read_bytes()


def play_all() -> int:
    played = 0
    while services.play_next() is not None:
        played += 1
    return played


def test_it_is_played_to_its_end_with_the_log_of_the_local_command(
    local_log: bytes, outbox: Any, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        experiment = services.begin_experiment(FILE)
    assert outbox.tasks == [(PLAY, 0)] * 3
    assert play_all() == 3
    experiment.refresh_from_db()
    assert experiment.state == "done"
    assert experiment.ended_at is not None
    assert log_of(experiment) == local_log
    progress = queries.progress_of(experiment)
    assert (progress.games, progress.done, progress.waiting, progress.percent) == (3, 3, 0, 100)
    assert [game.session for game in queries.figures_in(experiment)] == ["two", "seven", "two"]


def test_a_lost_workers_game_is_played_again_from_its_seed(local_log: bytes) -> None:
    experiment = services.begin_experiment(FILE)
    lost = services._claim()
    assert lost is not None
    services.sweep_experiments()
    lost.refresh_from_db()
    assert lost.state == "running", "its worker was just heard of"
    GameRun.objects.filter(pk=lost.pk).update(alive_at=timezone.now() - services.LOST_AFTER - timedelta(seconds=1))
    services.sweep_experiments()
    assert play_all() == 3
    assert log_of(experiment) == local_log
    # The lost one comes back from wherever it was: what it says counts no more.
    services._play(lost)
    again = GameRun.objects.get(pk=lost.pk)
    assert (again.state, again.attempts) == ("done", 2)
    assert log_of(experiment) == local_log


def test_a_game_that_its_workers_are_lost_by_is_given_up_and_the_others_go_on() -> None:
    experiment = services.begin_experiment(FILE)
    for _ in range(services.MOST_TRIES):
        lost = services._claim()
        assert lost is not None
        assert lost.order == 0
        GameRun.objects.filter(pk=lost.pk).update(alive_at=timezone.now() - timedelta(hours=1))
        services.sweep_experiments()
    assert play_all() == 2
    experiment.refresh_from_db()
    assert experiment.state == "done"
    (failed,) = queries.failed_runs(experiment)
    assert "lost 3 times" in failed.error


class Crashes:
    def decide(self, view: Any, memory: Any, rng: Any, seconds: float) -> Any:
        raise MemoryError("no memory left")


class Hangs:
    def decide(self, view: Any, memory: Any, rng: Any, seconds: float) -> Any:
        while True:
            pass


def test_a_bot_that_crashes_or_hangs_marks_its_game_and_no_other(put_on_offer: Any) -> None:
    put_on_offer(Bot("holdbot", "HoldBot", "For a test.", Crashes))
    broken = FILE.replace('"talker"\n', '"dumbbot"\n')
    experiment = services.begin_experiment(broken)
    assert play_all() == 3
    marked = list(queries.done_runs(experiment).values_list("number", "faults"))
    assert [number for number, faults in marked if faults] == [0, 1]
    faults = sum(faults for _, faults in marked)
    assert queries.progress_of(experiment).faults == faults
    assert f"<td>Faults of bots</td><td>{faults}</td>" in report_page(experiment)

    put_on_offer(Bot("holdbot", "HoldBot", "For a test.", Hangs))
    slow = 'version = 1\nname = "x"\ngames = 1\nterms.last_year = 1901\nterms.decision_seconds = 0.01\n[[sessions]]\n'
    hung = services.begin_experiment(slow + 'name = "s"\nseats = { dumbbot = 6, holdbot = 1 }\npowers = "fixed"')
    assert play_all() == 1
    assert queries.progress_of(hung).faults >= 2


def test_a_game_that_cannot_be_played_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = services.begin_experiment(FILE)
    real = record_of

    def sometimes(declaration: Any, record: Any) -> Any:
        if record["game"] == 1:
            raise ZeroDivisionError("a fault of the program")
        return real(declaration, record)

    monkeypatch.setattr(services, "record_of", sometimes)
    assert play_all() == 3
    (failed,) = queries.failed_runs(experiment)
    assert failed.error == "ZeroDivisionError: a fault of the program"
    report = report_page(experiment)
    assert "<td>2 of 3</td>" in report
    assert "<td>1</td><td>ZeroDivisionError: a fault of the program</td>" in report
    assert queries.progress_of(experiment).failed == 1
    assert queries.progress_of(experiment).done == 2


def test_paused_nothing_begins_and_resumed_it_goes_on(local_log: bytes) -> None:
    experiment = services.begin_experiment(FILE)
    assert services.play_next() is not None
    services.pause_experiment(experiment)
    assert services.play_next() is None
    with pytest.raises(Refused, match="Only a running"):
        services.pause_experiment(experiment)
    services.resume_experiment(experiment)
    assert play_all() == 2
    assert log_of(experiment) == local_log
    experiment.refresh_from_db()
    with pytest.raises(Refused, match="Only a paused"):
        services.resume_experiment(experiment)


def test_cancelled_it_stays_as_it_is_and_a_game_under_way_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = services.begin_experiment(FILE)
    real = play

    def cancelled_meanwhile(*given: Any) -> Any:
        services.cancel_experiment(experiment)
        return real(*given)

    monkeypatch.setattr(services, "play", cancelled_meanwhile)
    services.play_next()
    assert play_all() == 0
    assert queries.progress_of(experiment).done == 0
    with pytest.raises(Refused, match="over already"):
        services.cancel_experiment(experiment)


def test_experiments_take_turns() -> None:
    first, second = services.begin_experiment(FILE), services.begin_experiment(FILE)
    order = []
    while run := services.play_next():
        order.append(run.experiment_id)
    assert order == [first.pk, second.pk] * 3


def test_a_researcher_has_a_quota(cast: Any, settings: Any) -> None:
    settings.EXPERIMENT_GAMES = 5
    services.begin_experiment(FILE, cast.alice)
    with pytest.raises(Refused, match="3 games, 3 of yours are still to be played, and together there may be 5"):
        services.begin_experiment(FILE, cast.alice)
    services.begin_experiment(FILE, cast.bob)
    play_all()
    services.begin_experiment(FILE, cast.alice)


def test_a_wrong_file_begins_nothing_and_code_of_ones_own_is_not_run() -> None:
    for text in ("version = 1", FILE.replace("blabbot", "os:getcwd")):
        with pytest.raises(BadFileError):
            services.begin_experiment(text)
    assert not Experiment.objects.exists()


def recounted(experiment: Experiment) -> str:
    out = StringIO()
    call_command("experiment", "recount", experiment.slug, stdout=out)
    return out.getvalue()


def test_figures_of_an_earlier_version_are_counted_again_from_the_logs() -> None:
    experiment = services.begin_experiment(FILE)
    play_all()
    wanted, runs = list(queries.figures_in(experiment)), list(queries.done_runs(experiment))
    for run in runs:
        assert run.figures is not None
        run.figures["of"] = {power: {"kept": 7} for power in run.figures["of"]}
        run.save()
    logs.forget(runs[0])
    assert recounted(experiment) == "2 games counted again; 1 without a log, keeping its figures.\n"
    assert list(queries.figures_in(experiment))[1:] == wanted[1:]
    experiment.refresh_from_db()
    assert experiment.counted is not None, "means and tests are counted by the command, not when somebody looks"
    lines = counted_of(experiment).lines
    assert all("standing" in line.means for line in lines)
    assert {line.session: line.not_counted for line in lines} == {"two": 1, "seven": 0}


def test_a_damaged_log_keeps_its_figures_and_the_others_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    experiment = services.begin_experiment(FILE)
    play_all()
    before = list(queries.figures_in(experiment))
    whole = logs._bytes
    packed = iter([lambda data: data[:-9], lambda data: b"no log", lambda data: data])
    monkeypatch.setattr(logs, "_bytes", lambda run: next(packed)(whole(run)))
    assert recounted(experiment) == "1 game counted again; 2 with a damaged log, keeping their figures.\n"
    assert list(queries.figures_in(experiment)) == before


def test_a_game_forgotten_while_it_is_counted_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody withdraws after a log is read, another after all figures are."""
    experiment = services.begin_experiment(FILE)
    play_all()
    runs, read, counted = list(queries.done_runs(experiment)), logs.read, lines_of

    def read_and_withdraw(run: GameRun) -> Any:
        record = read(run)
        if run.pk == runs[0].pk:
            people._forget(runs[0])
        return record

    def count_and_withdraw(*asked: Any) -> Any:
        found = list(counted(*asked))
        if GameRun.objects.get(pk=runs[1].pk).state == GameRun.State.DONE:
            people._forget(runs[1])
        return iter(found)

    monkeypatch.setattr(logs, "read", read_and_withdraw)
    monkeypatch.setattr(counting, "lines_of", count_and_withdraw)
    assert recounted(experiment) == "2 games counted again.\n"
    assert GameRun.objects.get(pk=runs[0].pk).figures is None
    experiment.refresh_from_db()
    assert (experiment.done, experiment.counted_games) == (1, 1)
    assert counted_of(experiment).games == 1


def test_the_command_checks_runs_tells_and_exports(tmp_path: Path, local_log: bytes) -> None:
    file = tmp_path / "file.toml"
    file.write_text(FILE, encoding="utf-8")

    def said(*arguments: str) -> str:
        out = StringIO()
        call_command("experiment", *arguments, stdout=out)
        return out.getvalue()

    assert "3 games in 2 sessions" in said("check", str(file))
    slug = said("run", str(file), "--here").strip()
    assert "done" in said("status", slug)
    assert "3 of 3 games done, 0 running, 0 failed" in said("status", slug)
    assert "3 games in" in said("export", slug, "--out", str(tmp_path / "out"))
    assert (tmp_path / "out" / "games.jsonl.gz").read_bytes() == local_log
    assert gzip.decompress(local_log).count(b"\n") == 3
    assert "two" in (tmp_path / "out" / "summary.txt").read_text(encoding="utf-8")

    report = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    for words in (
        "3 of 3",
        "blabbot",
        "seats = { talker = 2, holdbot = 5 }",
        Experiment.objects.get(slug=slug).version,
    ):
        assert words in report
    assert report.count("<svg") == 2
    assert "http" not in report.replace("http://www.w3.org/", ""), "it needs nothing from elsewhere"

    other = said("run", str(file)).strip()
    said("pause", other)
    assert "paused" in said("status", other)
    said("resume", other)
    said("cancel", other)
    with pytest.raises(CommandError, match="over already"):
        said("cancel", other)
    with pytest.raises(CommandError, match="There is no experiment 'nosuch'"):
        said("status", "nosuch")
    file.write_text("version = 3", encoding="utf-8")
    with pytest.raises(CommandError, match="line 1: This file has version 3"):
        said("check", str(file))
