"""The page of a game that is over: for all who may see the game, and only then."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from dipgame.games.models import Game

pytestmark = pytest.mark.django_db

HOLD = "Do(hld(Unit(ger, Region(mun, amy))))"
MOVE = "Do(mto(Unit(ger, Region(ber, amy)), Region(kie, amy)))"


def over(story: Any, **terms: Any) -> Game:
    """A year in which France takes Spain and Portugal, Germany breaks one word and England keeps the peace."""
    story.begins(end_year=1901, **terms)
    offer = story.says("FRA", "GER", "Go to Kiel?", term=f"propose(fra, ger, [Commit(ger, fra, {MOVE})])")
    story.answers("GER", offer, "accept")
    peace = story.says("FRA", "ENG", "Peace, for good?", term="propose(fra, eng, Agree([fra, eng], pce([fra, eng])))")
    story.answers("ENG", peace, "accept")
    story.orders("FRA", "A MAR - SPA", "F BRE - MAO")
    story.deadline_passes()
    story.orders("FRA", "F MAO - POR")
    while story.is_running:
        story.deadline_passes()
    return story.game  # type: ignore[no-any-return]


def page(client: Client, game: Game) -> str:
    return client.get(reverse("game_result", args=[game.slug])).content.decode()


def test_a_game_that_runs_leads_to_its_board(client: Client, story: Any) -> None:
    story.begins()
    answer = client.get(reverse("game_result", args=[story.game.slug]))
    assert answer["Location"] == reverse("game", args=[story.game.slug])


def test_the_front_page_of_the_last_turn_can_be_copied_with_its_address(client: Client, story: Any) -> None:
    game = over(story)
    html = page(client, game)
    assert "Europe, Fall 1901" in html
    front = client.get(reverse("game_result", args=[game.slug])).context["front"]
    assert front["lines"] == [
        "France leads with 5 centers, before Russia with 4 and Austria with 3.",
        "France took Portugal and Spain.",
    ]
    lines = front["text"].splitlines()
    assert lines[:2] == ["Tea in Burgundy", "Europe, Fall 1901"]
    assert lines[2].startswith("A draw between")
    assert lines[3:-1] == front["lines"]
    assert lines[-1] == f"http://testserver/games/{game.slug}/result"


def test_a_private_game_stays_private(client: Client, story: Any, cast: Any) -> None:
    game = over(story, word="sesame")
    assert client.get(reverse("game_result", args=[game.slug])).status_code == 404
    client.force_login(cast.alice)
    assert client.get(reverse("game_result", args=[game.slug])).status_code == 200


def test_years_scores_words_and_who_played(client: Client, story: Any, cast: Any) -> None:
    client.force_login(cast.alice)
    html = page(client, over(story))
    for words in (
        "A draw between",
        "<svg",
        '<th scope="col">1901</th>',
        "HoldBot",
        "Alice",
        "Fall 1901</a>",
        "France came to 5 centers and took the lead.",
        "Three moments that decided it",
        "Germany broke its word to France.",
        "“Go to Kiel?”",
        "Germany broke it at once, in Spring 1901.",
        "“Peace, for good?”",
        "Kept the longest",
        "broke 1",
    ):
        assert words in html, words


def test_a_lie_is_quoted_in_the_words_of_the_liar(client: Client, story: Any, cast: Any) -> None:
    game = over(story)
    client.force_login(cast.alice)
    quotes = client.get(reverse("game_result", args=[game.slug])).context["quotes"]
    (lie,) = [each for each in quotes if each.why == "Broken the soonest"]
    assert (lie.power, lie.said) == ("GER", "Germany to France, Spring 1901")
    assert lie.text == game.agreements.get(between="FRA GER").message.text != "Go to Kiel?"
    assert lie.more == "France had written: “Go to Kiel?” Germany broke it at once, in Spring 1901."


def test_a_center_that_others_leave_to_a_power_is_no_promise_it_kept(client: Client, story: Any, cast: Any) -> None:
    """Of a deal that gives France Belgium only Germany can keep it."""
    story.begins(end_year=1901)
    deal = "propose(fra, ger, Agree([fra, ger], scd(fra, [bel])))"
    story.answers("GER", story.says("FRA", "GER", "Belgium for me?", term=deal), "accept")
    while story.is_running:
        story.deadline_passes()
    client.force_login(cast.alice)
    answer = client.get(reverse("game_result", args=[story.game.slug]))
    assert {row.power: row.kept for row in answer.context["rows"] if row.kept} == {"GER": 1}
    assert "France kept its word" not in answer.content.decode()


def test_play_again_as_another_power_takes_one_click(client: Client, story: Any, cast: Any) -> None:
    client.force_login(cast.alice)
    html = page(client, over(story))
    assert 'name="power" value="GER"' in html
    assert 'name="power" value="FRA"' not in html
    answer = client.post(reverse("play_now"), {"power": "GER"})
    again = Game.objects.exclude(pk=story.game.pk).get()
    assert answer["Location"] == reverse("game", args=[again.slug])
    assert again.seats.get(power="GER").user == cast.alice


def test_a_game_that_all_left_has_no_score(client: Client, story: Any) -> None:
    game = over(story)
    Game.objects.filter(pk=game.pk).update(result=Game.Result.ABANDONED)
    html = page(client, game)
    assert "No score" in html
    assert "Draw size</th>" not in html
