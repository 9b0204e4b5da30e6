"""The game page and what it fetches: public things for everybody, my own orders for me alone."""

import json
import re

import pytest
from django.urls import reverse

pytestmark = pytest.mark.django_db


def embedded(response, name):
    """A value the page hands to its scripts."""
    found = re.search(rf'<script id="{name}" type="application/json">(.*?)</script>', response.content.decode())
    return json.loads(found[1])


@pytest.fixture
def look(story, client):
    """Fetches an address of the game as somebody."""

    def look(name="game", *rest, person=None, query=None):
        client.cookies.pop("sessionid", None)
        if person is not None:
            client.force_login(person)
        return client.get(reverse(name, args=[story.game.slug, *rest]), query or {})

    return look


def test_a_players_page_holds_the_board_the_state_and_what_may_be_ordered(story, cast, look):
    story.begins()
    page = look(person=cast.alice)
    assert page.status_code == 200
    assert 'data-unit="PAR"' in page.content.decode()
    state = embedded(page, "state")
    assert state["game"]["phase"] == "S1901M"
    assert state["you"] == {"power": "FRA", "keep": False, "alone": False, "hints": None}
    assert {seat["power"]: seat["player"] for seat in state["seats"]}["ENG"] == "Bob"
    assert state["sheet"]["missing"] == [
        {"unit": each[:3], "region": each, "breach": ""} for each in ("MAR", "PAR", "BRE")
    ]
    assert {unit["region"] for unit in embedded(page, "phase")["options"]["units"]} == {"PAR", "MAR", "BRE"}


def test_the_page_runs_no_script_of_its_own(story, cast, look):
    story.begins()
    html = look(person=cast.alice).content.decode()
    for tag, body in re.findall(r"<script([^>]*)>(.*?)</script>", html, re.S):
        assert 'type="application/json"' in tag or ("src=" in tag and not body.strip())
    assert not re.search(r"\son[a-z]+=", html)


def test_names_are_escaped_wherever_they_stand(story, cast, look):
    story.begins(name="<script>alert(1)</script>")
    html = look(person=cast.alice).content.decode()
    assert "<script>alert" not in html
    picture = look("game_picture", "S1901M", "svg").content.decode()
    assert "<script>alert" not in picture


@pytest.mark.parametrize("who", ["bob", "charlie", None])
def test_nobody_else_sees_my_orders_before_they_are_carried_out(story, cast, look, who):
    story.begins()
    story.orders("FRA", "A PAR - BUR", "A MAR S A PAR - BUR")
    person = getattr(cast, who) if who else None
    for name, rest in [
        ("game", []),
        ("game_state", []),
        ("game_options", []),
        ("game_phase", ["S1901M"]),
        ("game_picture", ["S1901M", "svg"]),
    ]:
        text = look(name, *rest, person=person).content.decode()
        assert "A PAR - BUR" not in text, name
        assert "Paris moves" not in text, name
        assert "to Burgundy" not in text, name


def test_i_see_my_own_orders(story, cast, look):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    assert (
        'data-order="A PAR - BUR"' in look("game_phase", "S1901M", person=cast.alice).json()["layers"]["layer-orders"]
    )
    assert embedded(look(person=cast.alice), "state")["sheet"]["orders"][0]["text"] == "A PAR - BUR"


def test_orders_are_everybodys_once_carried_out(story, look):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    story.ready("FRA", "ENG")
    assert story.phase == "F1901M"
    past = look("game_phase", "S1901M").json()
    fates = {each["order"]: each for each in past["orders"]}
    assert fates["A PAR - BUR"]["result"] == "ok"
    assert fates["A PAR - BUR"]["text"]
    assert 'data-order="A PAR - BUR"' in past["layers"]["layer-orders"]
    assert ["PAR", "BUR"] in look("game_phase", "F1901M").json()["arrivals"]


def letter(answer):
    return [line["text"] for line in answer.json()["letter"]["lines"]]


def test_a_new_phase_has_a_letter_about_my_orders(story, cast, look):
    story.begins()
    blank = {"title": "", "lines": [], "world": [], "fates": []}
    assert look("game_phase", "S1901M", person=cast.alice).json()["letter"] == blank
    story.orders("FRA", "A PAR - BUR", "A MAR - BUR")
    story.ready("FRA", "ENG")
    mine = letter(look("game_phase", "F1901M", person=cast.alice))
    assert [text.split(" could")[0] for text in mine] == ["Your army in Marseilles", "Your army in Paris"]
    assert mine == letter(look("game_phase", "S1901M", person=cast.alice)), "kept with the phase it is about"
    assert letter(look("game_phase", "F1901M")) == ["20 of 22 orders were carried out; no center changed hands."]


