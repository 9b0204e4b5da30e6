"""Acts in the sandbox, and who brings positions from games."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.position import opening, position_as_dict, position_from_dict
from dipgame.games import convert
from dipgame.games.models import GamePhase

pytestmark = pytest.mark.django_db

OPENING = position_as_dict(opening())
BEATEN = {
    "phase": "F1902R",
    "units": ["FRA A MUN", "FRA A BUR"],
    "centers": {"FRA": ["MUN", "PAR"], "GER": ["BER"]},
    "dislodged": [{"unit": "GER A MUN", "from": "BUR", "retreats": ["BER", "TYR"]}],
}
WINTER = {
    "phase": "W1902A",
    "units": ["FRA A SPA", "GER A BER", "GER A KIE"],
    "centers": {"FRA": ["BRE", "MAR", "PAR", "SPA"], "GER": ["BER"]},
}


def does(client: Client, act: str, position: Any = OPENING, **more: Any) -> Any:
    """Answer of the sandbox to an act."""
    body = json.dumps({"do": act, "position": position, **more})
    return client.post(reverse("sandbox_act"), body, content_type="application/json").json()


def start_of(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == 200
    start = answer.context["page"]["start"]
    assert [node["parent"] for node in start["nodes"]] == [None]
    return start["nodes"][0]


def written(reply: Any, power: str) -> list[str]:
    return [order["text"] for order in reply["sheets"][power]["orders"]]


# --- Orders for all, and what comes of them ---------------------------------------------------------


def test_nobody_needs_an_account_to_open_the_sandbox_at_the_opening(client: Client) -> None:
    start = start_of(client, "/sandbox/")
    assert (start["position"], start["orders"]) == (OPENING, {})
    board = does(client, "open")
    assert sorted(board["options"]) == ["AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"]
    assert board["title"] == "Spring 1901"


def test_orders_of_two_powers_meet_and_each_fate_has_its_reason(client: Client) -> None:
    orders = {"FRA": ["A PAR - BUR", "A MAR S A PAR - BUR"], "GER": ["A MUN - BUR"]}
    result = does(client, "resolve", orders=orders)
    fates = {each["order"]: each["text"] for each in result["orders"]}
    assert fates["A PAR - BUR"] == "The army in Paris moved to Burgundy."
    assert "Burgundy" in fates["A MUN - BUR"]
    assert "FRA A BUR" in result["after"]["units"]
    assert result["after"]["phase"] == "F1901M"
    assert ["PAR", "BUR"] in result["arrivals"]
    assert sorted(fates) == ["A MAR S A PAR - BUR", "A MUN - BUR", "A PAR - BUR"]


def test_a_typed_list_gives_each_order_to_the_power_whose_unit_it_names(client: Client) -> None:
    reply = does(client, "order", power="FRA", text="par - bur; mun - bur; lon - nth")
    assert {power: written(reply, power) for power in reply["sheets"]} == {
        "FRA": ["A PAR - BUR"],
        "GER": ["A MUN - BUR"],
        "ENG": ["F LON - NTH"],
    }


def test_a_later_order_of_a_unit_takes_the_place_of_the_earlier(client: Client) -> None:
    reply = does(client, "order", power="FRA", text="A PAR - PIC", orders={"FRA": ["A PAR - BUR", "F BRE H"]})
    assert written(reply, "FRA") == ["A PAR - PIC", "F BRE H"]
    reply = does(client, "cancel", power="FRA", unit="PAR", orders={"FRA": ["A PAR - PIC", "F BRE H"]})
    assert written(reply, "FRA") == ["F BRE H"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A PAR - MUN", "Munich"),
        ("A BEL - HOL", "No unit stands in Belgium"),
        ("romantic dinner", "order"),
        ("A PAR - MUN; A PAR - ROM", "Munich"),
    ],
)
def test_an_impossible_order_says_why(client: Client, text: str, words: str) -> None:
    reply = does(client, "order", power="FRA", text=text)
    assert reply["type"] == "refused"
    assert words in reply["message"]


def test_a_list_with_a_bad_order_keeps_the_good_ones(client: Client) -> None:
    reply = does(client, "order", power="FRA", text="A PAR - BUR; A MAR - LON")
    assert written(reply, "FRA") == ["A PAR - BUR"]
    assert [each["text"] for each in reply["refused"]] == ["A MAR - LON"]


def test_a_beaten_unit_retreats(client: Client) -> None:
    board = does(client, "open", BEATEN)
    assert list(board["options"]) == ["GER"]
    reply = does(client, "order", BEATEN, power="GER", text="A MUN - TYR")
    assert written(reply, "GER") == ["A MUN - TYR"]
    after = does(client, "resolve", BEATEN, orders={"GER": ["A MUN - TYR"]})["after"]
    assert "GER A TYR" in after["units"]


def test_in_winter_each_power_has_what_is_due_and_no_more(client: Client) -> None:
    board = does(client, "open", WINTER)
    assert {power: sheet["adjustments"] for power, sheet in board["sheets"].items()} == {"FRA": 3, "GER": -1}
    first = does(client, "order", WINTER, power="GER", text="remove kie")
    assert written(first, "GER") == ["REMOVE A KIE"]
    second = does(client, "order", WINTER, power="GER", text="remove ber", orders={"GER": ["REMOVE A KIE"]})
    assert second["type"] == "refused"
    assert "1 removal" in second["message"]
    waived = does(client, "order", WINTER, power="FRA", text="WAIVE", orders={"FRA": ["WAIVE"]})
    assert [order["unit"] for order in waived["sheets"]["FRA"]["orders"]] == ["WAIVE 1", "WAIVE 2"]


def test_a_power_with_eighteen_centers_has_won_here(client: Client) -> None:
    owned = "ANK BUD BUL CON GRE MOS MUN NAP ROM RUM SER SEV SMY TRI TUN VEN VIE WAR"
    centers = {"TUR": owned.split()}
    board = does(client, "open", {"phase": "S1910M", "units": ["TUR A ANK"], "centers": centers})
    assert board["won"] == "Turkey has won here."


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"phase": "S1901M", "units": ["FRA A NTH"]}, "an army cannot stand in the North Sea"),
        ({"phase": "S1901M", "units": ["FRA A PAR", "GER A PAR"]}, "GER A PAR stands where FRA A PAR stands"),
        ({"phase": "S1901M", "units": "nonsense"}, "must be a list"),
        ({"phase": "X1901M", "units": []}, "is not a phase"),
        ({"phase": "S9500M", "units": []}, "9000"),
        ({}, "must be a text"),
    ],
)
def test_a_position_that_cannot_be_says_what_is_wrong_with_it(client: Client, position: Any, words: str) -> None:
    reply = does(client, "open", position)
    assert reply["type"] == "refused"
    assert words in reply["message"]


@pytest.mark.parametrize(
    "body", [b"", b"[]", b"{}", b'{"do": "dance", "position": {}}', b'{"do": "open", "position": []}', b"\xff" * 9]
)
def test_a_malformed_act_is_refused(client: Client, body: bytes) -> None:
    answer = client.post(reverse("sandbox_act"), body, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json()["type"] == "refused"


def test_an_act_larger_than_any_position_is_refused(client: Client) -> None:
    assert does(client, "open", text="x" * 50_000)["type"] == "refused"


def test_rules_of_the_game_come_along(client: Client) -> None:
    sea = {"phase": "S1902M", "units": ["ENG A LON", "ENG F NTH"]}
    crossing = {"ENG": ["A LON - NWY", "F NTH C A LON - NWY"]}
    assert "ENG A NWY" in does(client, "resolve", sea, orders=crossing)["after"]["units"]
    assert "ENG A LON" in does(client, "resolve", sea, orders=crossing, rules="dipgame")["after"]["units"]
    assert does(client, "open", rules="mine")["type"] == "refused"


def test_a_position_is_read_from_text(client: Client) -> None:
    board = does(client, "open", WINTER)
    assert board["text"].startswith("Winter 1902\nFrance: A SPA; centers BRE, MAR, PAR, SPA\n")
    again = client.post(
        reverse("sandbox_act"), json.dumps({"do": "read", "text": board["text"]}), content_type="application/json"
    ).json()
    assert again["position"] == board["position"]
    odd = does(client, "read", text="Spring 1901\nFrance: A NTH")
    assert "an army cannot stand in the North Sea" in odd["message"]


# --- From a game ------------------------------------------------------------------------------------


def address(story: Any, name: str = "S1901M") -> str:
    return reverse("sandbox_game", args=[story.game.slug, name])


def test_a_past_phase_comes_with_the_orders_that_were_given(client: Client, story: Any) -> None:
    story.begins()
    story.orders("FRA", "A PAR - BUR", "A MAR - SPA")
    story.deadline_passes()
    start = start_of(client, address(story))
    assert start["position"] == OPENING
    assert start["orders"]["FRA"] == ["A MAR - SPA", "A PAR - BUR"]
    assert "ENG" not in start["orders"]
    later = start_of(client, address(story, "F1901M"))
    assert position_from_dict(later["position"]) == convert.position_of(GamePhase.objects.get(name="F1901M"))


def test_orders_not_opened_yet_come_for_their_writer_alone(client: Client, story: Any, cast: Any) -> None:
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    story.orders("ENG", "F LON - NTH")
    assert start_of(client, address(story))["orders"] == {}
    client.force_login(cast.alice)
    assert start_of(client, address(story))["orders"] == {"FRA": ["A PAR - BUR"]}


def test_a_private_game_opens_for_its_players_alone(client: Client, story: Any, cast: Any) -> None:
    story.begins(word="inkwell")
    assert client.get(address(story)).status_code == 404
    client.force_login(cast.alice)
    assert client.get(address(story)).status_code == 200


def test_a_watcher_who_sees_a_phase_later_brings_no_later_phase(client: Client, story: Any) -> None:
    story.begins(watching="delayed")
    story.deadline_passes()
    story.deadline_passes()
    latest = GamePhase.objects.order_by("index").last()
    assert latest is not None
    game = client.get(reverse("game", args=[story.game.slug]), {"phase": latest.name})
    assert client.get(address(story, latest.name)).status_code == game.status_code == 404


def test_a_phase_that_never_was_is_not_found(client: Client, story: Any) -> None:
    story.begins()
    for name in ("F1950M", "nonsense"):
        assert client.get(address(story, name)).status_code == 404
