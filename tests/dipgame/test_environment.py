"""Settings from the environment."""

import stat

import pytest
from django.core.exceptions import ImproperlyConfigured

from dipgame.environment import broker_url, flag, kept_secret, mail_settings, number, words


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