def test_words_kept_and_broken_are_told_to_those_between_whom_they_were_given(story, cast, look):
    story.begins()
    hold = "Do(hld(Unit(ger, Region(mun, amy))))"
    move = "Do(mto(Unit(ger, Region(ber, amy)), Region(kie, amy)))"
    term = f"propose(fra, ger, [Commit(ger, fra, {hold}), Commit(ger, fra, {move})])"
    story.answers("GER", story.says("FRA", "GER", term=term), "accept")
    story.orders("FRA", "A PAR - PIC", "A MAR - SPA")
    story.ready("FRA", "ENG")
    mine = letter(look("game_phase", "F1901M", person=cast.alice))
    assert mine[0] == "Germany broke its word: it was to move its army in Berlin to Kiel."
    assert "Germany kept its word to hold with its army in Munich." in mine
    assert not any("word" in text for text in letter(look("game_phase", "F1901M", person=cast.bob)))
    assert not any("word" in text for text in letter(look("game_phase", "F1901M")))


def test_moves_are_reported_and_remembered_over_a_retreat_between(story, cast, look):
    """A player away during a bot's retreat still sees the moves."""
    burgundy = {"phase": "S1901M", "centers": {"FRA": ["PAR", "MAR", "BRE"], "GER": ["MUN"]}}
    story.begins(at=burgundy | {"units": ["FRA A PAR", "FRA A MAR", "FRA F BRE", "GER A BUR", "ENG F LON"]})
    story.orders("FRA", "A PAR - BUR", "A MAR S A PAR - BUR", "F BRE - MAO")
    story.ready("FRA", "ENG")
    assert [each.name for each in story.game.phases.order_by("index")] == ["S1901M", "S1901R", "F1901M"]
    fall = look("game_phase", "F1901M", person=cast.alice).json()
    assert fall["letter"]["title"] == "Spring 1901"
    assert fall["letter"]["lines"][0]["text"] == "You drove Germany's army in Burgundy out; it was disbanded."
    assert 'data-order="A PAR - BUR"' in fall["layers"]["layer-memory"]


def test_a_phase_has_its_own_link(story, look):
    story.begins()
    story.ready("FRA", "ENG")
    page = look(query={"phase": "S1901M"})
    assert embedded(page, "phase")["name"] == "S1901M"
    assert look(query={"phase": "S1999M"}).status_code == 404
    assert look(query={"phase": "<b>"}).status_code == 404


def test_what_is_over_may_be_kept_what_is_open_may_not(story, cast, look):
    story.begins()
    story.ready("FRA", "ENG")
    assert "max-age" in look("game_phase", "S1901M")["Cache-Control"]
    assert "no-store" in look("game_phase", "F1901M", person=cast.alice)["Cache-Control"]


def test_options_are_for_players_and_for_the_present_phase(story, cast, look):
    story.begins()
    assert len(look("game_options", person=cast.alice).json()["units"]) == 3
    assert look("game_options").json()["units"] == []
    late = look("game_options", person=cast.alice, query={"phase": "F1901M"})
    assert late.status_code == 409
    assert late.json()["code"] == "late"


@pytest.mark.parametrize(("kind", "begins"), [("svg", b"<svg"), ("png", b"\x89PNG")])
def test_a_phase_can_be_taken_away(story, look, kind, begins):
    story.begins()
    picture = look("game_picture", "S1901M", kind, query={"download": "", "theme": "dark"})
    assert picture.status_code == 200
    assert picture.content.startswith(begins)
    assert f"S1901M.{kind}" in picture["Content-Disposition"]
    assert look("game_picture", "S1902M", kind).status_code == 404


def test_display_options_come_from_cookies_and_odd_ones_are_ignored(story, look, client):
    story.begins()
    client.cookies["board_labels"] = "long"
    client.cookies["board_hatching"] = "1"
    assert "hatch-fra" in look("game_phase", "S1901M").json()["layers"]["layer-ownership"]
    client.cookies["board_labels"] = "<script>"
    assert look("game_phase", "S1901M").status_code == 200


def test_a_game_that_waits_shows_its_table(story, cast, look):
    story.waits()
    page = look(person=cast.alice)
    assert page.status_code == 302
    assert page["Location"] == reverse("waiting_room", args=[story.game.slug])
    assert look("game_state").status_code == 404
    assert look("game_phase", "S1901M").status_code == 404


def test_who_has_nothing_to_decide_has_no_sheet(story, cast, look):
    board = {"phase": "S1902R", "units": ["ENG A BUR"], "dislodged": [{"unit": "FRA A BUR", "from": "PIC"}]}
    story.begins(at=board | {"centers": {"FRA": ["PAR"], "ENG": ["LON"]}})
    assert embedded(look(person=cast.alice), "state")["sheet"]["missing"]
    assert embedded(look(person=cast.bob), "state")["sheet"] is None


def test_the_end_is_said(story, look):
    story.begins(end_year=1901)
    while story.is_running:
        story.deadline_passes()
    state = embedded(look(), "state")
    assert state["game"]["status"] == "finished"
    assert state["game"]["verdict"].startswith("A draw between")
    assert state["game"]["deadline"] is None
