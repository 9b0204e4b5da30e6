"""Players change their wishes for powers without leaving the game."""

from typing import Any

import pytest
from django.test import Client

from dipgame.games import services
from dipgame.games.errors import Malformed, NotOpen, NotSeated
from dipgame.games.models import Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(story: Any) -> Any:
    """Alice sits there and wishes for Turkey; Bob does not."""
    story.waits(bob=False, seating="wishes", power="TUR")
    return story


def wished(table: Any, who: Any) -> str:
    return str(Seat.objects.get(game=table.game, user=who).wishes)


def test_other_wishes(client: Client, table: Any, cast: Any) -> None:
    client.force_login(cast.alice)
    page = client.get(f"/games/{table.game.slug}/table/").content.decode()
    assert '<option value="TUR" selected>' in page
    client.post(f"/games/{table.game.slug}/wishes/", {"wish1": "ENG", "wish2": "FRA"})
    assert wished(table, cast.alice) == "ENG FRA"
    services.fill_seats(table.game, "holdbot")
    assert table.seat("ENG").user == cast.alice


def test_the_page_says_what_is_wrong(client: Client, table: Any, cast: Any) -> None:
    client.force_login(cast.alice)
    answer = client.post(f"/games/{table.game.slug}/wishes/", {"wish1": "ENG", "wish2": "ENG"})
    assert answer.status_code == 400
    assert "Name every power once." in answer.content.decode()
    assert wished(table, cast.alice) == "TUR"


def test_nobody_sees_them(client: Client, table: Any, cast: Any) -> None:
    client.force_login(cast.bob)
    page = client.get(f"/games/{table.game.slug}/table/").content.decode()
    assert '<option value="TUR" selected>' not in page


def test_strangers_and_malformed_wishes_are_refused(table: Any, cast: Any) -> None:
    with pytest.raises(NotSeated):
        services.change_wishes(cast.bob, table.game, ["ENG"])
    with pytest.raises(Malformed):
        services.change_wishes(cast.alice, table.game, ["ATL"])
    services.fill_seats(table.game, "holdbot")
    with pytest.raises(NotOpen):
        services.change_wishes(cast.alice, table.game, ["ENG"])


def test_not_where_everybody_takes_a_seat(story: Any, cast: Any) -> None:
    story.waits()
    with pytest.raises(NotOpen):
        services.change_wishes(cast.alice, story.game, ["ENG"])
    assert wished(story, cast.alice) == ""
