"""Propose deals, be refused for a reason, learn what each gets."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.names import place_name
from adjudication.notation import format_order
from adjudication.powers import POWER_NAMES
from bots.puzzles.checking import check
from bots.puzzles.goal import by_power
from bots.puzzles.shipped import shipped
from dipgame.puzzles.models import Attempt

pytestmark = pytest.mark.django_db


def of_a_deal(puzzle: Any, fault: str) -> list[str] | None:
    """The answer without one order, which then has this fault."""
    for left_out in puzzle.answer:
        rest = [order for order in puzzle.answer if order != left_out]
        if check(puzzle.position, puzzle.goal, rest).fault == fault:
            return [format_order(order) for order in rest]
    return None


KEY, PUZZLE, MISSED = next(
    (key, each, missed)
    for key, each in shipped().items()
    if each.themes == ("deal", "four") and (missed := of_a_deal(each, "goal"))
)
GOAL = PUZZLE.goal
THEY = POWER_NAMES[GOAL.partner] if GOAL.partner else ""
ANSWER = [format_order(order) for order in PUZZLE.answer]
OWNED = by_power(PUZZLE.position, PUZZLE.answer)
OURS = [format_order(order) for order in OWNED[GOAL.power]]
THEIRS = [text for text in ANSWER if text not in OURS]


def act(client: Client, do: str, orders: Any = (), **more: Any) -> Any:
    sent = {"do": do, "orders": list(orders), **more}
    address = reverse("puzzle_act", args=[KEY])
    return client.post(address, json.dumps(sent), content_type="application/json").json()


def test_the_page_tells_the_rule_and_takes_orders_of_both(client: Client) -> None:
    page = client.get(reverse("puzzle", args=[KEY]))
    html = page.content.decode()
    assert f"Make a deal with {THEY} that wins you {place_name(GOAL.place)} this fall." in html
    assert f"{THEY} signs if the deal makes sure that it wins a center, too" in html
    assert "Propose" in html
    data = page.context["page"]
    assert set(data["owners"].values()) == {GOAL.power, GOAL.partner}
    assert {unit["region"][:3] for unit in data["options"]["units"]} == set(data["owners"])
    assert "other" not in json.dumps(data)


def test_orders_of_both_sides_are_written_and_others_are_not(client: Client) -> None:
    sheet = act(client, "order", text="; ".join(ANSWER))["sheet"]
    assert sorted(order["text"] for order in sheet["orders"]) == sorted(ANSWER)
    stranger = next(unit for unit in PUZZLE.position.units if unit.power not in GOAL.sides)
    refused = act(client, "order", text=f"{stranger.kind} {stranger.region} H")
    assert refused["message"].startswith(f"This unit belongs to {POWER_NAMES[stranger.power]}.")


def test_a_right_proposal_is_signed_and_told_as_a_message(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    reply = act(client, "check", ANSWER)
    assert reply["verdict"] == "right"
    gains = f"You get {place_name(GOAL.place)}, {THEY} gets {place_name(GOAL.other)}"
    assert reply["message"].startswith(f"{THEY} signs. {gains}")
    assert reply["said"]
    assert Attempt.objects.get(user=cast.alice).solved


@pytest.mark.parametrize(
    ("orders", "says", "title"),
    [
        (OURS, f"{THEY} refuses: no order of its units wins it a center.", f"Why {THEY} refuses"),
        (THEIRS, f"{THEY} refuses: it cannot be sure of {place_name(GOAL.other)}.", f"Why {THEY} refuses"),
        (MISSED, f"{THEY} would sign, for {place_name(GOAL.other)}. But you cannot be sure", "How you miss it"),
    ],
)
def test_three_ways_to_fail_are_told_apart(client: Client, orders: list[str], says: str, title: str) -> None:
    reply = act(client, "check", orders)
    assert (reply["verdict"], reply["title"]) == ("wrong", title)
    assert reply["message"].startswith(says)
    assert reply["happened"]
    assert reply["said"] == ""


def test_the_hint_names_units_of_both_and_the_solution_what_each_gets(client: Client) -> None:
    hint = act(client, "hint")["message"]
    assert hint.startswith(f"Ask {THEY} for ")
    assert "and offer " in hint
    shown = act(client, "solution")
    assert shown["message"].startswith("The deal: ")
    assert f"{THEY} gets {place_name(GOAL.other)}" in shown["message"]


def test_it_is_listed_as_a_theme_of_its_own(client: Client) -> None:
    html = client.get(reverse("puzzles")).content.decode()
    assert "Find the deal" in html
    address = client.get(reverse("puzzle_next"), {"theme": "deal"})["Location"]
    assert shipped()[address.split("/")[2]].goal.kind == "deal"


def test_who_is_not_signed_in_and_saw_the_solution_has_not_solved_it(client: Client) -> None:
    assert act(client, "check", MISSED)["verdict"] == "wrong"
    act(client, "solution")
    study = client.get(reverse("puzzle_study", args=[KEY]))
    assert study.context["page"]["start"]["nodes"][0]["marks"]
    assert act(client, "check", ANSWER)["verdict"] == "right"
    assert client.session["puzzles"] == {KEY: -1}
