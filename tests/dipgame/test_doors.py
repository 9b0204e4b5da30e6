"""Hosts and origins are checked, and every page sends its policies."""

import json

import pytest
from channels.testing import WebsocketCommunicator
from django.test import override_settings
from django.utils.module_loading import import_string

from dipgame.asgi import application
from dipgame.security import is_own_page
from dipgame.static_files import HashedStaticFiles


def _connects(origin: bytes | None, host: bytes) -> "WebsocketCommunicator":
    headers = [(b"host", host)] + ([(b"origin", origin)] if origin else [])
    return WebsocketCommunicator(application, "/ws/lobby/", headers=headers)


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "origin",
    [
        *(b"https://evil.example", b"null", b"http://localhost.evil.example", None),
        *(b"http://localhost:9000", b"http://localhost", b"ftp://localhost:8000", b"http://a@localhost:8000"),
    ],
)
async def test_a_socket_of_another_site_or_another_port_is_refused(origin):
    with override_settings(ALLOWED_HOSTS=["localhost"]):
        connected, _ = await _connects(origin, b"localhost:8000").connect()
    assert not connected


@pytest.mark.parametrize(
    ("origin", "host", "https", "is_ours"),
    [
        ("http://localhost:8000", "localhost:8000", False, True),
        ("http://LOCALHOST:8000", "localhost:8000", False, True),
        ("https://play.example.org", "play.example.org", True, True),
        ("http://play.example.org", "play.example.org", True, False),
        ("https://evil.example", "evil.example", True, False),
        ("https://play.example.org:444", "play.example.org", True, False),
        ("https://www.example.org", "play.example.org", True, True),
        ("http://[::1]:8000", "[::1]:8000", False, True),
    ],
)
def test_pages_of_this_site_are_known_by_their_origin(settings, origin, host, https, is_ours):
    settings.ALLOWED_HOSTS = ["localhost", "play.example.org", "[::1]"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://www.example.org"]
    settings.HTTPS = https
    assert is_own_page([(b"Origin", origin.encode()), (b"Host", host.encode())]) is is_ours


@pytest.mark.parametrize("address", ["/", "/games/", "/accounts/login/", "/nowhere/"])
def test_every_page_brings_the_policies(client, db, address):
    answer = client.get(address)
    policy = dict(each.strip().split(" ", 1) for each in answer.headers["Content-Security-Policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert not [name for name, value in policy.items() if "unsafe" in value or "*" in value]
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == "'none'"
    assert "camera=()" in answer.headers["Permissions-Policy"]
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "address",
    [
        "/people/%00/",
        "/people/a%00b/",
        "/?phase=%00",
        "/watch/?page=%00",
        "/games/%00/",
        "/admin/?q=%00",
        "/games/?pace=%00",
    ],
)
def test_signs_that_no_text_can_hold_are_bad_input(client, db, address):
    answer = client.get(address)
    assert answer.status_code == 400
    assert "We could not read your request" in answer.content.decode()


@pytest.mark.parametrize("name", ["sessionid", "board_labels", "csrftoken"])
def test_such_signs_in_a_cookie_too(client, db, name):
    client.cookies[name] = "aaaaaaaaaaaaaaaa\x00"
    assert client.get("/my/games/").status_code == 400


@pytest.mark.parametrize("sign", ["\\u0000", "\\ud800", "\\udfff\\ud800", "\\u0007"])
@pytest.mark.parametrize(
    "command",
    [
        {"type": "say", "text": "a SIGN b", "to": ["GER"], "l": "", "plain": True},
        {"type": "say", "text": "good day", "to": ["SIGN"], "l": "", "plain": True},
        {"type": "say", "text": "", "to": ["GER"], "l": "SIGN", "plain": False},
        {"type": "read", "text": "SIGN", "to": ["GER"]},
        {"type": "order", "phase": "S1901M", "text": "A PAR - BURSIGN"},
        {"type": "cancel", "phase": "S1901M", "unit": "SIGN"},
        {"type": "order", "phase": "SIGN", "text": "A PAR - BUR"},
        {"type": "answer", "message": 1, "act": "SIGN"},
    ],
    ids=lambda command: command["type"],
)
def test_such_signs_in_a_command_are_refused_in_words(story, cast, client, command, sign):
    game = story.begins().game
    client.force_login(cast.alice)
    body = json.dumps(command).replace("SIGN", sign)
    answer = client.post(f"/games/{game.slug}/command", body, content_type="application/json")
    assert answer.status_code < 500
    if command["type"] != "read":
        assert answer.json()["type"] == "refused"
        assert not game.messages.exists()


@pytest.mark.parametrize("body", [b"\xff\xfe", b"{" * 4000, b"", b"[]", b"1e999", b'{"type": "\xed\xa0\x80"}'])
def test_a_body_that_is_not_text_is_a_bad_request(story, cast, client, body):
    client.force_login(cast.alice)
    address = f"/games/{story.begins().game.slug}/command"
    assert client.post(address, body, content_type="application/json").status_code == 400


def test_passwords_are_kept_by_argon2(db):
    """In the settings; other tests hash quickly."""
    from dipgame import settings as ours

    hasher = import_string(ours.PASSWORD_HASHERS[0])()
    kept = hasher.encode("a quiet inkwell", hasher.salt())
    assert kept.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert hasher.verify("a quiet inkwell", kept)
    assert not hasher.verify("a loud inkwell", kept)


@override_settings(ALLOWED_HOSTS=["play.example.org"])
def test_a_name_that_is_not_ours_is_not_answered(client, db):
    assert client.get("/admin/login/", headers={"host": "evil.example"}).status_code == 400


def test_modules_find_each_other_under_their_hashed_names(tmp_path, settings):
    settings.STATIC_ROOT = str(tmp_path)
    storage = HashedStaticFiles(location=str(tmp_path), base_url="/static/")
    (tmp_path / "a.js").write_text('import { b } from "./b.js";\n')
    (tmp_path / "b.js").write_text("export const b = 1;\n")
    list(storage.post_process({name: (storage, name) for name in ("a.js", "b.js")}))
    hashed = storage.stored_name("a.js")
    assert storage.stored_name("b.js").removeprefix("./") in (tmp_path / hashed).read_text()
