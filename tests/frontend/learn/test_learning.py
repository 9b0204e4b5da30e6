"""Lessons on the site: acts, progress, and accounts."""

import json
from typing import Any

import pytest
from django.contrib.auth.signals import user_logged_in
from django.test import Client
from django.urls import reverse

from dipgame.accounts.models import User
from dipgame.limits import READING
from frontend.learn.lessons import all_lessons, lesson_called

pytestmark = pytest.mark.django_db


def does(client: Client, slug: str, step: int, **done: Any) -> Any:
    """Answer of the site to an act."""
    answer = client.post(reverse("lesson_act", args=[slug, step]), json.dumps(done), content_type="application/json")
    return answer.json()


def solve_first(client: Client) -> Any:
    return does(client, "move", 0, do="ready", orders=["A PAR - BUR"])


def test_a_stranger_learns_without_an_account_and_goes_on_where_they_stopped(client: Client) -> None:
    page = client.get("/learn/").content.decode()
    for lesson in all_lessons():
        assert lesson.title in page
    assert "Your first march" in client.get("/learn/move/").content.decode()
    reply = solve_first(client)
    assert reply["solved"]
    assert reply["next"] == "/learn/move/?step=2"
    assert reply["happened"][0]["text"] == "The army in Paris moved to Burgundy."
    assert "Somebody is at home" in client.get("/learn/move/").content.decode()
    assert "1 of 5 steps" in client.get("/learn/").content.decode()
    assert not User.objects.exists()


def test_a_step_opens_as_a_study_with_its_orders_once_it_is_solved(client: Client) -> None:
    address = reverse("lesson_study", args=["move", 0])
    assert address in client.get("/learn/move/").content.decode()
    node = client.get(address).context["page"]["start"]["nodes"][0]
    assert node["text"].startswith("Your first march")
    assert (node["orders"], node["marks"]) == ({}, [])
    assert client.get(reverse("lesson_study", args=["move", 1])).status_code == 404
    solve_first(client)
    node = client.get(address).context["page"]["start"]["nodes"][0]
    assert node["orders"]["FRA"] == ["A PAR - BUR"]
    assert "PAR - BUR" in node["marks"]
    assert "From <a" in client.get(address).content.decode()


def test_an_order_is_written_changed_and_taken_back(client: Client) -> None:
    written = does(client, "move", 0, do="order", text="A PAR - PIC", orders=[])
    assert [order["text"] for order in written["sheet"]["orders"]] == ["A PAR - PIC"]
    assert "Picardy" in written["hint"]
    other = does(client, "move", 0, do="order", text="par - bur", orders=["A PAR - PIC"])
    assert [order["text"] for order in other["sheet"]["orders"]] == ["A PAR - BUR"]
    assert other["hint"] == ""
    back = does(client, "move", 0, do="cancel", unit="PAR", orders=["A PAR - BUR"])
    assert back["sheet"]["orders"] == []
    assert [unit["unit"] for unit in back["sheet"]["missing"]] == ["PAR"]


def test_wrong_orders_are_shown_with_what_would_come_of_them_and_keep_nothing(client: Client) -> None:
    reply = does(client, "move", 0, do="ready", orders=["A PAR - GAS"])
    assert not reply["solved"]
    assert "Gascony" in reply["hint"]
    assert set(reply["layers"]) == {"layer-orders"}
    assert reply["next"] == ""
    assert "1 of 5" not in client.get("/learn/").content.decode()


def test_an_impossible_order_is_refused_with_a_hint(client: Client) -> None:
    reply = does(client, "move", 0, do="order", text="A PAR - MUN", orders=[])
    assert reply["type"] == "refused"
    assert "Munich" in reply["message"]
    assert "one step" in reply["hint"]


