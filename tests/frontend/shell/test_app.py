"""The site can be kept on a phone as an app."""

from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_manifest_makes_it_an_app(client: Client) -> None:
    assert 'rel="manifest" href="/manifest.webmanifest"' in client.get("/games/").content.decode()
    answer = client.get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert (told["display"], told["start_url"], told["scope"]) == ("standalone", "/my/games/", "/")
    assert {(icon["sizes"], icon["purpose"]) for icon in told["icons"]} >= {("192x192", "any"), ("512x512", "maskable")}
    for size in (192, 512):
        head = Path(str(finders.find(f"img/icon-{size}.png"))).read_bytes()[:24]
        assert int.from_bytes(head[16:20], "big") == int.from_bytes(head[20:24], "big") == size


def test_the_page_without_a_connection_tells_nothing_of_anybody(client: Client, cast: Any) -> None:
    """It is kept in the browser, whoever sits there later."""
    before = client.get("/offline/").content
    client.force_login(cast.alice)
    assert client.get("/offline/").content == before
    assert b"No connection" in before
    assert "/offline/" in client.get("/service-worker.js").content.decode()


def test_the_bell_says_how_much_is_new_for_the_icon(story: Any, client: Client, cast: Any) -> None:
    story.begins()
    client.force_login(cast.alice)
    assert 'data-new="1"' in client.get("/games/").content.decode()
