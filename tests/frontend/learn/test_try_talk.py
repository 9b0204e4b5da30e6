"""Anybody tries the talk without a game."""

import pytest
from django.test import Client

from dipgame.limits import READING
from frontend.learn.examples import EXAMPLES
from frontend.learn.trying import _understood

pytestmark = pytest.mark.django_db

SENTENCES = [(level, line) for level, _, lines in EXAMPLES for line in lines]


@pytest.mark.parametrize(("level", "line"), SENTENCES, ids=[line for _, line in SENTENCES])
def test_each_example_is_understood_at_its_level(level: int, line: str) -> None:
    found = _understood(line, "ENG")
    assert found["heard"].verdict == "claim"
    assert [read[2] for read in found["readings"][0]] == [level]


def test_all_eight_levels_have_examples() -> None:
    assert [level for level, *_ in EXAMPLES] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_a_line_is_shown_in_words_in_l_and_with_its_level(client: Client) -> None:
    page = client.get("/talk/try/", {"text": "peace?", "to": "GER"}).content.decode()
    assert "You propose peace with Germany." in page
    assert "Agree([fra ger], pce([fra ger]))" in page
    assert "Level 1" in page


def test_what_is_not_understood_says_so_and_offers_what_comes_near(client: Client) -> None:
    page = client.get("/talk/try/", {"text": "belgium burgundy xyzzy", "part": ""}).content.decode()
    assert "<html" not in page
    assert "binds nobody" in page


def test_markup_in_a_line_stays_text(client: Client) -> None:
    page = client.get("/talk/try/", {"text": "<script>alert(1)</script>"}).content.decode()
    assert "<script>alert" not in page


def test_odd_addresses_show_the_page(client: Client) -> None:
    for query in ({"to": "XYZ"}, {"to": "FRA", "text": "peace?"}, {"text": "a" * 5000}):
        assert client.get("/talk/try/", query).status_code == 200


def test_too_many_readings_are_refused(client: Client) -> None:
    READING.spend("127.0.0.1", READING.most)
    answer = client.get("/talk/try/", {"text": "peace?"})
    assert answer.status_code == 429
    assert "Try again" in answer.content.decode()
