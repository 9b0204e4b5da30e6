"""Logs taken in again: of experiments and of the arena; what is wrong is said with its line, and then nothing stays."""

import gzip
import json
from collections.abc import Callable
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import duckdb
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bots.arena.__main__ import main as arena
from bots.experiment.importing import BadLogError
from dipgame.experiments import logs, queries, services
from dipgame.experiments.importing import import_log
from dipgame.experiments.models import Experiment, Upload
from dipgame.experiments.uploads import read_upload, sweep_uploads
from tests.dipgame.test_experiments import FILE
from tests.frontend.experiments.test_experiments import alice

__all__ = ["alice"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def log() -> bytes:
    """Log of an experiment's games."""
    experiment = services.begin_experiment(FILE)
    while services.play_next() is not None:
        pass
    return bytes(b"".join(logs.joined(queries.done_runs(experiment))))


@pytest.fixture(scope="module")
def arena_log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("arena") / "games.jsonl"
    bots = ["blabbot"] * 2 + ["holdbot"] * 5
    arena(["--seats", ",".join(bots), "--rotate", "--games", "2", "--until", "1901", "--jobs", "1", "--out", str(path)])
    return path.read_bytes()


def figures(experiment: Experiment) -> Any:
    return [game.as_dict() for game in queries.figures_in(experiment)]


def test_an_experiments_log_comes_back_as_it_was(log: bytes) -> None:
    original = Experiment.objects.get()
    taken = import_log(BytesIO(log), "again", FILE)
    assert b"".join(logs.joined(queries.done_runs(taken))) == log
    assert figures(taken) == figures(original)
    assert (taken.state, taken.imported, taken.done, taken.name) == ("done", True, 3, "Small")
    original.refresh_from_db()
    taken.refresh_from_db()
    assert taken.counted == original.counted


def test_without_its_file_one_is_made(log: bytes) -> None:
    taken = import_log(BytesIO(log), "again")
    declaration = taken.declaration
    assert [(each.name, each.games, sorted(set(each.seats))) for each in declaration.sessions] == [
        ("two", 2, ["holdbot", "talker"]),
        ("seven", 1, ["talker"]),
    ]
    assert {each.playing.last_year for each in declaration.sessions} == {1901}
    assert figures(taken) == figures(Experiment.objects.exclude(pk=taken.pk).get())


def test_a_log_of_one_session_alone_is_numbered_by_itself(log: bytes) -> None:
    lines = [line for line in gzip.decompress(log).splitlines() if json.loads(line)["session"] == "seven"]
    taken = import_log(BytesIO(b"\n".join(lines)), "one")
    assert list(queries.done_runs(taken).values_list("number", flat=True)) == [0]


def test_the_arenas_log_is_taken_in_with_sessions_and_english(arena_log: bytes) -> None:
    taken = import_log(BytesIO(arena_log), "arena")
    (session,) = taken.declaration.sessions
    assert (session.name, session.games) == ("2 blabbot, 5 holdbot", 2)
    games = list(queries.figures_in(taken))
    assert [sorted(set(game.players.values())) for game in games] == [["blabbot", "holdbot"]] * 2
    record = logs.read(queries.done_runs(taken)[0])
    talk = [phase for phase in record["phases"] if phase.get("talk")]
    assert all(len(phase["english"]) == len(phase["talk"]) for phase in talk)


def changed(how: Callable[[dict[str, Any]], Any]) -> Callable[[bytes], bytes]:
    def change(log: bytes) -> bytes:
        lines = [json.loads(line) for line in gzip.decompress(log).splitlines()]
        how(lines[1])
        return "\n".join(map(json.dumps, lines)).encode()

    return change


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda _log: b"", "no game in this log"),
        (lambda _log: b"\x89PNG\r\n", "Line 1: this is not JSON"),
        (lambda _log: FILE.encode(), "Line 1: this is not JSON"),
        (lambda _log: b"[1, 2]", "Line 1: a game is a JSON object"),
        (lambda _log: b"{}", "Line 1: This log is of version none"),
        (lambda log: log[:-20], "the file is damaged"),
        (lambda log: log + log, "is twice in this log"),
        (changed(lambda game: game.update(version=9)), "Line 2: This log is of version 9; this program reads 1"),
        (changed(lambda game: game.pop("winner")), "Line 2: This is not a game as the log holds it"),
        (changed(lambda game: game.update(game=-3)), "-3 is no number of a game"),
        (changed(lambda game: game["players"].pop("FRA")), "has other powers than the seven"),
        (changed(lambda game: game.pop("version")), "take them in one by one"),
    ],
)
def test_a_wrong_log_is_refused_in_words_and_leaves_nothing(
    log: bytes, spoil: Callable[[bytes], bytes], words: str
) -> None:
    with pytest.raises(BadLogError) as caught:
        import_log(BytesIO(spoil(log)), "spoilt")
    assert words in str(caught.value)
    assert Experiment.objects.count() == 1


def test_another_experiments_file_is_told_apart(log: bytes) -> None:
    with pytest.raises(BadLogError, match="It is the file of another experiment"):
        import_log(BytesIO(log), "x", FILE.replace('name = "two"', 'name = "three"'))
    with pytest.raises(BadLogError, match="others sit there"):
        import_log(BytesIO(log), "x", FILE.replace("talker = 2, holdbot = 5", "talker = 3, holdbot = 4"))


