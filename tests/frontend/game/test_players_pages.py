"""From a game and its result one finds who plays; a blocked player's thread is known to be blocked."""

from typing import Any

import pytest
from django.test import Client

from dipgame.accounts.friends import block
from dipgame.games import services
from dipgame.games.models import Game

pytestmark = pytest.mark.django_db


def seats(client: Client, game: Game) -> dict[str, Any]:
    return {seat["power"]: seat for seat in client.get(f"/games/{game.slug}/state").json()["seats"]}


def test_each_person_has_a_page_and_bots_have_none(story: Any, cast: Any, client: Client) -> None:
    game = story.begins().game
    client.force_login(cast.alice)
    found = seats(client, game)
    assert found["ENG"]["page"] == "/people/Bob/"
    assert client.get(found["ENG"]["page"]).status_code == 200
    assert found["RUS"]["page"] == ""


def test_no_page_tells_who_sits_where_names_are_hidden(story: Any, cast: Any, client: Client) -> None:
    game = story.begins(faces="names").game
    block(cast.alice, cast.bob)
    client.force_login(cast.alice)
    found = seats(client, game)
    assert (found["ENG"]["page"], found["ENG"]["blocked"]) == ("", False)


def test_whom_one_blocked_is_marked_for_oneself_alone(story: Any, cast: Any, client: Client) -> None:
    game = story.begins().game
    block(cast.alice, cast.bob)
    for person, power, marked in ((cast.alice, "ENG", True), (cast.bob, "FRA", False), (cast.charlie, "ENG", False)):
        client.force_login(person)
        assert seats(client, game)[power]["blocked"] is marked


def test_the_result_leads_to_each_player(story: Any, cast: Any, client: Client) -> None:
    game = story.begins(end_year=1901).game
    story.year_passes()
    if story.is_running:
        services.resolve_phase(story.row.pk, force=True)
    assert 'href="/people/Bob/"' in client.get(f"/games/{game.slug}/result").content.decode()
