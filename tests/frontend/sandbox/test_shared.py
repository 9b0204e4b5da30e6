"""Sandboxes under a link, and nonsense in their place."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.position import opening, position_as_dict
from dipgame.limits import SHARES
from dipgame.sandbox.models import SharedTree
from frontend.sandbox.tree import MOST_NODES

pytestmark = pytest.mark.django_db

OPENING = position_as_dict(opening())
BURGUNDY = {"FRA": ["A PAR - BUR"]}
PICARDY = {"FRA": ["A PAR - PIC"]}


def tree(*nodes: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"rules": "2023", "position": OPENING, "at": 0, "nodes": [{"parent": None}, *nodes], **more}


def shares(client: Client, sent: Any) -> Any:
    body = sent if isinstance(sent, bytes) else json.dumps(sent)
    return client.post(reverse("sandbox_share"), body, content_type="application/json")


def start_of(client: Client, url: str) -> Any:
    return client.get(url).context["page"]["start"]


def test_a_link_leads_to_the_same_positions_orders_and_variations(client: Client) -> None:
    sent = tree(
        {"parent": 0, "made": BURGUNDY},
        {"parent": 0, "made": PICARDY, "orders": {"FRA": ["A PIC - BEL"]}},
        {"parent": 1, "made": {}},
        at=2,
    )
    reply = shares(client, sent).json()
    start = start_of(Client(), reply["url"])
    assert [node["parent"] for node in start["nodes"]] == [None, 0, 0, 1]
    assert [node["next"] for node in start["nodes"]] == [2, 3, None, None]
    assert (start["at"], start["nodes"][2]["orders"]) == (2, {"FRA": ["A PIC - BEL"]})
    assert "FRA A PIC" in start["nodes"][2]["position"]["units"]
    assert start["nodes"][3]["position"]["phase"] == "S1902M"


def test_positions_follow_from_orders_whatever_the_browser_says(client: Client) -> None:
    cheat = {"parent": 0, "made": {"FRA": ["A PAR - MOS", "A MAR - BUR"]}, "position": {"phase": "S1999M", "units": []}}
    reply = shares(client, tree(cheat)).json()
    node = start_of(client, reply["url"])["nodes"][1]
    assert node["made"] == {"FRA": ["A MAR - BUR"]}
    assert node["position"]["phase"] == "F1901M"


def test_the_same_sandbox_has_the_same_link(client: Client) -> None:
    urls = {shares(client, tree({"parent": 0, "made": BURGUNDY})).json()["url"] for _ in range(2)}
    assert len(urls) == SharedTree.objects.count() == 1


def test_a_shared_sandbox_is_taken_away_as_text_and_as_json(client: Client) -> None:
    sent = tree({"parent": 0, "made": {**BURGUNDY, "GER": ["A MUN - BUR"]}}, {"parent": 0, "made": PICARDY})
    reply = shares(client, sent).json()
    text = client.get(reply["text"]).content.decode()
    assert "Spring 1901, variation 1\n" in text
    assert "France: A PAR - BUR (bounced)\n" in text
    assert "Spring 1901, variation 2\n" in text
    assert "France: A BUR" not in text
    data = client.get(reply["json"]).json()
    assert shares(client, data).json()["url"] == reply["url"]


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (b"nonsense", "read"),
        (b"[]", "read"),
        (b"{}", "read"),
        (tree(nodes=[]), "read"),
        (tree({"parent": 0, "made": {"FRA": [7]}}), "read"),
        (tree({"parent": 0, "made": {"FRA": ["A PAR H"] * 99}}), "read"),
        (tree({"parent": 1}), "no tree"),
        (tree({"parent": -1}), "no tree"),
        (tree({"parent": None}), "no tree"),
        (tree(at=5), "no tree"),
        (tree(rules="mine"), "rulebook"),
        (tree(position={"phase": "S1901M", "units": ["FRA A NTH"]}), "North Sea"),
        (tree(*[{"parent": 0}] * MOST_NODES), "at most"),
        (tree(note="x" * 200_000), "too large"),
    ],
)
def test_nonsense_is_refused_and_nothing_is_kept(client: Client, sent: Any, words: str) -> None:
    answer = shares(client, sent)
    assert answer.status_code == 422
    assert words in answer.json()["message"]
    assert not SharedTree.objects.exists()


def test_a_link_to_nothing_is_a_plain_page(client: Client) -> None:
    SharedTree.objects.create(slug="old", tree={"version": 0})
    for slug in ("nosuch", "old"):
        for name in ("sandbox_shared", "sandbox_json", "sandbox_text"):
            answer = client.get(reverse(name, args=[slug]))
            assert answer.status_code == 404
            assert b"<h1" in answer.content


def test_nobody_shares_without_end(client: Client) -> None:
    codes = [shares(client, tree()).status_code for _ in range(SHARES.most + 1)]
    assert codes == [200] * SHARES.most + [429]