@pytest.fixture
def send(alice: Any, client: Client) -> Callable[..., str]:
    """Sends a log by the page, has a worker read it, and returns what the page then says."""

    def send(first: bytes, second: bytes | None = None) -> str:
        files = {"log": SimpleUploadedFile("games.jsonl.gz", first)}
        if second is not None:
            files["file"] = SimpleUploadedFile("experiment.toml", second)
        waiting = client.post(reverse("experiment_import"), files, follow=True)
        assert "Waiting for a worker" in waiting.content.decode()
        read_upload(Upload.objects.latest("id").pk)
        return client.get(waiting.redirect_chain[-1][0], follow=True).content.decode()

    return send


def test_the_page_takes_a_log_and_tells_two_files_that_were_mixed_up(
    log: bytes, alice: Any, client: Client, send: Callable[..., str]
) -> None:
    assert "Perhaps the two were mixed up" in send(FILE.encode(), log)
    assert "line 1" in send(log, b"version = 2")
    assert "Choose a log" in client.post(reverse("experiment_import")).content.decode()
    named = {"log": SimpleUploadedFile("games.jsonl.gz", log), "name": "a\0b"}
    assert "cannot be stored" in client.post(reverse("experiment_import"), named).content.decode()
    assert Experiment.objects.filter(owner=alice).count() == 0
    assert "3 of <span" in send(log, FILE.encode())
    taken = Experiment.objects.get(owner=alice)
    assert taken.imported


def test_a_log_is_read_once_whoever_is_asked(log: bytes, send: Callable[..., str]) -> None:
    send(log, FILE.encode())
    read_upload(Upload.objects.get().pk)
    assert Experiment.objects.filter(imported=True).count() == 1


def test_a_log_that_takes_too_long_is_refused(log: bytes, send: Callable[..., str], settings: Any) -> None:
    settings.UPLOAD_SECONDS, settings.EXPERIMENT_GAMES = 1, 1_000_000
    text = gzip.decompress(log)
    many = gzip.compress(text * (60_000_000 // len(text)), compresslevel=1)
    assert "more than 1 seconds" in send(many)
    assert Upload.objects.get().state == Upload.State.REFUSED


def test_a_log_that_takes_too_much_memory_is_refused(send: Callable[..., str], settings: Any) -> None:
    settings.UPLOAD_MEGABYTES = 20
    assert "memory" in send(gzip.compress(b"[" + b"1," * 9_000_000 + b"1]"))


@pytest.mark.parametrize("deep", ["[", '{"a":', "("])
def test_a_line_of_deep_brackets_is_refused_before_it_is_read(deep: str) -> None:
    line = ('{"talk": ["' + deep * 4000 if deep == "(" else deep * 4000).encode()
    with pytest.raises(BadLogError, match="60 deep"):
        import_log(BytesIO(line), "deep")


def test_an_upload_that_nobody_read_is_read_later(log: bytes, send: Callable[..., str], monkeypatch: Any) -> None:
    send(log, FILE.encode())
    woken: list[int] = []
    monkeypatch.setattr("dipgame.experiments.queue.wake_reader", woken.append)
    waiting = Upload.objects.create(owner=Upload.objects.get().owner, name="x", at=timezone.now() - timedelta(hours=1))
    lost = Upload.objects.create(owner=waiting.owner, name="y", state="reading", at=timezone.now() - timedelta(hours=1))
    sweep_uploads()
    lost.refresh_from_db()
    assert woken == [waiting.pk]
    assert (lost.state, lost.problem) == ("refused", "Its worker was lost. Send it once more.")


def test_anothers_upload_is_not_there(log: bytes, send: Callable[..., str], client: Client, cast: Any) -> None:
    send(FILE.encode())
    client.force_login(cast.charlie)
    assert client.get(reverse("experiment_upload", args=[Upload.objects.get().slug])).status_code in (403, 404)


def test_the_command_takes_in_what_it_exported(log: bytes, tmp_path: Path) -> None:
    original = Experiment.objects.get()
    call_command("experiment", "export", original.slug, "--out", str(tmp_path))
    call_command("experiment", "import", str(tmp_path / "games.jsonl.gz"), "--file", str(tmp_path / "experiment.toml"))
    assert Experiment.objects.filter(imported=True).count() == 1
    with pytest.raises(CommandError, match="not JSON"):
        call_command("experiment", "import", str(tmp_path / "report.html"))


def test_the_table_for_pandas_has_a_row_a_player_and_game(
    alice: Any, log: bytes, tmp_path: Path, client: Client
) -> None:
    Experiment.objects.update(owner=alice)
    response = client.get(reverse("experiment_table", args=[Experiment.objects.get().slug]))
    path = tmp_path / "players.parquet"
    path.write_bytes(response.content)
    table = duckdb.read_parquet(str(path))
    names, rows = table.columns, table.fetchall()
    assert len(rows) == 3 * 7
    first = dict(zip(names, rows[0], strict=True))
    game = next(queries.figures_in(Experiment.objects.get()))
    assert (first["session"], first["game"], first["power"], first["winner"]) == ("two", 1, "AUS", None)
    assert first["player"] == game.players["AUS"]
    assert first["messages"] == game.of["AUS"].get("messages", 0)
    assert first["attacks_GER"] == game.between.get("AUS GER", {}).get("attacks", 0)
    assert sum(dict(zip(names, row, strict=True))["first"] for row in rows) == pytest.approx(3)