def test_no_more_is_built_in_a_lesson_than_is_due(client: Client) -> None:
    does(client, "winter", 0, do="ready", orders=["A SER - BUD"])
    more = does(client, "winter", 1, do="order", text="BUILD F TRI", orders=["BUILD A BUD"])
    assert more["type"] == "refused"
    assert "Take one back first" in more["message"]
    other = does(client, "winter", 1, do="order", text="BUILD F TRI", orders=["BUILD A TRI"])
    assert [order["text"] for order in other["sheet"]["orders"]] == ["BUILD F TRI"]
    kept = does(client, "winter", 1, do="sheet", orders=["BUILD F TRI", "BUILD A BUD"])
    assert [order["text"] for order in kept["sheet"]["orders"]] == ["BUILD F TRI"]


def test_a_lesson_never_begun_is_offered_to_begin(client: Client) -> None:
    assert "Begin with the first" in client.get("/learn/").content.decode()
    solve_first(client)
    assert "Go on: Move" in client.get("/learn/").content.decode()
    for number, step in enumerate(lesson_called("move").steps[1:], 1):
        if step.kind == "ask":
            pick = next(at for at, choice in enumerate(step.choices) if choice.right)
            does(client, "move", number, do="choose", pick=pick)
        else:
            does(client, "move", number, do="ready", orders=list(step.accept[0] if step.accept else step.show))
    page = client.get("/learn/").content.decode()
    assert f"Begin: {lesson_called('support').title}" in page
    assert "Go on" not in page


def test_who_cannot_find_it_is_shown_how(client: Client) -> None:
    shown = does(client, "move", 0, do="show")
    assert [order["text"] for order in shown["sheet"]["orders"]] == ["A PAR - BUR"]
    assert not shown["solved"]


def test_a_line_is_read_answered_and_stands_in_the_ledger(client: Client) -> None:
    reply = does(client, "deal", 0, do="say", text="support me into Belgium please")
    assert reply["solved"]
    mine, theirs = reply["talk"]
    assert mine["heard"].startswith("You ask England to support")
    assert (theirs["name"], theirs["heard"].startswith("England accepts")) == ("England", True)
    assert [row["word"] for row in reply["promises"]] == ["due"]
    kept = does(client, "deal", 1, do="ready", orders=["A PIC - BEL"])
    assert [row["word"] for row in kept["promises"]] == ["kept"]


def test_the_page_says_beforehand_which_order_breaks_a_promise(client: Client) -> None:
    does(client, "broken", 0, do="ready", orders=["A PIC - BEL"])
    does(client, "broken", 1, do="say", text="You broke your word about Burgundy")
    does(client, "broken", 2, do="choose", pick=2)
    written = does(client, "broken", 3, do="order", text="A MAR - PIE", orders=[])
    assert "breaks your word to Italy" in written["sheet"]["orders"][0]["breach"]
    reply = does(client, "broken", 3, do="ready", orders=["A MAR - PIE"])
    assert [(row["power"], row["word"]) for row in reply["promises"]] == [("FRA", "broken"), ("ITA", "kept so far")]
    assert "Before:" in reply["trust"]


def test_a_later_step_cannot_be_played_before_the_ones_that_lead_to_it(client: Client) -> None:
    answer = client.post(reverse("lesson_act", args=["move", 3]), "{}", content_type="application/json")
    assert answer.status_code == 404
    assert client.get("/learn/nosuch/").status_code == 404


@pytest.mark.parametrize("body", ["", "{", "[]", '{"do": "dance"}', '{"do": "order", "orders": 3}'])
def test_nonsense_is_refused_with_a_sentence(client: Client, body: str) -> None:
    answer = client.post(reverse("lesson_act", args=["move", 0]), body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "malformed")


def test_an_earlier_step_is_played_again_without_losing_the_later_ones(client: Client) -> None:
    solve_first(client)
    does(client, "move", 1, do="ready", orders=["A BUR - MUN"])
    assert "Your first march" in client.get("/learn/move/?step=1").content.decode()
    assert solve_first(client)["next"] == "/learn/move/?step=2"
    assert "2 of 5 steps" in client.get("/learn/").content.decode()
    for odd in ("0", "99", "x", "-1", "9" * 40):
        assert client.get(f"/learn/move/?step={odd}").status_code == 200


