"""The home page and the pages for those who only look."""

import re
from html import escape
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client

from adjudication.position import opening
from bots.company import usual_offers
from bots.skills import SKILLS
from frontend.home.showcase import picture
from negotiation.english.context import Context
from tests.negotiation.data import read

pytestmark = pytest.mark.django_db


def test_a_site_without_finished_games_shows_the_first_board(client: Client) -> None:
    shown = picture()
    assert (shown.game, shown.turn, shown.letters) == (None, "Spring 1901", ())
    page = client.get("/").content.decode()
    assert "Play now against bots" in page
    assert 'class="board"' in page
    assert shown.turn in page


def talked(story: Any, **terms: Any) -> None:
    """A game of one year in which Italy, a bot, takes what Germany, a bot, offers; Alice and Bob talk too."""
    story.begins(end_year=1901, **terms)
    offer = story.says("GER", "ITA", "Peace between us?", term="propose(ger, ita, Agree([ger, ita], pce([ger, ita])))")
    with story.committed():
        story.says(
            "ITA", "GER", "Gladly.", term="accept(ita, ger, Agree([ger, ita], pce([ger, ita])))", reply_to=offer.pk
        )
    asked = story.says("FRA", "ENG", "Between people only.", plain=True)
    story.says("ENG", "FRA", "And nobody else.", plain=True, reply_to=asked.pk)


def test_a_letter_and_its_answer_of_bots_once_their_game_is_over(client: Client, story: Any) -> None:
    talked(story)
    story.deadline_passes()
    assert picture().game is None, "what is said in a running game is private"
    while story.is_running:
        story.deadline_passes()
    assert picture().game is None, "the picture is kept for a few minutes"
    caches["process"].clear()
    shown = picture()
    assert (shown.game, shown.turn) == (story.game, "Spring 1901")
    assert [letter.text for letter in shown.letters] == ["Peace between us?", "Gladly."]
    page = client.get("/").content.decode()
    assert f"/games/{story.game.slug}/" in page
    for words in ("Germany to Italy", "Gladly.", "<h2>Talk</h2>", "<h2>Keep your word</h2>"):
        assert words in page
    assert "Between people only" not in page


def test_a_private_game_is_never_shown(client: Client, story: Any) -> None:
    talked(story, word="blotting paper")
    while story.is_running:
        story.deadline_passes()
    assert picture().game is None
    assert story.game.name not in client.get("/watch/").content.decode()


def test_those_who_are_signed_in_see_their_games_instead_of_a_form(client: Client, story: Any) -> None:
    story.begins()
    client.force_login(story.cast.alice)
    page = client.get("/").content.decode()
    assert story.game.name in page
    assert "Welcome back" not in page


def test_watch_lists_what_runs_and_what_is_over(client: Client, story: Any) -> None:
    assert "No game is being played" in client.get("/watch/").content.decode()
    story.begins()
    page = client.get("/watch/").content.decode()
    assert story.game.name in page
    assert "Spring 1901" in page
    assert "No game is finished" in page
    assert story.game.name in client.get("/watch/", {"show": "live"}).content.decode()
    over = client.get("/watch/", {"show": "over"}).content.decode()
    assert story.game.name not in over
    assert "No game is finished" in over


def test_an_empty_watch_page_shows_a_board_and_a_way_to_begin(client: Client) -> None:
    page = client.get("/watch/").content.decode()
    assert "<svg" in page
    assert "Play now against bots" in page


@pytest.mark.parametrize("number", ["2", "-1", "nonsense"])
def test_a_page_number_that_is_none_shows_a_page(client: Client, number: str) -> None:
    assert client.get("/watch/", {"page": number}).status_code == 200


def test_the_rules_and_the_bots(client: Client) -> None:
    page = client.get("/how-to-play/").content.decode()
    assert "34 supply centers" in page
    for title in (*(offer.title for offer in usual_offers()), *(skill.title for skill in SKILLS.values())):
        assert f"<b>{escape(title)}</b>" in page
    example = re.search(r'in plain English: <span class="key">(.+?)</span>', page)
    assert example
    assert read(example[1], Context("FRA", ("GER",), opening())).verdict == "clear"


def test_the_small_picture_of_a_game(client: Client, story: Any) -> None:
    story.begins()
    address = f"/games/{story.game.slug}/small.svg"
    answer = client.get(address)
    assert answer["Content-Type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg")
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    assert len(client.get(address, headers={"Accept-Encoding": "gzip"}).content) < 60_000
    story.orders("FRA", "A PAR - BUR")
    assert client.get(address).content == answer.content
    story.ready("FRA", "ENG")
    assert client.get(address, headers={"If-None-Match": answer["ETag"]}).status_code == 200


def test_no_picture_before_the_game_or_of_a_private_one(client: Client, story: Any) -> None:
    story.waits(word="blotting paper")
    assert client.get(f"/games/{story.game.slug}/small.svg").status_code == 404
    client.force_login(story.cast.alice)
    assert client.get(f"/games/{story.game.slug}/small.svg").status_code == 404
    assert client.get("/games/nosuchgame/small.svg").status_code == 404


@pytest.mark.parametrize("address", ["/", "/games/", "/watch/", "/how-to-play/", "/ranking/"])
def test_every_page_leads_to_the_archive(client: Client, address: str) -> None:
    page = client.get(address).content.decode()
    header, footer = page.index('<nav class="site-nav"'), page.index('<footer class="site-foot"')
    assert 'href="/archive/"' in page[header : page.index("</nav>", header)]
    assert 'href="/archive/"' in page[footer:]


@pytest.mark.parametrize("show", ["", "live", "over"])
def test_the_page_to_watch_games_leads_to_the_archive(client: Client, show: str) -> None:
    page = client.get("/watch/", {"show": show}).content.decode()
    assert ">Archive of finished games</a>" in page
