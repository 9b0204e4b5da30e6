"""A visitor reads a page of a bot of the site."""

import pytest
from django.test import Client

from bots.registry import BOTS
from bots.skills import NORMAL
from dipgame.games import queries
from dipgame.games.models import Game, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages")]


def page(client: Client, name: str) -> str:
    response = client.get(f"/bots/{name}/")
    assert response.status_code == 200, name
    return response.content.decode()


def test_every_bot_has_a_page(client: Client) -> None:
    for name in (bot.name for bot in BOTS.values() if bot.skill in {"", NORMAL.name}):
        assert f"<code>{name}</code>" in page(client, name)


def test_an_unknown_bot_has_none(client: Client) -> None:
    assert client.get("/bots/nobody/").status_code == 404


def test_the_gallery_links_to_the_pages(client: Client) -> None:
    assert 'href="/bots/dumbbot/"' in client.get("/research/gallery/").content.decode()


def test_a_bot_of_a_paper_shows_its_section_of_the_zoo(client: Client) -> None:
    shown = page(client, "thesis-negotiator")
    assert "Facing the Challenge" in shown
    assert 'href="/research/zoo/#thesis"' in shown
    assert shown.count("<section") == shown.count("</section>")
    assert 'href="../' not in shown


def test_a_hana_shows_its_character_and_its_other_skills(client: Client) -> None:
    shown = page(client, "hana-diplomat-gentle")
    assert "sociability" in shown
    assert 'href="/bots/hana-diplomat/"' in shown
    assert "Play against it" not in shown
    assert "Play against it" in page(client, "hana-diplomat")


def test_results_of_finished_public_games(client: Client, story) -> None:
    story.begins(end_year=1901)
    for _ in range(2):
        story.ready("FRA", "ENG")
    rows = queries.results_of_bot("holdbot")
    assert [(row.power, row.games, row.shared, row.out) for row in rows] == [
        (power, 1, 1, 0) for power in ("AUS", "GER", "ITA", "RUS", "TUR")
    ]
    assert {row.centers for row in rows} <= {2.0, 3.0, 4.0}
    shown = page(client, "holdbot")
    assert "0 won, 5 shared" in shown
    assert story.game.name in shown
    Game.objects.update(private_word="secret")
    assert story.game.name not in page(client, "holdbot")
    Game.objects.update(private_word="")
    Seat.objects.filter(bot="holdbot").update(vacated_at=story.game.created_at)
    assert queries.results_of_bot("holdbot") == []
    assert story.game.name not in page(client, "holdbot")
