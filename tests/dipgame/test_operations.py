"""Operations: health, metrics, logs, backups, the doctor, retention."""

import json
import logging
import os
import re
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta
from io import StringIO
from logging.config import DictConfigurator
from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from django.core.cache import caches
from django.core.management import call_command
from django.db import OperationalError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from prometheus_client import REGISTRY

from dipgame import health
from dipgame.backup import BackupError, keep_logs, logs_beside, restore_logs
from dipgame.games import clock, queries, services
from dipgame.games.doctor import examined
from dipgame.games.models import Game, Message
from dipgame.games.services.forget_talk import FORGOTTEN
from dipgame.games.standing import Standing
from dipgame.logs import configured
from dipgame.pool import Pool
from dipgame.redis_server import free_port
from tests.dipgame.databases import environment_for_children
from tests.patience import until
from tests.thinking import play_bot

ROOT = Path(__file__).parents[2]


# --- Health ------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/health/live", "/health/ready"])
def test_machines_are_answered_without_https(client, settings, address):
    settings.SECURE_SSL_REDIRECT = True
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.django_db
@pytest.mark.database
def test_not_ready_while_tables_are_missing(client):
    MigrationRecorder.Migration.objects.filter(app="games").order_by("-id").first().delete()
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json() | {"redis": None} == {"database": True, "migrations": False, "redis": None}
    assert client.get("/health/live").status_code == 200


@pytest.mark.django_db
def test_ready_without_redis_and_says_so(client, settings):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    answer = client.get("/health/ready")
    assert answer.status_code == 200
    assert answer.json()["redis"] is False


@pytest.mark.django_db
def test_alive_and_not_ready_without_a_database(client, monkeypatch):
    def away(*_):
        raise OperationalError("the server closed the connection")

    monkeypatch.setattr(connections["default"], "cursor", away)
    answer = client.get("/health/ready")
    assert answer.status_code == 503
    assert answer.json()["database"] is False
    assert client.get("/health/live").status_code == 200


# --- Numbers and logs ------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.database
def test_figures(story, cast):
    story.begins(bots="dumbbot")
    figures = queries.figures()
    assert figures.games == {"open": 0, "running": 1, "finished": 0, "cancelled": 0}
    assert (figures.overdue, figures.overdue_phases) == (0.0, 0)
    story.row.__class__.objects.update(deadline=clock.now() - timedelta(seconds=90))
    figures = queries.figures()
    assert figures.overdue == pytest.approx(90, abs=5)
    assert figures.overdue_phases == 1


@pytest.mark.django_db
def test_a_sweep_is_remembered():
    assert health.since_last_beat(clock.now().timestamp()) is None
    services.sweep()
    assert health.since_last_beat(clock.now().timestamp() + 5) == pytest.approx(5, abs=1)


def test_a_command_knows_of_the_sweeps_of_a_running_site():
    at = clock.now().timestamp()
    caches["site"].set("last-sweep", at - 3)
    assert health.since_last_beat(at) == pytest.approx(3)


@pytest.mark.django_db(transaction=True)
def test_a_web_process_tells_its_numbers_at_a_port_of_their_own():
    port = free_port()
    env = environment_for_children(METRICS_PORT=str(port), DATABASE_POOL="1")
    web = subprocess.Popen([sys.executable, "-c", "import dipgame.asgi, time; time.sleep(300)"], cwd=ROOT, env=env)
    try:
        until(lambda: "dipgame_games" in _told(port))
        told = [_told(port) for _ in range(3)][-1]  # with one connection
    finally:
        web.terminate()
        web.wait(10)
    for name in (
        'dipgame_games{status="running"}',
        "dipgame_overdue_seconds",
        "dipgame_bots_waiting",
        "dipgame_sockets",
        'dipgame_experiment_games{state="waiting"}',
    ):
        assert name in told


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_who_asks_for_numbers_gives_the_connection_back():
    """Each time a thread of its own asks: every process was without a connection after sixteen times once."""
    left: list[object] = []

    def ask() -> None:
        assert list(Standing().collect())
        left.append(connection.connection)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert left == [None]


