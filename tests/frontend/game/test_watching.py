"""A table may say that nobody looks on before the end: then its game is closed to all who do not sit at it."""

from typing import Any

import pytest
from django.test import Client

from dipgame.games import services
from dipgame.games.errors import NotOpen
from dipgame.games.models import Game

pytestmark = pytest.mark.django_db

ADDRESSES = ["", "state", "phases/S1901M.json", "phases/S1901M.svg", "small.svg", "press", "result", "minds/"]


@pytest.fixture
def closed(story: Any) -> Any:
    return story.begins(fill_bot="holdbot", watching="after")


@pytest.mark.parametrize("address", ADDRESSES)
def test_nobody_looks_on(client: Client, closed: Any, cast: Any, address: str) -> None:
    for person in (None, cast.charlie):
        if person is not None:
            client.force_login(person)
        assert client.get(f"/games/{closed.game.slug}/{address}").status_code == 404
    client.force_login(cast.bob)
    assert client.get(f"/games/{closed.game.slug}/").status_code == 200


def test_lists_do_not_name_it(client: Client, closed: Any, cast: Any) -> None:
    closed_name = closed.game.name
    for address in ("/watch/", "/people/Bob/"):
        assert closed_name not in client.get(address).content.decode()


def test_at_the_end_it_is_open(client: Client, closed: Any) -> None:
    at = closed.row.opened_at
    over = {"status": "finished", "result": "abandoned", "started_at": at, "finished_at": at}
    Game.objects.filter(pk=closed.game.pk).update(**over)
    assert client.get(f"/games/{closed.game.slug}/").status_code == 200


def test_its_seats_are_not_taken_over(closed: Any, cast: Any) -> None:
    services.leave_game(cast.bob, closed.game)
    with pytest.raises(NotOpen):
        services.take_seat_over(cast.charlie, closed.game, "ENG")


def test_the_table_can_be_found_before_it_begins(client: Client, story: Any, cast: Any) -> None:
    story.waits(watching="after")
    page = client.get(f"/games/{story.game.slug}/table/").content.decode()
    assert "Seen by others at its end only" in page
