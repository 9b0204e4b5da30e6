"""Pages need few queries, counted: queries are dear under load."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from dipgame.games import services


def queries_of(do: Any) -> int:
    """Reads and writes; what begins and ends a transaction is no more than a word on the line."""
    with CaptureQueriesContext(connection) as asked:
        do()
    return sum("SAVEPOINT" not in query["sql"] for query in asked.captured_queries)


@pytest.fixture
def game(story, cast, client):
    """A game in its second year, with talk, a deal, and promises that were judged; Alice is signed in."""
    story.begins(bots="blabbot")
    story.says("FRA", "ENG", "marmalade", plain=True)
    offer = story.says("ENG", "FRA", "I offer peace")
    story.answers("FRA", offer, "accept")
    story.bots_speak()
    story.year_passes()
    story.says("ENG", "FRA", "honey", plain=True)
    client.force_login(cast.alice)
    return f"/games/{story.game.slug}/"


def sends(client, game, **command):
    def send():
        answer = client.post(f"{game}command", json.dumps(command), content_type="application/json")
        assert answer.status_code == 200, answer.content

    return send


def test_a_game_asks_little(story, game, client):
    """The page, the state, words that are sent, an order, a beat: how often each asks, and how often at most."""
    plain = {"type": "say", "text": "honey", "to": ["ENG"], "l": "", "plain": True, "mark": "a-1"}
    understood = plain | {"text": "I offer a DMZ in Burgundy", "plain": False, "mark": "a-2"}
    order = {"type": "order", "phase": story.phase, "text": "A PAR H", "mark": "a-3"}
    most = {
        "the page": (lambda: client.get(game), 12),
        "the state": (lambda: client.get(f"{game}state"), 7),
        "mere words": (sends(client, game, **plain), 14),
        "an offer": (sends(client, game, **understood), 19),
        "an order": (sends(client, game, **order), 13),
        "a beat": (sends(client, game, type="ping"), 3),
    }
    asked = {name: (queries_of(do), limit) for name, (do, limit) in most.items()}
    assert {name: found for name, found in asked.items() if found[0] > found[1]} == {}


def test_a_phase_is_resolved_with_few_queries(story):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    story.orders("ENG", "F LON - NTH")
    assert queries_of(lambda: services.resolve_phase(story.row.pk, force=True)) <= 20


@pytest.mark.parametrize("address", ["/games/", "/", "/games/open/", "/watch/", "/admin/games/game/"])
def test_lists_ask_no_more_for_more_games(story, cast, client, address):
    cast.alice.is_staff = cast.alice.is_superuser = True
    cast.alice.save()
    client.force_login(cast.alice)
    counts = []
    for games in (3, 12):
        for number in range(games):
            game = services.create_game(cast.alice, services.Terms(name=f"Table {number}", power="FRA"))
            services.join_game(cast.bob, game, "ENG")
            if number % 2:
                services.fill_seats(game, "holdbot")
        client.get(address)
        counts.append(queries_of(lambda: client.get(address)))
    assert client.get(address).status_code == 200
    assert counts[0] == counts[1] <= 12