def test_a_lesson_is_begun_anew_when_asked_for(client: Client) -> None:
    solve_first(client)
    assert client.post("/learn/move/again/").status_code == 302
    assert "Your first march" in client.get("/learn/move/").content.decode()


def test_what_was_learnt_without_an_account_goes_with_the_one_that_is_made(client: Client) -> None:
    solve_first(client)
    client.post("/accounts/signup/", {"username": "Dora", "email": "dora@example.org", "password1": "a quiet inkwell"})
    dora = User.objects.get(name="Dora")
    elsewhere = Client()
    elsewhere.force_login(dora)
    assert "Somebody is at home" in elsewhere.get("/learn/move/").content.decode()


def test_signing_in_keeps_whichever_came_further(client: Client, cast: Any) -> None:
    elsewhere = Client()
    elsewhere.force_login(cast.alice)
    solve_first(elsewhere)
    does(elsewhere, "move", 1, do="ready", orders=["A BUR - MUN"])
    solve_first(client)
    does(client, "deal", 0, do="say", text="support me into Belgium")
    session = client.session
    request = type("Request", (), {"session": session, "COOKIES": {}})()
    user_logged_in.send(sender=User, request=request, user=cast.alice)
    cast.alice.refresh_from_db()
    assert {slug: len(answers) for slug, answers in cast.alice.lessons.items()} == {"move": 2, "deal": 1}
    assert "lessons" not in session


def test_answers_that_fit_no_longer_begin_the_lesson_anew(client: Client, cast: Any) -> None:
    User.objects.filter(pk=cast.alice.pk).update(lessons={"move": [["A PAR - XYZ"], 7], "deal": [{"l": ["no"]}, 1]})
    client.force_login(cast.alice)
    assert "Your first march" in client.get("/learn/move/").content.decode()
    assert client.get("/learn/deal/").status_code == 200


def test_the_end_of_a_lesson_leads_to_the_next(client: Client) -> None:
    answers: list[Any] = [["A PAR - BUR"], ["A BUR - MUN"], 1, ["A BUR - BEL"], ["A BUR - BEL"]]
    for at, each in enumerate(answers):
        act = {"do": "choose", "pick": each} if isinstance(each, int) else {"do": "ready", "orders": each}
        assert does(client, "move", at, **act)["solved"]
    page = client.get("/learn/move/?step=6").content.decode()
    assert lesson_called("support").title in page
    assert "Make an account" in page


def test_somebody_who_types_all_day_waits_for_the_reader(client: Client) -> None:
    READING.spend("127.0.0.1", READING.most)
    reply = does(client, "deal", 0, do="say", text="support me into Belgium")
    assert (reply["type"], reply["code"]) == ("refused", "busy")
    assert "Try again" in reply["message"]


def test_the_last_lesson_leads_into_the_gentle_first_game(client: Client) -> None:
    lesson = lesson_called("broken")
    for number, step in enumerate(lesson.steps):
        if step.kind == "ask":
            does(
                client, "broken", number, do="choose", pick=next(at for at, one in enumerate(step.choices) if one.right)
            )
        elif step.kind == "talk":
            does(client, "broken", number, do="say", text=step.sample)
        else:
            does(client, "broken", number, do="ready", orders=list(step.accept[0]))
    page = client.get("/learn/broken/").content.decode()
    assert 'name="new" value="1"' in page
    assert reverse("play_now") in page
    assert "gentle game to 1905" in page


def test_a_broken_promise_is_told_by_the_order_alone(client: Client) -> None:
    does(client, "broken", 0, do="ready", orders=["A PIC - BEL"])
    page = client.get("/learn/broken/").content.decode()
    assert "Germany ordered its army in Munich to Burgundy." in page
