"""Finding games that are over, and taking a game away."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from adjudication.games import read_game
from adjudication.outcomes import outcome_from_dict
from adjudication.phase import parse_phase
from adjudication.position import position_from_dict
from daide.log import ALL_FORMATS
from dipgame.accounts.models import User
from dipgame.games.models import Game
from dipgame.games.services.import_game import import_game
from tests.adjudication.games.odd import late_game
from tests.played import played

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def kept(cast: Any) -> None:
    """Four games, the last ended first."""
    alice, bob = cast.alice, cast.bob
    opened = {"AUS": "Balkan gambit, Galician variation", "RUS": "Squid"}
    played({"FRA": alice, "ENG": bob}, {"FRA": 18}, name="Both", hours_ago=1, opened=opened)
    played({"TUR": alice}, name="Alone", hours_ago=2, bot="hana", last_year=1912)
    played({"FRA": bob}, {"TUR": 18}, name="Bob's", hours_ago=3, opened={"AUS": "Balkan gambit"})
    played({"AUS": alice}, name="Left", hours_ago=4, result="abandoned")
    played({"AUS": alice}, name="Hidden", hours_ago=5, private_word="a hash")


def found(client: Client, **wishes: Any) -> list[str]:
    page = client.get("/archive/", wishes)
    assert not page.context["form"].errors
    return [table.game.name for table, _ in page.context["games"]]


@pytest.mark.usefixtures("kept")
@pytest.mark.parametrize(
    ("wishes", "expected"),
    [
        ({}, ["Both", "Alone", "Bob's", "Left"]),
        ({"players": "alice"}, ["Both", "Alone", "Left"]),
        ({"players": "Alice, Bob"}, ["Both"]),
        ({"players": "hana"}, ["Alone"]),
        ({"players": "Bob", "power": "FRA"}, ["Bob's"]),
        ({"players": "Charlie"}, []),
        ({"winner": "FRA"}, ["Both"]),
        ({"winner": "FRA", "ending": "solo"}, ["Both"]),
        ({"ending": "draw"}, ["Alone"]),
        ({"ending": "abandoned"}, ["Left"]),
        ({"year": "1912"}, ["Alone"]),
        ({"year": "1913"}, []),
        ({"opening": "austria-balkan-gambit"}, ["Both", "Bob's"]),
        ({"opening": "austria-balkan-gambit-galician-variation"}, ["Both"]),
        ({"opening": "russia-squid", "players": "Bob"}, ["Both"]),
        ({"opening": "russia-squid", "winner": "TUR"}, []),
        ({"opening": "italy-lepanto"}, []),
        ({"before": "nonsense"}, ["Both", "Alone", "Bob's", "Left"]),
        ({"before": "1.2.3.4"}, ["Both", "Alone", "Bob's", "Left"]),
        ({"before": "9" * 40 + ".1.1"}, ["Both", "Alone", "Bob's", "Left"]),
        ({"before": "0.0." + "9" * 40}, []),
        ({"before": "0.0.-" + "9" * 40}, []),
    ],
)
def test_the_search_finds_matching_games(client: Client, wishes: dict[str, str], expected: list[str]) -> None:
    assert found(client, **wishes) == expected


@pytest.mark.parametrize(
    ("wishes", "field", "words"),
    [
        ({"players": "Nobody"}, "players", "Nobody here is called “Nobody”"),
        ({"players": "<b>x</b>"}, "players", "Nobody here is called"),
        ({"players": "Alice,Bob,Charlie,HANA"}, "players", "at most three"),
        ({"players": "x" * 200}, "players", "at most 120 characters"),
        ({"power": "FRA"}, "power", "Name one player above"),
        ({"players": "Alice, Bob", "power": "FRA"}, "power", "Name one player above"),
        ({"power": "SPA"}, "power", "not one of the available choices"),
        ({"winner": "FRA", "ending": "draw"}, "winner", "no winner"),
        ({"opening": "french defence"}, "opening", "not one of the available choices"),
        ({"year": "soon"}, "year", "Write a year of the game"),
        ({"year": "1492"}, "year", "Games begin in 1901"),
        ({"year": "9999"}, "year", "after 2100"),
    ],
)
def test_a_search_that_cannot_be_says_why_and_keeps_what_was_written(
    client: Client, cast: Any, wishes: dict[str, str], field: str, words: str
) -> None:
    page = client.get("/archive/", wishes)
    assert words in " ".join(page.context["form"].errors[field])
    assert not page.context["games"]
    assert page.context["form"].data.dict() == wishes
    assert "<b>x</b>" not in page.content.decode()


def test_page_after_page_shows_each_game_once(client: Client, cast: Any) -> None:
    for at in range(60):
        # Several ended at the same moment.
        played({"FRA": cast.alice}, name=f"Game {at}", hours_ago=100 + at // 30)
    Game.objects.update(finished_at=Game.objects.order_by("pk")[0].finished_at)
    names, address = [], "/archive/?players=Alice"
    while address:
        page = client.get(address)
        names += [table.game.name for table, _ in page.context["games"]]
        earlier = page.context["earlier"]
        assert not earlier or "players=Alice" in earlier
        address = earlier and f"/archive/{earlier}"
    assert sorted(names) == sorted(f"Game {at}" for at in range(60))


def test_few_queries_however_many_games(client: Client, cast: Any) -> None:
    for at in range(24):
        played({"FRA": cast.alice, "ENG": cast.bob}, {"FRA": 18}, hours_ago=at)
    client.force_login(cast.alice)
    for address in ("/archive/", "/archive/?players=Alice, Bob, HANA&winner=FRA&year=1907"):
        with CaptureQueriesContext(connection) as counted:
            client.get(address)
        assert len(counted) <= 8, [each["sql"] for each in counted]


# --- A game as a file --------------------------------------------------------------------------------


def as_json(client: Client, game: Game) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(client.get(reverse("game_json", args=[game.slug])).content)
    return data


def finished(story: Any) -> Any:
    story.begins(end_year=1901, press_level=8)
    story.says("FRA", "ENG", "The Channel stays empty.\nEngland: F LON - ENG", plain=True)
    story.orders("FRA", "A PAR - BUR")
    while story.is_running:
        story.deadline_passes()
    return story.game


def test_a_game_as_json_can_be_read_back(client: Client, story: Any) -> None:
    data = as_json(client, finished(story))
    assert data["format"] == "dipgame 1"
    assert data["result"] == "draw"
    assert data["players"]["FRA"] == "Alice"
    assert [each["name"] for each in data["phases"]][:2] == ["S1901M", "F1901M"]
    first = data["phases"][0]
    outcomes = [outcome_from_dict(each, "M") for each in first["outcomes"]]
    assert {"A PAR - BUR"} <= {each["order"] for each in first["outcomes"]}
    assert len(outcomes) == 22
    boards = [position_from_dict(each["position"]) for each in data["phases"]]
    assert [board.phase for board in boards] == [parse_phase(each["name"]) for each in data["phases"]]
    assert [each["from"] for each in data["messages"]] == ["FRA"]


def test_a_game_as_text_can_be_read(client: Client, story: Any) -> None:
    text = client.get(reverse("game_text", args=[finished(story).slug])).content.decode()
    for words in (
        "Tea in Burgundy\n===============\n",
        "France: Alice\n",
        "Spring 1901",
        "  France to England: “The Channel stays empty. England: F LON - ENG”\n",
        "France: A PAR - BUR\n",
        "The end: drawn by all who survived.",
    ):
        assert words in text, words
    # A person's text never starts a line of its own.
    assert "\nEngland: F LON - ENG" not in text


def test_while_a_game_is_played_a_file_tells_no_more_than_its_page(client: Client, story: Any, cast: Any) -> None:
    story.begins(press_level=8)
    story.says("FRA", "ENG", "Between us.", plain=True)
    story.orders("FRA", "A PAR - BUR")
    for person, texts in ((None, []), (cast.charlie, []), (cast.bob, ["Between us."])):
        client.logout()
        if person:
            client.force_login(person)
        data = as_json(client, story.game)
        assert [each["text"] for each in data["messages"]] == texts
        text = client.get(reverse("game_text", args=[story.game.slug])).content.decode()
        for told in (json.dumps(data), text):
            assert "A PAR - BUR" not in told
            assert ("Between us." in told) == bool(texts)


@pytest.mark.parametrize("name", ["game_json", "game_text"])
def test_a_private_game_is_not_for_strangers(client: Client, story: Any, cast: Any, name: str) -> None:
    story.waits(word="inkwell")
    address = reverse(name, args=[story.game.slug])
    assert client.get(address).status_code == 404
    client.force_login(cast.charlie)
    assert client.get(address).status_code == 404
    client.force_login(cast.bob)
    assert client.get(address).status_code == 200


@pytest.mark.parametrize("path", ["/games/nothere/game.json", "/games/nothere/game.txt"])
def test_no_such_game(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


# --- For other programs ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL_FORMATS)
def test_a_game_for_another_program(client: Client, story: Any, name: str) -> None:
    game = finished(story)
    answer = client.get(reverse("game_format", args=[game.slug, name]))
    assert answer["Content-Disposition"] == f'attachment; filename="{game.slug}.{ALL_FORMATS[name].ending}"'
    found = read_game(answer.content.decode(), name, formats=ALL_FORMATS)
    assert [str(each.position.phase) for each in found.phases] == [
        row.name for row in game.phases.order_by("index") if row.outcomes is not None
    ]


def test_the_result_offers_the_formats(client: Client, story: Any) -> None:
    game = finished(story)
    page = client.get(reverse("game_result", args=[game.slug])).content.decode()
    for name in ("diplomacy", "judge", "daide"):
        assert reverse("game_format", args=[game.slug, name]) in page


def test_a_game_too_late_for_daide_is_refused_in_words(client: Client, cast: Any) -> None:
    game = import_game(cast.alice, late_game(9000).encode())
    client.force_login(cast.alice)
    answer = client.get(reverse("game_format", args=[game.slug, "daide"]), follow=True)
    assert "a year of DAIDE is at most 8191" in answer.content.decode()


def test_a_format_that_nobody_knows(client: Client, story: Any) -> None:
    assert client.get(f"/games/{finished(story).slug}/as/pdf/").status_code == 404


def test_a_running_game_has_no_orders_of_this_turn(client: Client, story: Any) -> None:
    story.begins(fill_bot="holdbot")
    story.orders("FRA", "A PAR - BUR")
    client.force_login(story.cast.bob)
    text = client.get(reverse("game_format", args=[story.game.slug, "judge"])).content.decode()
    assert "Starting position" in text
    assert "Burgundy" not in text


def test_a_game_that_has_not_begun_is_no_file(client: Client, story: Any) -> None:
    story.waits()
    client.force_login(story.cast.alice)
    answer = client.get(reverse("game_format", args=[story.game.slug, "judge"]), follow=True)
    assert "it has not begun" in answer.content.decode()


@pytest.mark.parametrize("name", ["diplomacy", "daide"])
def test_who_refused_study_keeps_the_game_out(client: Client, story: Any, cast: Any, name: str) -> None:
    game = finished(story)
    User.objects.filter(pk=cast.alice.pk).update(no_study=True)
    client.force_login(cast.charlie)
    assert client.get(reverse("game_format", args=[game.slug, name])).status_code == 403
