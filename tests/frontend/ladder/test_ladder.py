"""The page of the ladder: ratings, style, pairs, games against each."""

import re

import pytest

from bots.ladder.played import Played
from bots.ladder.rounds import Settings
from bots.ladder.standing import standing_of
from dipgame.games.models import Game
from frontend.ladder import places
from frontend.ladder.heatmap import draw_heatmap

pytestmark = pytest.mark.django_db

SEATS = ("hana", "hana-strong", "blabbot", "dumbbot", "thesis-negotiator", "random-negotiator", "gone-bot")
STYLE = ((10, 4, 3, 1, 1, 20, 2, 2, 1), *[(10, 0, 0, 0, 0, 5, 0, 0, 0)] * 6)


@pytest.fixture
def measured(monkeypatch):
    """A talking table of two games, with a bot not on offer."""
    games = [Played(0, game, SEATS, (10, 8, 6, 4, 3, 2, 1), (1, 2, 3, 4, 5, 6, 7), STYLE, 0) for game in range(2)]
    standing = standing_of(Settings("talking", seed=7, until=1908, seconds=2.0), games)
    monkeypatch.setattr(places, "shipped_standing", lambda table: standing if table == "talking" else None)
    places.measured.cache_clear()
    yield places.measured("talking")
    places.measured.cache_clear()


def test_the_page_shows_ratings_style_and_a_game_against_each(client, measured):
    shown = client.get("/ladder/").content.decode()
    assert [row.bot for row in measured.rows][:2] == ["hana", "hana-strong"]
    assert f"± {measured.rows[0].width:.1f}" in shown
    assert "80 %" in shown  # promises of HANA: four of five kept
    assert "seed 7" in shown
    assert 'href="/bots/blabbot/"' in shown
    assert '<input type="hidden" name="bot" value="blabbot">' in shown
    assert "gone-bot" not in shown
    assert "HANA ahead of DumbBot: 100% of 2 games" in shown


def test_a_game_begins_against_a_bot_at_its_skill(client, measured):
    assert '<input type="hidden" name="bot" value="hana-strong">' in client.get("/ladder/").content.decode()
    client.post("/play/", {"bot": "hana-strong"})
    assert set(Game.objects.get().seats.values_list("bot", flat=True)) == {"", "hana-strong"}


def test_the_heat_map_has_a_field_for_each_two(measured):
    drawn = draw_heatmap(measured)
    assert drawn.count("<rect") == 36
    assert drawn.count("heat-share") == 30
    assert drawn.count("heat-none") == 6


def test_screen_readers_have_a_table_for_the_heat_map(client, measured):
    shown = client.get("/ladder/").content.decode()
    assert "aria-hidden" in draw_heatmap(measured)
    [table] = re.findall(r'<div class="visually-hidden"><table>.*?</table>', shown, re.DOTALL)
    assert "<caption>Games with messages: who ended ahead of whom</caption>" in table
    assert table.count('scope="col"') == 1 + table.count('scope="row"') == 7
    assert table.count("<td>100\N{NO-BREAK SPACE}%</td>") + table.count("<td>100 %</td>") == 15


def test_a_bots_page_links_to_its_place(client, measured):
    shown = client.get("/bots/hana-strong/").content.decode()
    assert 'href="/ladder/#talking"' in shown
    assert "points in games with messages" in shown
    assert places.place_of("holdbot") is None


def test_before_anything_was_measured_the_page_says_so(client, monkeypatch):
    monkeypatch.setattr(places, "shipped_standing", lambda table: None)
    places.measured.cache_clear()
    try:
        assert "Nothing was measured yet" in client.get("/ladder/").content.decode()
    finally:
        places.measured.cache_clear()


def test_what_comes_with_the_program_can_be_shown(client):
    assert client.get("/ladder/").status_code == 200
