"""Those who sit at a table begin before its time when all of them agree; bots take the free seats."""

from typing import Any

import pytest
from django.test import Client

from dipgame.games import services
from dipgame.games.errors import NotOpen, NotSeated

pytestmark = pytest.mark.django_db


def wish(client: Client, story: Any, who: Any, **sent: str) -> Any:
    client.force_login(who)
    with story.committed():
        return client.post(f"/games/{story.game.slug}/start/", sent)


def test_a_game_begins_early_when_all_agree(client: Client, story: Any, cast: Any) -> None:
    story.waits()
    wish(client, story, cast.bob)
    assert not story.is_running
    page = client.get(f"/games/{story.game.slug}/table/").content.decode()
    assert "1 of 2 would begin now" in page
    answer = wish(client, story, cast.alice, bot="holdbot")
    assert answer["Location"] == f"/games/{story.game.slug}/"
    assert story.is_running
    assert story.game.seats.filter(bot="holdbot").count() == 5


def test_one_may_think_better_of_it_and_who_comes_is_asked(client: Client, story: Any, cast: Any) -> None:
    story.waits()
    wish(client, story, cast.bob)
    wish(client, story, cast.bob, wants="no")
    wish(client, story, cast.alice)
    assert not story.is_running
    services.join_game(cast.charlie, story.game)
    wish(client, story, cast.bob)
    assert not story.is_running
    wish(client, story, cast.charlie)
    assert story.is_running


def test_who_is_alone_begins_at_once(client: Client, story: Any, cast: Any) -> None:
    story.waits(bob=False)
    wish(client, story, cast.alice, bot="holdbot")
    assert story.is_running


def test_strangers_do_not_agree_and_nobody_after_the_start(story: Any, cast: Any) -> None:
    story.waits()
    with pytest.raises(NotSeated):
        services.wish_start(cast.charlie, story.game)
    services.fill_seats(story.game, "holdbot")
    with pytest.raises(NotOpen):
        services.wish_start(cast.bob, story.game)
