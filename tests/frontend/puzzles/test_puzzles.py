"""Solve puzzles, see why an answer is wrong, vote, go on."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.notation import format_order
from bots.puzzles.puzzle import THEMES, task_of
from bots.puzzles.shipped import shipped
from dipgame.limits import CHECKS
from dipgame.puzzles.models import Attempt, PuzzleRating, Solver

pytestmark = pytest.mark.django_db

KEY, PUZZLE = next((key, each) for key, each in shipped().items() if len(each.answer) == 2)
ANSWER = [format_order(order) for order in PUZZLE.answer]


def act(client: Client, do: str, orders: Any = (), key: str = KEY, **more: Any) -> Any:
    sent = {"do": do, "orders": list(orders), **more}
    return client.post(reverse("puzzle_act", args=[key]), json.dumps(sent), content_type="application/json")


def test_the_page_shows_board_task_and_legal_orders(client: Client) -> None:
    page = client.get(reverse("puzzle", args=[KEY]))
    assert task_of(PUZZLE.goal, PUZZLE.position) in page.content.decode()
    assert page.context["page"]["options"]["units"]
    assert [order["text"] for order in page.context["page"]["sheet"]["orders"]] == []


def test_a_right_answer_is_rated_and_solved(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    reply = act(client, "check", ANSWER).json()
    assert reply["verdict"] == "right"
    assert reply["message"].startswith("Right: it works against ")
    assert reply["rating"].startswith("Your puzzle rating: 1")
    assert "layer-orders" in reply["layers"]
    assert Attempt.objects.get(user=cast.alice).solved
    assert act(client, "check", ANSWER).json()["rating"] == ""


def test_a_wrong_answer_is_refuted_by_a_reply_with_its_result(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    reply = act(client, "check", ANSWER[:1]).json()
    assert reply["verdict"] == "wrong"
    assert reply["happened"][0]["power"] == PUZZLE.goal.power
    assert [order["text"] for order in reply["sheet"]["orders"]] == ANSWER[:1]
    assert not Attempt.objects.get(user=cast.alice).solved
    assert act(client, "check", ANSWER).json()["verdict"] == "right"


def test_a_hint_names_the_units_and_counts_as_a_try(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    reply = act(client, "hint").json()
    assert reply["message"].startswith("2 orders are needed: of your units in ")
    assert Solver.objects.get(user=cast.alice).mu < 25


def test_after_the_solution_the_puzzle_is_not_solved(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    assert act(client, "solution").json()["verdict"] == "shown"
    act(client, "check", ANSWER)
    assert Attempt.objects.get(user=cast.alice).finished_at is None


def test_a_stranger_solves_without_a_rating(client: Client) -> None:
    assert act(client, "check", ANSWER).json()["rating"] == ""
    assert not PuzzleRating.objects.exists()
    assert "1 of " in client.get(reverse("puzzles")).content.decode()


@pytest.mark.parametrize(
    ("do", "more", "says"),
    [
        ("order", {"text": "nonsense"}, "nonsense"),
        ("order", {"text": "A LVP - VIE"}, ""),
        ("check", {}, "Nothing is ordered yet."),
        ("good", {}, "Sign in and try the puzzle first"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason(client: Client, do: str, more: Any, says: str) -> None:
    answer = act(client, do, **more)
    assert answer.status_code == 422
    assert answer.json()["type"] == "refused"
    assert says in answer.json()["message"]


@pytest.mark.parametrize("body", [b"", b"[]", b'{"do": "win"}', b'{"do": "check", "orders": 3}', b"\xff"])
def test_what_cannot_be_read_is_refused(client: Client, body: bytes) -> None:
    assert client.post(reverse("puzzle_act", args=[KEY]), body, content_type="application/json").status_code == 422


def test_orders_are_written_and_taken_back(client: Client) -> None:
    written = act(client, "order", text="; ".join(ANSWER)).json()["sheet"]
    assert sorted(order["text"] for order in written["orders"]) == sorted(ANSWER)
    assert "layer-units" in act(client, "sheet", ANSWER).json()["layers"]
    left = act(client, "cancel", ANSWER, unit=ANSWER[0].split()[1][:3]).json()["sheet"]
    assert [order["text"] for order in left["orders"]] == ANSWER[1:]


def test_a_vote_is_kept_and_shown(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    act(client, "check", ANSWER)
    assert act(client, "bad").json()["message"] == "Thank you for your vote."
    assert PuzzleRating.objects.get(puzzle=KEY).bad == 1
    assert client.get(reverse("puzzle", args=[KEY])).context["vote"] == -1


def test_today_next_and_themes_lead_to_puzzles(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    assert client.get(reverse("puzzle_today"))["Location"].split("/")[2] in shipped()
    theme = PUZZLE.themes[0]
    where = client.get(reverse("puzzle_next"), {"theme": theme})["Location"]
    assert theme in shipped()[where.split("/")[2]].themes
    assert THEMES[theme][0] in client.get(reverse("puzzles")).content.decode()
    assert "Puzzle of the day" in client.get("/").content.decode()


def test_an_unknown_puzzle_is_a_plain_page(client: Client) -> None:
    assert client.get(reverse("puzzle", args=["nosuch"])).status_code == 404
    assert act(client, "check", key="nosuch").status_code == 404


def test_many_checks_at_once_are_refused(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    for _ in range(CHECKS.most):
        CHECKS.allows(f"person-{cast.alice.pk}")
    assert act(client, "check", ANSWER).status_code == 429
    assert not Attempt.objects.exists()


def test_the_export_contains_attempts(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    act(client, "check", ANSWER)
    kept = json.loads(client.post(reverse("export_data")).content)
    assert kept["puzzles"]["attempts"][0]["puzzle"] == KEY
