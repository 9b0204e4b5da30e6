"""Settings from the environment."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from dipgame.environment import (
    broker_url,
    database_url,
    flag,
    kept_secret,
    mail_settings,
    number,
    redis_of_play,
    redis_url,
    secret,
    secret_key,
    site_url,
    words,
)
from dipgame.redis_server import prepare_redis, start_redis
from tests.dipgame.databases import environment_for_children
from tests.effort import examples, variation

ROOT = Path(__file__).parents[2]
SOUND_KEY = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


@pytest.mark.parametrize(("text", "value"), [("1", True), ("True", True), ("off", False), ("0", False), ("", True)])
def test_flags(monkeypatch, text, value):
    monkeypatch.setenv("SOMETHING", text)
    assert flag("SOMETHING", True) is value


@pytest.mark.parametrize(
    ("read", "text"), [(flag, "maybe"), (number, "much"), (number, "-1"), (number, "nan"), (number, "inf")]
)
def test_a_bad_value_names_its_variable(monkeypatch, read, text):
    monkeypatch.setenv("SOMETHING", text)
    with pytest.raises(ImproperlyConfigured, match="SOMETHING"):
        read("SOMETHING", 1)


def test_numbers_and_words(monkeypatch):
    monkeypatch.setenv("SOMETHING", " 2.5 ")
    assert number("SOMETHING", 1) == 2.5
    monkeypatch.setenv("SOMETHING", "a.example, b.example,")
    assert words("SOMETHING", "c") == ["a.example", "b.example"]
    monkeypatch.delenv("SOMETHING")
    assert (number("SOMETHING", 1), words("SOMETHING", "c,d")) == (1, ["c", "d"])


def test_a_secret_is_made_once_and_read_by_its_owner_only(tmp_path):
    file = tmp_path / "deep" / "secret"
    secret = kept_secret(file)
    assert len(secret) > 50
    assert kept_secret(file) == secret
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["secret"]


def test_mail():
    assert mail_settings("")["EMAIL_BACKEND"].endswith("console.EmailBackend")
    plain = mail_settings("smtp://me%40example.org:p%3Aw@mail.example.org?from=games@example.org")
    assert (plain["EMAIL_HOST"], plain["EMAIL_PORT"], plain["EMAIL_USE_TLS"]) == ("mail.example.org", 587, True)
    assert (plain["EMAIL_HOST_USER"], plain["EMAIL_HOST_PASSWORD"]) == ("me@example.org", "p:w")
    assert plain["DEFAULT_FROM_EMAIL"] == "games@example.org"
    secure = mail_settings("smtps://mail.example.org")
    assert (secure["EMAIL_PORT"], secure["EMAIL_USE_SSL"], secure["EMAIL_USE_TLS"]) == (465, True, False)
    assert mail_settings("smtp://localhost:25?tls=0")["EMAIL_USE_TLS"] is False
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        mail_settings("mail.example.org")


def test_sockets_of_redis_are_spelled_as_celery_wants():
    assert broker_url("unix:///run/redis.sock?db=1") == "redis+socket:///run/redis.sock?db=1"
    assert broker_url("redis://127.0.0.1:6379/0") == "redis://127.0.0.1:6379/0"


def test_a_secret_may_lie_in_a_file(monkeypatch, tmp_path):
    file = tmp_path / "secret"
    file.write_text("an inkwell\n")
    monkeypatch.setenv("SOMETHING_FILE", str(file))
    assert secret("SOMETHING") == "an inkwell"
    monkeypatch.setenv("SOMETHING", "another")
    with pytest.raises(ImproperlyConfigured, match="say it once"):
        secret("SOMETHING")
    monkeypatch.delenv("SOMETHING")
    for bad in (tmp_path / "nowhere", tmp_path):
        monkeypatch.setenv("SOMETHING_FILE", str(bad))
        with pytest.raises(ImproperlyConfigured, match="SOMETHING_FILE"):
            secret("SOMETHING")
    file.write_text("\n")
    monkeypatch.setenv("SOMETHING_FILE", str(file))
    with pytest.raises(ImproperlyConfigured, match="empty"):
        secret("SOMETHING")


@pytest.mark.parametrize("key", ["x", "changeme", "a" * 80, "secret" * 5])
def test_a_weak_key_is_refused(monkeypatch, key):
    monkeypatch.setenv("SECRET_KEY", key)
    with pytest.raises(ImproperlyConfigured, match="too easily guessed"):
        secret_key()


@pytest.mark.parametrize("url", ["nonsense", "127.0.0.1:6379", "http://host", "redis://", "redis://h:port", "unix://"])
def test_nonsense_for_redis_is_refused(monkeypatch, url):
    monkeypatch.setenv("REDIS_URL", url)
    with pytest.raises(ImproperlyConfigured, match="REDIS_URL"):
        redis_url("")


@pytest.mark.parametrize("url", ["redis://h", "rediss://:p%2Fw@h:6380/1", "unix:///run/redis.sock?db=1"])
def test_sound_addresses_of_redis(monkeypatch, url):
    monkeypatch.setenv("REDIS_URL", url)
    assert redis_url("") == url


@pytest.mark.parametrize("url", ["nonsense", "mysql://h/n", "postgres://h:port/n"])
def test_nonsense_for_the_database_is_refused(monkeypatch, url):
    monkeypatch.setenv("DATABASE_URL", url)
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        database_url("")


BAD: list[tuple[dict[str, str], str]] = [
    ({"SECRET_KEY": SOUND_KEY, "DEBUG": "1"}, "DEBUG=1"),
    ({"SECRET_KEY": "short"}, "SECRET_KEY"),
    ({"REDIS_URL": "nonsense"}, "REDIS_URL"),
    ({"LOG_FORMAT": "prose"}, "LOG_FORMAT"),
    ({"PROXIES": "some"}, "PROXIES"),
    ({"VAPID_KEY": "short"}, "VAPID_KEY"),
    ({"CONTACT": "over there"}, "CONTACT"),
    ({"METRICS_PORT": "many"}, "METRICS_PORT"),
    ({"EMAIL_URL": "smtp://mail.example.org:often"}, "EMAIL_URL"),
    ({"LOG_LEVEL": "loud"}, "LOG_LEVEL"),
]
# `manage.py check` loads its modules once; each set of variables is tried in a fork.
_CHECKS = """
import json, os, runpy, sys
import allauth, celery, channels, django.core.management, structlog
from django.core.management.commands import check