def test_a_web_process_tells_of_its_connections_to_the_database(monkeypatch):
    assert list(Pool().collect()) == []  # no pool in tests

    class Shared:
        def get_stats(self):
            return {"pool_max": 16, "pool_size": 3, "pool_available": 1, "requests_num": 7, "requests_wait_ms": 1500}

    monkeypatch.setattr("dipgame.pool.connection", SimpleNamespace(pool=Shared()))
    told = {sample.name: sample.value for family in Pool().collect() for sample in family.samples}
    assert (told["dipgame_pool_most"], told["dipgame_pool_size"], told["dipgame_pool_free"]) == (16, 3, 1)
    assert (told["dipgame_pool_waiting"], told["dipgame_pool_taken_total"]) == (0, 7)
    assert told["dipgame_pool_waited_seconds_total"] == 1.5


def _told(port: int) -> str:
    with suppress(OSError):
        told: bytes = urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5).read()
        return told.decode()
    return ""


def test_every_number_on_the_dashboard_and_in_the_alarms_is_told():
    """A panel about a number that is not told would stay empty for ever."""
    source = "".join(
        ROOT.joinpath("dipgame", *path).read_text()
        for path in (("metrics.py",), ("pool.py",), ("games", "standing.py"), ("experiments", "standing.py"))
    )
    known = set(re.findall(r'"(dipgame_\w+)"', source))
    for file in ("grafana.json", "alarms.yml"):
        used = set(re.findall(r"dipgame_\w+", ROOT.joinpath("ops", file).read_text()))
        assert used
        for name in used:
            assert re.sub(r"_(bucket|sum|count|total)$", "", name) in known, name


@pytest.mark.django_db
def test_events_are_counted_in_metrics(story, cast, client):
    def told() -> dict[str, float]:
        return {
            what: REGISTRY.get_sample_value(f"dipgame_{name}", labels) or 0.0
            for what, name, labels in (
                ("phases", "phases_resolved_total", {"kind": "M"}),
                ("lags", "phase_lag_seconds_count", {}),
                ("bots", "bot_seconds_count", {"bot": "dumbbot", "task": "orders"}),
                ("commands", "command_seconds_count", {"type": "order", "answer": "done"}),
                ("pages", "request_seconds_count", {"view": "live", "status": "200"}),
            )
        }

    game, before = story.begins(bots="dumbbot").game, told()
    sheet = story.sheet("TUR")
    sheet.__class__.objects.filter(pk=sheet.pk).update(bot_state="waiting", ready=False)
    assert play_bot(sheet.pk)
    client.force_login(cast.alice)
    order = {"type": "order", "phase": "S1901M", "text": "A PAR - BUR", "ref": 1}
    client.post(f"/games/{game.slug}/command", order, content_type="application/json")
    client.get("/health/live")
    story.orders("ENG", "F LON H")
    story.row.__class__.objects.update(deadline=clock.now() - timedelta(seconds=5))
    assert services.resolve_phase(story.row.pk)
    assert [what for what, count in told().items() if count <= before[what]] == []


@pytest.mark.django_db
@pytest.mark.parametrize(("given", "kept"), [("abc-123", True), ("", False), ("x" * 65, False), ("a\nb", False)])
def test_requests_have_an_id(client, given, kept):
    answer = client.get("/health/live", headers={"X-Request-ID": given} if given else {})
    assert (answer.headers["X-Request-ID"] == given) is kept
    assert len(answer.headers["X-Request-ID"]) <= 64


