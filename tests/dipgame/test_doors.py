"""Who gets in at all: hosts, origins, and what every page says about itself."""

import pytest
from channels.testing import WebsocketCommunicator
from django.test import override_settings

from dipgame.asgi import application
from dipgame.security import POLICY
from dipgame.static_files import HashedStaticFiles


@pytest.mark.asyncio
@pytest.mark.parametrize("origin", [b"https://evil.example", b"null", b"http://localhost.evil.example", None])
async def test_a_socket_of_another_site_is_refused(origin):
    headers = [(b"host", b"localhost")] + ([(b"origin", origin)] if origin else [])
    with override_settings(ALLOWED_HOSTS=["localhost"]):
        socket = WebsocketCommunicator(application, "/ws/games/abc/", headers=headers)
        connected, _ = await socket.connect()
    assert not connected


def test_every_page_brings_the_policy(client, db):
    answer = client.get("/admin/login/")
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert "unsafe-inline" not in POLICY.replace("style-src-attr 'unsafe-inline'", "")
    assert answer.headers["X-Frame-Options"] == "DENY"


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
