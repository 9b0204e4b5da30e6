"""A program reads games."""

import pytest

from adjudication.position import opening, position_from_dict
from adjudication.position_text import parse_position
from bots.view_json import view_from_dict
from dipgame.games import queries
from tests.frontend.api.conftest import Program

pytestmark = pytest.mark.django_db


def test_the_map_needs_no_token():
    answer = Program().get("/map")
    assert answer.body["provinces"]["STP"]["coasts"] == ["NC", "SC"]
    assert "BUR" in answer.body["army"]["PAR"]
    assert position_from_dict(answer.body["opening"]) == opening()


def test_the_game_as_my_power_may_know_it(story, cast, program):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    story.orders("ENG", "F LON - NTH")
    alice = program(cast.alice)
    game = alice.get(f"/game/{story.game.slug}").body
    assert (game["power"], game["phase"], game["status"]) == ("FRA", "S1901M", "running")
    assert [each["text"] for each in game["sheet"]["orders"]] == ["A PAR - BUR"]
    assert sorted(game["sheet"]["missing"]) == ["BRE", "MAR"]
    assert "NTH" not in str(game["sheet"])
    assert position_from_dict(game["position"]) == opening()
    seats = {each["power"]: each for each in game["seats"]}
    assert seats["ENG"]["player"] == "Bob"
    assert not seats["ENG"]["is_bot"]
    assert seats["TUR"]["is_bot"]
    assert alice.get("/games").body[0] | {"n": 0, "url": "", "deadline": ""} == {
        "n": 0,
        "slug": story.game.slug,
        "name": "Tea in Burgundy",
        "url": "",
        "status": "running",
        "power": "FRA",
        "phase": "S1901M",
        "index": 0,
        "deadline": "",
        "decides": True,
        "ready": False,
        "unread": 0,
        "declined": False,
    }


def test_the_position_as_json_and_as_text(story, cast, program):
    story.begins()
    answer = program(cast.alice).get(f"/game/{story.game.slug}/position").body
    assert position_from_dict(answer["position"]) == parse_position(answer["text"]) == opening()


def test_legal_orders_unit_by_unit(story, cast, program):
    story.begins()
    options = program(cast.alice).get(f"/game/{story.game.slug}/options").body
    assert {unit["region"] for unit in options["units"]} == {"PAR", "MAR", "BRE"}
    assert "A PAR - BUR" in [each["text"] for unit in options["units"] for each in unit["orders"]]


def test_phases_that_are_over(story, cast, program):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    story.deadline_passes()
    story.deadline_passes()
    bot = program(cast.alice)
    found = bot.get(f"/game/{story.game.slug}/phases").body
    assert [each["phase"] for each in found["phases"]] == ["S1901M", "F1901M"]
    moved = next(each for each in found["phases"][0]["outcomes"] if each["order"] == "A PAR - BUR")
    assert moved["result"] == "ok"
    assert moved["text"] == "The army in Paris moved to Burgundy."
    later = bot.get(f"/game/{story.game.slug}/phases", after=0).body
    assert [each["index"] for each in later["phases"]] == [1]


def test_the_view_is_that_of_a_bot_of_the_site(story, cast, program):
    story.begins()
    story.says("FRA", "ENG", "I propose peace")
    story.answers("ENG", story.seat("FRA").messages.get(), "accept")
    story.deadline_passes()
    bot = program(cast.alice)
    found = bot.get(f"/game/{story.game.slug}/view").body
    assert view_from_dict(found["view"]) == queries.seat_view(story.seat("FRA"))
    assert bot.get(f"/game/{story.game.slug}/view", after=0).body["view"]["history"] == []


def test_a_stranger_watches_and_sees_no_orders(story, cast, program):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    charlie = program(cast.charlie)
    game = charlie.get(f"/game/{story.game.slug}").body
    assert (game["power"], game["sheet"]) == (None, None)
    assert charlie.get(f"/game/{story.game.slug}/options").body["units"] == []
    assert charlie.get(f"/game/{story.game.slug}/talk").body["messages"] == []
    for path in ("orders", "view", "proposals"):
        assert charlie.get(f"/game/{story.game.slug}/{path}").code == "not_seated"


def test_before_the_game_begins(story, cast, program):
    story.waits()
    bot = program(cast.alice)
    game = bot.get(f"/game/{story.game.slug}").body
    assert (game["status"], game["phase"], game["position"]) == ("open", None, None)
    for path in ("position", "options", "view", "votes"):
        answer = bot.get(f"/game/{story.game.slug}/{path}")
        assert (answer.status, answer.code) == (409, "not_running")