def test_a_line_of_the_log_says_in_which_game():
    script = (
        "import django, logging; django.setup()\n"
        "from dipgame.logs import about\n"
        "with about(game='abc', phase='S1901M', seat='FRA', request='r1'):\n"
        "    logging.getLogger('dipgame.test').warning('bot %s is late', 'hana')\n"
    )
    env = environment_for_children(LOG_FORMAT="json")
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    line = json.loads(done.stderr)
    assert line["event"] == "bot hana is late"
    assert (line["game"], line["phase"], line["seat"], line["request"]) == ("abc", "S1901M", "FRA", "r1")
    assert (line["level"], line["logger"]) == ("warning", "dipgame.test")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "status", "has_traceback"),
    [("/people/%00/", 400, False), ("/nowhere/", 404, False), ("/health/ready", 500, True)],
)
def test_what_went_wrong_goes_by_the_id_of_its_request(client, monkeypatch, address, status, has_traceback):
    """In one line, with a traceback where it was our fault."""
    monkeypatch.setattr(health, "database", lambda: 1 / 0)
    told, form = StringIO(), configured("INFO", "json")["formatters"]["json"]
    handler = logging.StreamHandler(told)
    handler.setFormatter(DictConfigurator({}).configure_formatter(dict(form)))
    client.raise_request_exception = False
    logging.getLogger().addHandler(handler)
    try:
        assert client.get(address, headers={"X-Request-ID": "r-77"}).status_code == status
    finally:
        logging.getLogger().removeHandler(handler)
    (line,) = (json.loads(each) for each in told.getvalue().splitlines())
    assert (line["request"], line["status_code"]) == ("r-77", status)
    assert ("exception" in line) is has_traceback


@pytest.mark.database
def test_migrations_make_what_the_models_say(db):
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


# --- Backups ------------------------------------------------------------------------------------------------


@pytest.fixture
def scratch(tmp_path, db) -> Iterator[dict[str, str]]:
    """An environment with a database of its own, of the kind the tests run on, with its tables."""
    if connection.vendor == "sqlite":
        url, name = f"sqlite:///{tmp_path / 'scratch.sqlite3'}", ""
    else:
        given = connection.settings_dict
        name = f"dipgame_scratch_{time.time_ns()}"
        parts = {"user": given["USER"], "password": given["PASSWORD"], "host": given["HOST"], "port": given["PORT"]}
        keeper = psycopg.connect(
            dbname="postgres", autocommit=True, **{key: each for key, each in parts.items() if each}
        )
        keeper.execute(f"CREATE DATABASE {name}")
        url = environment_for_children()["DATABASE_URL"].rpartition("/")[0] + f"/{name}"
    env = environment_for_children(DATABASE_URL=url)
    _manage(env, "migrate", "--verbosity", "0")
    yield env
    if name:
        keeper.execute(f"DROP DATABASE {name} WITH (FORCE)")
        keeper.close()


def _manage(env: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "manage.py", *command], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


_KEEP = """
from django.core.management import CommandError, call_command
from dipgame.accounts.models import User

def refused(*command):
    try:
        call_command(*command)
    except CommandError as error:
        return str(error)

User.objects.create_user("dora@example.org", "Dora", "x")
call_command("backup", {file!r})
User.objects.create_user("emil@example.org", "Emil", "x")
print(refused("backup", {file!r}))
print(refused("restore", {file!r}))
"""
_SPOIL = """
from pathlib import Path
from django.core.management import CommandError, call_command
from dipgame.accounts.models import User

def refused(file):
    try:
        call_command("restore", file, "--yes")
    except CommandError as error:
        return str(error)

print(sorted(User.objects.values_list("name", flat=True)))
kept = Path({file!r}).read_bytes()
for rubbish in (b"no backup at all", kept[: len(kept) // 3]):
    Path({broken!r}).write_bytes(rubbish)
    print(refused({broken!r}))
print(refused({broken!r} + "/nowhere"))
print(sorted(User.objects.values_list("name", flat=True)))
User.objects.create_user("fritz@example.org", "Fritz", "x")
"""


@pytest.mark.slow
@pytest.mark.database
def test_what_was_kept_comes_back_and_what_came_after_is_gone(scratch, tmp_path):
    """And what is no backup, or half of one, changes nothing."""
    file, broken = tmp_path / "kept", tmp_path / "broken"
    refused = _manage(scratch, "shell", "--command", _KEEP.format(file=str(file)))
    assert "there already" in refused
    assert "--yes" in refused
    assert file.stat().st_mode & 0o077 == 0
    _manage(scratch, "restore", str(file), "--yes")
    told = _manage(scratch, "shell", "--command", _SPOIL.format(file=str(file), broken=str(broken)))
    first, rubbish, half, nowhere, last = told.splitlines()[-5:]
    assert first == last == "['Dora']"
    assert "is no backup" in rubbish
    assert half != "None"
    assert "cannot be read" in nowhere


