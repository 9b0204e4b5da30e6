"""Switches of an operator while the site runs."""

import asyncio
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from dipgame import switches
from dipgame.accounts.models import User
from dipgame.switches import ShutOut
from frontend.access import access_for
from frontend.game.commands import carry_out
from frontend.wire.commands import parse_command

pytestmark = pytest.mark.django_db


def switch(*words: str) -> str:
    out = StringIO()
    call_command("switch", *words, stdout=out)
    return out.getvalue()


def test_a_banner_stands_above_every_page_until_it_is_taken_off(client: Client) -> None:
    assert "site-banner" not in client.get("/").content.decode()
    assert switch("banner", "Back <soon>") == "banner: Back <soon>\n"
    assert "Back &lt;soon&gt;" in client.get("/").content.decode()
    assert "Back &lt;soon&gt;" in client.get(reverse("account_login")).content.decode()
    switch("banner", "--off")
    assert "site-banner" not in client.get("/").content.decode()


def test_no_new_guests_come_in_and_they_are_told_what_to_do(client: Client) -> None:
    switch("no_guests")
    answer = client.post(reverse("play_now"), follow=True)
    assert "takes no new guests just now; with an account you can play." in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists()
    switch("no_guests", "--off")
    client.post(reverse("play_now"))
    assert User.objects.filter(is_guest=True).count() == 1


def test_a_site_that_is_only_read_changes_nothing(story: Any, cast: Any, client: Client) -> None:
    story.begins()
    switch("read_only")
    client.force_login(cast.alice)
    page = client.get(reverse("game", args=[story.game.slug]))
    assert page.status_code == 200
    assert "The site is read-only just now." in page.content.decode()
    command = {"type": "order", "phase": "S1901M", "text": "A PAR - BUR"}
    answer = client.post(reverse("game_command", args=[story.game.slug]), command, content_type="application/json")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
    assert story.sheet("FRA").orders == {}
    assert client.get(reverse("admin:index")).status_code != 503


def test_a_socket_command_is_refused_while_the_site_is_only_read(story: Any, cast: Any) -> None:
    story.begins()
    switches.remember({"read_only": ""})
    command = parse_command('{"type": "order", "phase": "S1901M", "text": "A PAR - BUR"}')
    access = access_for(cast.alice, story.game.slug)
    assert access is not None
    reply = carry_out(access, command)
    assert reply["type"] == "refused"
    assert story.sheet("FRA").orders == {}


@pytest.mark.parametrize(("network", "status"), [("203.0.113.0/24", 403), ("203.0.113.7", 403), ("198.51.100.1", 200)])
def test_a_network_is_shut_out(client: Client, network: str, status: int) -> None:
    switch("shut_out", network)
    assert client.get("/", REMOTE_ADDR="203.0.113.7").status_code == status
    assert client.get("/health/live", REMOTE_ADDR="203.0.113.7").status_code == 200
    switch("shut_out", network, "--off")
    assert client.get("/", REMOTE_ADDR="203.0.113.7").status_code == 200


def test_a_network_that_is_shut_out_opens_no_socket() -> None:
    opened: list[str] = []

    async def inside(scope: Any, receive: Any, send: Any) -> None:
        opened.append(scope["client"][0])

    async def ask(address: str) -> list[Any]:
        sent: list[Any] = []
        events = [{"type": "websocket.disconnect", "code": 1000}, {"type": "websocket.connect"}]

        async def receive() -> Any:
            return events.pop()

        async def send(message: Any) -> None:
            sent.append(message)

        await ShutOut(inside)({"type": "websocket", "headers": [], "client": (address, 1)}, receive, send)
        return sent

    switches.remember({"shut_out 203.0.113.0/24": ""})
    assert [each["type"] for each in asyncio.run(ask("203.0.113.7"))] == ["websocket.close"]
    asyncio.run(ask("198.51.100.1"))
    assert opened == ["198.51.100.1"]


@pytest.mark.parametrize("words", [("banner",), ("shut_out",), ("shut_out", "nobody"), ("banner", "x" * 301)])
def test_a_switch_that_says_too_little_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(CommandError):
        switch(*words)
