"""Orders by POST: what a browser does when its socket is away."""

import json

import pytest
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db


@pytest.fixture
def send(story, cast, client):
    """Sends a command of Alice's, who plays France; anything but a dict is sent as it is."""

    def send(command, person=cast.alice):
        if person is not None:
            client.force_login(person)
        data = json.dumps(command) if isinstance(command, dict) else command
        return client.post(reverse("game_command", args=[story.game.slug]), data, content_type="application/json")

    return send


def order(text, phase="S1901M", **more):
    return {"type": "order", "phase": phase, "text": text, "ref": 1} | more


REFUSED = [
    (order("A PAR - LON"), 422, "illegal"),
    (order("A LVP - YOR"), 403, "foreign"),
    (order("A PAR flies to the moon"), 400, "malformed"),
    (order("A PAR - BUR", phase="F1901M"), 409, "late"),
    (order("A PAR - BUR", phase="S1801M"), 409, "late"),
    ({"type": "cancel", "phase": "S1901M", "unit": "ATLANTIS"}, 400, "malformed"),
    ({"type": "order", "phase": "S1901M"}, 400, "malformed"),
    ("not json", 400, "malformed"),
    (json.dumps(order("A" * 5000)), 400, "malformed"),
]


def test_an_order_is_saved_read_back_and_drawn(story, send):
    story.begins()
    reply = send(order("par - bur")).json()
    assert reply["type"] == "sheet"
    assert reply["ref"] == 1
    assert reply["sheet"]["orders"][0]["text"] == "A PAR - BUR"
    assert reply["sheet"]["orders"][0]["sentence"] == "The army in Paris moves to Burgundy."
    assert [each["region"] for each in reply["sheet"]["missing"]] == ["MAR", "BRE"]
    assert 'data-order="A PAR - BUR"' in reply["sheet"]["drawing"]
    assert story.sheet("FRA").orders == {"PAR": "A PAR - BUR"}


def test_an_order_that_needs_another_says_so(story, send):
    story.begins()
    reply = send(order("A PAR S A MAR - BUR")).json()
    assert reply["sheet"]["orders"][0]["note"] == "Marseilles is not ordered to Burgundy"


def test_orders_are_taken_back(story, send):
    story.begins()
    send(order("A PAR - BUR"))
    reply = send({"type": "cancel", "phase": "S1901M", "unit": "PAR", "ref": 2}).json()
    assert reply["sheet"]["orders"] == []
    assert story.sheet("FRA").orders == {}


def test_ready_is_said_and_taken_back(story, send):
    story.begins()
    assert send({"type": "ready", "phase": "S1901M", "ready": True}).json()["sheet"]["ready"] is True
    assert send({"type": "ready", "phase": "S1901M", "ready": False}).json()["sheet"]["ready"] is False
    assert not story.sheet("FRA").ready


@pytest.mark.parametrize(("command", "status", "code"), REFUSED)
def test_what_cannot_be_is_refused_and_changes_nothing(story, send, command, status, code):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    response = send(command)
    assert response.status_code == status
    reply = response.json()
    assert reply["type"] == "refused"
    assert reply["code"] == code
    assert len(reply["message"]) > 10
    assert story.sheet("FRA").orders == {"PAR": "A PAR - BUR"}


@pytest.mark.parametrize("who", ["charlie", None])
def test_those_who_watch_give_no_orders(story, cast, send, who):
    story.begins()
    response = send(order("A PAR - BUR"), person=who and getattr(cast, who))
    assert response.status_code == 403
    assert response.json()["code"] == "not_seated"
    assert story.sheet("FRA").orders == {}


def test_another_seats_units_cannot_be_ordered_by_their_rivals(story, cast, send):
    story.begins()
    response = send(order("A PAR - BUR"), person=cast.bob)
    assert response.json()["code"] == "foreign"
    assert story.sheet("FRA").orders == {}


ASKED = [
    ("A PAR - LON", False),
    ("A PAR S A LON", False),
    ("nonsense", False),
    ("A PAR - BUR", True),
]


@pytest.mark.parametrize(("text", "legal"), ASKED)
def test_asking_says_why_not_and_changes_nothing(story, send, text, legal):
    story.begins()
    reply = send({"type": "ask", "phase": "S1901M", "text": text, "ref": 5}).json()
    assert reply["type"] == "answer"
    assert reply["legal"] is legal
    assert reply["message"].endswith(".")
    assert story.sheet("FRA").orders == {}


def test_a_command_needs_the_pages_token(story, cast):
    story.begins()
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(cast.alice)
    address = reverse("game_command", args=[story.game.slug])
    assert strict.post(address, json.dumps(order("A PAR H")), content_type="application/json").status_code == 403
    assert story.sheet("FRA").orders == {}


def test_commands_are_posted(story, cast, client):
    story.begins()
    assert client.get(reverse("game_command", args=[story.game.slug])).status_code == 405


def test_a_game_that_is_over_takes_no_orders(story, send):
    story.begins(end_year=1901)
    while story.is_running:
        story.deadline_passes()
    reply = send(order("A PAR - BUR", phase=story.phase)).json()
    assert reply["code"] == "not_running"


def test_a_command_sent_twice_is_done_once(story, send):
    story.begins()
    assert send(order("A PAR - BUR", mark="k-1")).json()["type"] == "sheet"
    assert send(order("A PAR - PIC", mark="k-2")).json()["type"] == "sheet"
    assert send(order("A PAR - BUR", mark="k-1")).json()["sheet"]["orders"][0]["text"] == "A PAR - PIC"


def test_what_was_done_in_a_phase_that_is_over_is_not_refused_when_asked_again(story, send):
    story.begins()
    send({"type": "ready", "phase": "S1901M", "ready": True, "mark": "k-1"})
    story.ready("ENG")
    assert send({"type": "ready", "phase": "S1901M", "ready": True, "mark": "k-1"}).json()["type"] == "sheet"
    assert send({"type": "ready", "phase": "S1901M", "ready": True, "mark": "k-2"}).status_code == 409


def test_a_list_is_saved_at_once_and_what_cannot_stand_is_told(story, send):
    story.begins()
    reply = send(order("1. A Par-Bur\n2. A Mar - Atlantis\n3. F Bre-MAO\n4. A Par - Pic")).json()
    assert story.sheet("FRA").orders == {"PAR": "A PAR - BUR", "BRE": "F BRE - MAO"}
    assert [each["text"] for each in reply["refused"]] == ["A Mar - Atlantis", "A Par - Pic"]
    assert "atlantis" in reply["refused"][0]["message"]
    assert reply["refused"][1]["message"] == "The list has two orders for one unit: 'A Par-Bur' stands."


def test_a_list_of_which_nothing_can_stand_changes_nothing(story, send):
    story.begins()
    story.orders("FRA", "A PAR H")
    reply = send(order("A Par - Lon, A Mar - Lon")).json()
    assert len(reply["refused"]) == 2
    assert story.sheet("FRA").orders == {"PAR": "A PAR H"}


def test_a_list_sent_twice_under_one_mark_is_written_once(story, send):
    story.begins()
    send(order("A Par-Bur, A Mar-Spa", mark="twice"))
    story.orders("FRA", "A PAR H")
    assert send(order("A Par-Bur, A Mar-Spa", mark="twice")).json()["type"] == "sheet"
    assert story.sheet("FRA").orders["PAR"] == "A PAR H"


def test_an_order_with_a_condition_is_refused_whole(story, send):
    story.begins()
    reply = send(order("A Par - Bur, or Pic")).json()
    assert reply["code"] == "malformed"
    assert story.sheet("FRA").orders == {}