def test_a_backup_takes_the_logs_of_experiments_along(tmp_path, settings):
    settings.EXPERIMENTS_DIR = tmp_path / "experiments"
    log = tmp_path / "experiments" / "abc" / "7.jsonl.gz"
    log.parent.mkdir(parents=True)
    log.write_bytes(b"a game")
    file = tmp_path / "kept"
    assert keep_logs(file) == 1
    assert logs_beside(file).stat().st_mode & 0o077 == 0
    log.unlink()
    assert restore_logs(file) == 1
    assert log.read_bytes() == b"a game"
    logs_beside(file).write_bytes(b"no archive")
    with pytest.raises(BackupError, match="could not be restored"):
        restore_logs(file)


def test_a_backup_without_logs_beside_it_restores_none(tmp_path, settings):
    settings.EXPERIMENTS_DIR = tmp_path / "none"
    assert keep_logs(tmp_path / "kept") == 0
    assert restore_logs(tmp_path / "other") == 0


@pytest.mark.parametrize(
    ("env", "code"), [({}, 0), ({"CI": "true"}, 1), ({"CI": "true", "AUDIT_OFFLINE": "1"}, 0)], ids=str
)
def test_an_audit_that_could_not_reach_its_list_is_red_in_ci(tmp_path, env, code):
    audit = tmp_path / "pip-audit"
    audit.write_text("#!/bin/sh\necho 'ServiceError: connection refused'\nexit 1\n", encoding="utf-8")
    audit.chmod(0o755)
    outside = {name: value for name, value in os.environ.items() if name not in ("CI", "AUDIT_OFFLINE")}
    done = subprocess.run(
        ["sh", "scripts/audit.sh", str(tmp_path)],
        cwd=ROOT,
        env=outside | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code
    assert "nothing was checked" in done.stdout


# --- The doctor -----------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_doctor_names_what_is_wrong_and_what_to_do(story, settings):
    story.begins()
    story.row.__class__.objects.update(deadline=clock.now() - timedelta(minutes=5))
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    found = {each.name: each for each in examined()}
    assert found["database"].is_well
    assert found["migrations"].is_well
    assert not found["redis"].is_well
    assert "REDIS_URL" in found["redis"].words
    assert not found["deadlines"].is_well
    assert story.game.slug in found["deadlines"].words


@pytest.mark.django_db
def test_the_doctor_asks_the_mail_server_itself(settings):
    """Not the backend of pages, which keeps mails in rows and always answers."""
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    settings.EMAIL_URL, settings.EMAIL_HOST, settings.EMAIL_PORT = "smtp://127.0.0.1", "127.0.0.1", free_port()
    settings.MAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    (mail,) = (each for each in examined() if each.name == "mail")
    assert not mail.is_well
    assert "EMAIL_URL" in mail.words


@pytest.mark.django_db
def test_the_doctor_knows_whether_anybody_sweeps(redis, settings):
    settings.REDIS_URL = redis
    without = {each.name: each for each in examined()}
    assert not without["beat"].is_well
    assert not without["workers, bots"].is_well
    services.sweep()
    assert {each.name: each.is_well for each in examined()}["beat"]


@pytest.mark.django_db
def test_the_doctor_ends_with_what_it_found(settings):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    out = StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", stdout=out)
    assert "ILL   redis" in out.getvalue()
    assert "well  database" in out.getvalue()


# --- What is let go of --------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize(("days", "ended", "kept"), [(30, 31, 0), (30, 29, 1), (0, 3000, 1), (30, None, 1)])
@pytest.mark.database
def test_words_of_long_ago(story, settings, days, ended, kept):
    settings.KEEP_TALK_DAYS = days
    story.begins(bots="dumbbot")
    story.says("FRA", "ENG", "the password is marmalade", plain=True)
    promised = story.says("FRA", "ENG", "I propose peace")
    if ended is not None:
        at = clock.now() - timedelta(days=ended)
        Game.objects.update(status="finished", result="draw", started_at=at, finished_at=at)
    services.forget_talk()
    texts = set(Message.objects.values_list("text", flat=True))
    assert texts == ({"the password is marmalade", "I propose peace"} if kept else {FORGOTTEN})
    assert Message.objects.get(pk=promised.pk).term == promised.term
    assert services.forget_talk() == 0