for variables in json.loads(sys.stdin.read()):
    told, into = os.pipe()
    child = os.fork()
    if child == 0:
        os.dup2(into, 2)
        os.close(told), os.close(into)
        os.environ.update(variables)
        sys.argv = ["manage.py", "check"]
        runpy.run_path("manage.py", run_name="__main__")
        os._exit(0)
    os.close(into)
    with os.fdopen(told) as words:
        said = words.read()
    # What a copy of the process finds waiting to be printed it would print again.
    print(json.dumps([os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said]), flush=True)
"""


def test_the_site_does_not_start_with_a_bad_value():
    bad = BAD[: examples(25)]
    given = json.dumps([{}, *(variables for variables, _ in bad)])
    told = subprocess.run(
        [sys.executable, "-c", _CHECKS], cwd=ROOT, input=given, capture_output=True, text=True, check=True
    )
    (sound, _), *answers = [json.loads(line) for line in told.stdout.splitlines() if line.startswith("[")]
    assert sound == 0
    assert len(answers) == len(bad)
    began = [variables for (variables, words), (code, said) in zip(bad, answers, strict=True) if not code]
    assert began == []
    unsaid = [(words, said) for (_, words), (_, said) in zip(bad, answers, strict=True) if words not in said]
    assert unsaid == []


def test_a_public_site_with_sound_values_has_nothing_weak():
    env = os.environ | {"SECRET_KEY": SOUND_KEY, "ALLOWED_HOSTS": "play.example.org", "COLLECTED_STATIC": "0"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT, env=env, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


_BREAKS = """
import django; django.setup()
import sentry_sdk
from django.conf import settings
from django.test import Client
from dipgame import security

def broken(text):
    said = "marma" + "lade"
    raise ValueError("it broke")

if (client := sentry_sdk.get_client()).is_active():
    client.transport.capture_envelope = lambda envelope: print(envelope.serialize().decode())
settings.ALLOWED_HOSTS, security.is_sound = ["testserver"], broken
visitor = Client(raise_request_exception=False)
visitor.cookies["sessionid"] = "marmalade"
print(visitor.post("/accounts/login/", {"login": "marmalade"}).status_code)
"""


@pytest.mark.parametrize("dsn", [variation(""), "https://key@127.0.0.1:9/1"])
def test_errors_go_to_sentry_where_there_is_one_and_nobodys_words_with_them(dsn):
    env = os.environ | {"SENTRY_DSN": dsn}
    told = subprocess.run(
        [sys.executable, "-c", _BREAKS], cwd=ROOT, env=env, capture_output=True, text=True, check=True
    ).stdout
    assert told.rstrip().endswith("500")
    assert ("it broke" in told) is bool(dsn)
    assert "marmalade" not in told


@pytest.mark.parametrize(
    ("given", "hosts", "https", "url"),
    [
        ("", ["games.example.org", "localhost"], True, "https://games.example.org"),
        ("", ["*", ".example.org", "localhost"], False, "http://localhost:8123"),
        ("", ["*"], True, "https://localhost"),
        ("https://games.example.org/", ["*"], True, "https://games.example.org"),
    ],
)
def test_where_links_in_mails_lead(monkeypatch, given, hosts, https, url):
    monkeypatch.setenv("SITE_URL", given)
    monkeypatch.setenv("PORT", "8123")
    assert site_url(hosts, https) == url


@pytest.mark.parametrize("given", ["games.example.org", "ftp://games.example.org", "https://"])
def test_an_address_that_is_none_is_refused(monkeypatch, given):
    monkeypatch.setenv("SITE_URL", given)
    with pytest.raises(ImproperlyConfigured, match="SITE_URL"):
        site_url(["localhost"], False)


def test_commands_find_the_redis_of_a_running_play(tmp_path: Path) -> None:
    server = prepare_redis(tmp_path)
    assert redis_of_play(tmp_path) == server.url


def test_without_play_there_is_no_redis_to_find(tmp_path: Path) -> None:
    assert redis_of_play(tmp_path) is None
    (tmp_path / "redis.conf").write_text("port 1\n", encoding="utf-8")
    assert redis_of_play(tmp_path) is None


def test_doctor_asks_the_redis_of_a_running_play(tmp_path: Path) -> None:
    process, _ = start_redis(tmp_path)
    try:
        env = environment_for_children(PLAY_DIR=str(tmp_path))
        env.pop("REDIS_URL", None)
        command = [sys.executable, "manage.py", "doctor"]
        told = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    finally:
        process.terminate()
        process.wait()
    assert "well  redis" in told.stdout.lower()
