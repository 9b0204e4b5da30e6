"""A person asks somebody's bot for a game."""

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.test import Client

from dipgame.accounts import friends
from dipgame.accounts.models import User
from dipgame.games import clock, queries
from dipgame.games.models import Game, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def grabber(cast: Any) -> User:
    User.objects.filter(pk=cast.charlie.pk).update(name="Grabber (bot)", is_program=True)
    cast.charlie.refresh_from_db()
    bot: User = cast.charlie
    return bot


def ask(client: Client, who: str = "Grabber (bot)") -> Any:
    return client.post(f"/people/{who}/challenge/", follow=True)


def test_a_private_table_waits_for_the_two(client: Client, cast: Any, grabber: User) -> None:
    client.force_login(cast.alice)
    assert "Play against this bot" in client.get("/people/Grabber (bot)/").content.decode()
    page = ask(client)
    game = Game.objects.get()
    assert page.redirect_chain[-1][0] == f"/games/{game.slug}/table/"
    assert "Grabber (bot) is asked to sit down" in page.content.decode()
    assert (game.host, game.programs, game.is_private, game.status) == (cast.alice, 1, True, "open")
    assert game.fill_at is not None
    assert game.fill_at - clock.now() <= timedelta(minutes=10)
    assert Seat.objects.get(user__isnull=False).user == cast.alice


def test_the_bot_finds_it_in_its_inbox(client: Client, cast: Any, grabber: User) -> None:
    client.force_login(cast.alice)
    ask(client)
    [told] = queries.readable_news(grabber)
    assert told.words.startswith("Alice asks you for a game: Alice and Grabber (bot)")
    client.force_login(grabber)
    assert client.get(told.address).status_code == 200


def test_whom_the_bot_does_not_read_it_is_not_told_of(client: Client, cast: Any, grabber: User) -> None:
    friends.block(grabber, cast.alice)
    client.force_login(cast.alice)
    assert "is asked to sit down" in ask(client).content.decode()
    assert not queries.readable_news(grabber).exists()


@pytest.mark.parametrize("who", ["Bob", "Alice", "Nobody"])
def test_people_are_not_asked_in_this_way(client: Client, cast: Any, who: str) -> None:
    client.force_login(cast.alice)
    assert "Play against this bot" not in client.get("/people/Bob/").content.decode()
    ask(client, who)
    assert not Game.objects.exists()


def test_who_is_not_signed_in_asks_nobody(client: Client, grabber: User) -> None:
    assert "/accounts/login/" in ask(client).redirect_chain[-1][0]
    assert not Game.objects.exists()


def test_too_many_tables_are_refused_in_words(
    client: Client, cast: Any, grabber: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_module("dipgame.games.services.offer_game"), "MOST_GAMES", 1)
    client.force_login(cast.alice)
    ask(client)
    page = ask(client)
    assert page.redirect_chain[-1][0] == "/people/Grabber%20(bot)/"
    assert "Finish or leave one of them first." in page.content.decode()
    assert Game.objects.count() == 1
