"""A whole game as one picture that moves, to be taken away."""

import re
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.core.cache import cache
from django.test import Client

from dipgame.limits import PICTURES
from frontend.board import render_film
from tests.dsl import Story

pytestmark = pytest.mark.django_db


@pytest.fixture
def film(client: Client, story: Any) -> str:
    """Of a game of a year: spring, fall, and the board at the end."""
    story.begins(fill_bot="holdbot", end_year=1901)
    story.orders("FRA", "A PAR - BUR", "F BRE H", "A MAR H")
    for _ in range(2):
        story.ready("FRA", "ENG")
    return f"/games/{story.game.slug}/film.svg"


def test_every_phase_with_its_name_and_its_orders(client: Client, film: str) -> None:
    answer = client.get(film)
    assert answer["Content-Type"] == "image/svg+xml"
    drawn = answer.content.decode()
    names = re.findall(r'class="film-title"[^>]*>([^<]+)<', drawn)
    assert names == ["Spring 1901, movement", "Fall 1901, movement", "Winter 1901, the end"]
    tree = ET.fromstring(drawn)
    frames = [each for each in tree.iter() if "frame-0" in each.get("class", "").split()]
    assert len(frames) == 3  # who holds what beneath the borders, the rest above them, the title over the map
    assert "order" in ET.tostring(frames[1]).decode()
    ids = [each.get("id") for each in tree.iter() if each.get("id")]
    assert len(ids) == len(set(ids))
    board = next(each for each in tree.iter() if each is not tree and each.tag.endswith("}svg"))
    assert board.get("overflow") == "hidden", "nothing of the map lies over the title"
    assert not [each for each in board.iter() if "film-title" in each.get("class", "")]
    assert "var(--board" not in drawn.split("@keyframes seen")[0].split(".film-strip")[1]


def test_a_film_is_one_file_without_links(client: Client, film: str) -> None:
    answer = client.get(f"{film}?download&theme=dark")
    assert answer["Content-Disposition"].startswith("attachment")
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    drawn = answer.content.decode()
    assert not re.search(r"(href|src)=.https?:|<script|url\((?![\"']?(#|data:))", drawn)
    assert "prefers-reduced-motion" in drawn


def test_who_plays_sees_no_more_in_it_than_others(client: Client, story: Story, cast: Any) -> None:
    story.begins(fill_bot="holdbot")
    story.orders("FRA", "A PAR - BUR", "F BRE H", "A MAR H")
    address = f"/games/{story.game.slug}/film.svg"
    seen = client.get(address).content
    client.force_login(cast.alice)
    cache.clear()
    assert client.get(address).content == seen


def test_not_of_a_game_that_has_not_begun_and_not_for_strangers(client: Client, story: Story) -> None:
    story.waits()
    assert client.get(f"/games/{story.game.slug}/film.svg").status_code == 404


def test_many_are_too_many(client: Client, film: str) -> None:
    for _ in range(PICTURES.most):
        PICTURES.allows("192.0.2.1")
    assert client.get(film, REMOTE_ADDR="192.0.2.1").status_code == 429
    assert client.get(film, REMOTE_ADDR="192.0.2.2").status_code == 200
    assert client.get(film, REMOTE_ADDR="192.0.2.1").status_code == 200  # it is kept now


def test_no_boards_no_film() -> None:
    with pytest.raises(ValueError, match="needs a board"):
        render_film([], "nothing")
