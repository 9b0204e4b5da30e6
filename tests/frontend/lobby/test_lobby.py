"""The list of open games, its filters, and one's own games above it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from dipgame.games import clock
from dipgame.games.services import Terms, create_game

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def offers(cast: Any) -> Any:
    later = clock.now() + timedelta(hours=2)
    quick: Any = {"movement_seconds": 600, "retreat_seconds": 300, "adjustment_seconds": 300}
    slow: Any = {"movement_seconds": 259_200, "retreat_seconds": 86_400, "adjustment_seconds": 86_400}
    create_game(cast.alice, Terms("Small Hours", "FRA", fill_bot="dumbbot", fill_at=later, **quick))
    create_game(cast.bob, Terms("Green Ink", "ENG", fill_bot="holdbot", fill_at=later))
    create_game(cast.bob, Terms("Seven Envelopes", "TUR", **slow))
    create_game(cast.bob, Terms("Among Us", "TUR", word="ink", **slow))
    return cast


def names(client: Client, **wishes: str) -> list[str]:
    return sorted(each.game.name for each in client.get("/games/", wishes).context["tables"])


@pytest.mark.parametrize(
    ("wishes", "found"),
    [
        ({}, ["Green Ink", "Seven Envelopes", "Small Hours"]),
        ({"pace": "live"}, ["Small Hours"]),
        ({"pace": "day"}, ["Green Ink"]),
        ({"pace": "slow"}, ["Seven Envelopes"]),
        ({"bots": "yes"}, ["Green Ink", "Small Hours"]),
        ({"bots": "no"}, ["Seven Envelopes"]),
        ({"pace": "live", "bots": "no"}, []),
        ({"pace": "'; drop table", "bots": "perhaps"}, ["Green Ink", "Seven Envelopes", "Small Hours"]),
    ],
)
def test_filters(client: Client, offers: Any, wishes: dict[str, str], found: list[str]) -> None:
    assert names(client, **wishes) == found


def test_a_filter_keeps_the_others(client: Client, offers: Any) -> None:
    page = client.get("/games/", {"pace": "day", "bots": "yes"}).content.decode()
    assert 'href="?pace=live&amp;bots=yes"' in page
    assert 'data-live="/games/open/?pace=day&amp;bots=yes"' in page
    part = client.get("/games/open/", {"pace": "day", "bots": "yes"})
    assert [each.game.name for each in part.context["tables"]] == ["Green Ink"]
    assert "<html" not in part.content.decode()


def test_a_row_says_what_one_wants_to_know(client: Client, offers: Any) -> None:
    page = client.get("/games/", {"pace": "live"}).content.decode()
    for words in (
        "Small Hours",
        "10 minutes a turn, builds 5 minutes",
        "set by Alice",
        "1 of 7 seats taken",
        "Austria, free",
        "France, Alice",
        "Bots fill the rest in",
        "DumbBot",
    ):
        assert words in page


def test_a_game_without_bots_waits_for_people(client: Client, offers: Any) -> None:
    assert "People only, waits for 6 more" in client.get("/games/", {"pace": "slow"}).content.decode()


def test_an_empty_lobby_says_so(client: Client) -> None:
    assert "No game is waiting for players" in client.get("/games/").content.decode()
    assert "No open game fits" in client.get("/games/", {"pace": "live"}).content.decode()


def test_ones_own_games_stand_above_with_what_they_want(client: Client, story: Any) -> None:
    story.begins()
    client.force_login(story.cast.alice)
    page = client.get("/games/").content.decode()
    assert "0 of 3 orders written" in page
    assert "Your turn" in page
    story.orders("FRA", "A PAR - BUR")
    assert "1 of 3 orders written" in client.get("/games/").content.decode()
    story.ready("FRA")
    page = client.get("/games/").content.decode()
    assert "you are ready" in page
    assert "Your turn" not in page
    client.force_login(story.cast.charlie)
    assert story.game.name not in client.get("/games/").content.decode()


def test_the_lobby_asks_the_database_little(client: Client, offers: Any, django_assert_max_num_queries: Any) -> None:
    with django_assert_max_num_queries(4):
        client.get("/games/")


def test_my_games_show_what_i_have_not_read(client: Client, story: Any, cast: Any) -> None:
    story.begins()
    client.force_login(cast.alice)
    assert "unread" not in client.get("/games/").content.decode()
    story.says("ENG", "FRA", "hello", plain=True)
    story.says("ENG", "FRA", "are you there?", plain=True)
    story.says("FRA", "GER", "my own words", plain=True)
    assert "2 unread" in client.get("/games/").content.decode()


def test_page_after_page_shows_each_open_game_once_and_keeps_the_filters(client: Client, cast: Any) -> None:
    for at in range(30):
        create_game(cast.alice, Terms(f"Table {at}", movement_seconds=900 if at % 3 else 86_400))
    names, address = [], "/games/?pace=live"
    while address:
        page = client.get(address)
        assert 'data-live="/games/open/?pace=live' in page.content.decode()
        names += [table.game.name for table in page.context["tables"]]
        address = page.context["later"] and f"/games/{page.context['later']}"
    assert sorted(names) == sorted(f"Table {at}" for at in range(30) if at % 3)


@pytest.mark.parametrize(
    ("given", "page"), [("", 1), ("0", 1), ("-1", 1), ("x", 1), ("²", 1), ("2", 2), ("9" * 40, 500), ("0" * 40, 1)]
)
def test_a_page_that_is_none_is_the_first_and_one_too_far_leads_back(
    client: Client, cast: Any, given: str, page: int
) -> None:
    create_game(cast.alice, Terms("Alone"))
    answer = client.get("/games/", {"page": given})
    assert answer.context["page"] == page
    assert ("Alone" in answer.content.decode()) == (page == 1)
    assert ("Back</a>" in answer.content.decode()) == (page > 1)


def test_somebody_who_is_not_named_has_no_letter_of_a_power(client: Client, cast: Any) -> None:
    create_game(cast.alice, Terms("Masks", seating="wishes", faces="names"))
    (table,) = client.get("/games/").context["tables"]
    assert [chair.letter for chair in table.chairs] == ["•", *"??????"]
    assert ">•</span>" in table.seals
