"""A proposal on the map, and who could support an order."""

import pytest
from django.test import Client

ADDRESS = "/games/{}/offer/{}"


@pytest.fixture
def alice(story, cast):
    story.begins(bots="blabbot")
    client = Client()
    client.force_login(cast.alice)
    return lambda what, **query: client.get(ADDRESS.format(story.game.slug, what), query)


def test_orders_of_several_powers_are_drawn_and_said(alice):
    reply = alice("drawing", order=["GER A MUN - RUH", "FRA A PAR - BUR"], denied="ENG F LON - ECH").json()
    assert reply["drawing"].count("data-order=") == 3
    assert 'id="layer-offer"' in reply["drawing"]
    assert "Not: The fleet in London moves to the English Channel." in reply["words"]


@pytest.mark.parametrize("order", ["", "XXX A PAR - BUR", "FRA <b>", "FRA A PAR - ATLANTIS"])
def test_a_malformed_order_is_refused_with_a_sentence(alice, order):
    reply = alice("drawing", order=order)
    assert reply.status_code == 422
    assert reply.json()["message"]


@pytest.mark.parametrize(
    ("order", "texts"),
    [
        ("F BRE - ECH", ["F LON S F BRE - ECH"]),
        ("A PAR - BUR", ["A MUN S A PAR - BUR"]),
        ("A PAR H", []),
    ],
)
def test_units_that_could_support_an_order_are_listed(alice, order, texts):
    assert [each["text"] for each in alice("helpers", order=order).json()["helpers"]] == texts


@pytest.mark.parametrize("order", ["A MUN - BUR", "A PAR - LON", "WAIVE", ""])
def test_nobody_helps_what_is_no_legal_order_of_mine(alice, order):
    assert alice("helpers", order=order).status_code == 422


def test_nobody_asks_a_bot_that_does_not_talk(alice, story):
    story.game.seats.filter(power="GER").update(bot="holdbot")
    assert alice("helpers", order="A PAR - BUR").json()["helpers"] == []
    assert alice("helpers", order="F BRE - ECH").json()["helpers"]


def test_who_only_watches_asks_for_nothing(story):
    story.begins()
    reply = Client().get(ADDRESS.format(story.game.slug, "helpers"), {"order": "A PAR - BUR"})
    assert reply.status_code == 404
