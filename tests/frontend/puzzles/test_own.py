"""Puzzles from one's games: asked for, found, solved without a rating."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.notation import format_order
from bots.puzzles import making
from bots.puzzles.shipped import shipped
from dipgame.celery import app
from dipgame.games import clock
from dipgame.games.models import Game
from dipgame.limits import REVIEWS
from dipgame.puzzles import own
from dipgame.puzzles.models import Attempt, GamePuzzles, PuzzleRating
from tests.frontend.result.test_result import over

pytestmark = pytest.mark.django_db

KEY, PUZZLE = next(iter(shipped().items()))


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tasks that workers were sent."""
    sent: list[str] = []
    monkeypatch.setattr(app, "send_task", lambda name, **_: sent.append(name))
    return sent


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Phases and powers that were searched; falls have a puzzle."""
    seen: list[tuple[str, str]] = []

    def puzzles_in(position: Any, source: str, power: Any) -> list[Any]:
        seen.append((source.partition(":")[2], power))
        return [PUZZLE] if position.phase.season == "F" else []

    monkeypatch.setattr(making, "puzzles_in", puzzles_in)
    monkeypatch.setattr(making, "deal_puzzles_in", lambda *_: [])
    return seen


def asks(client: Client, game: Game) -> Any:
    return client.post(reverse("find_puzzles", args=[game.slug]), follow=True)


def page(client: Client, game: Game) -> str:
    return client.get(reverse("game_puzzles", args=[game.slug])).content.decode()


def checks(client: Client, game: Game, **sent: Any) -> Any:
    sent = {"do": "check", "orders": [format_order(order) for order in PUZZLE.answer], **sent}
    address = reverse("game_puzzle_act", args=[game.slug, KEY])
    return client.post(address, json.dumps(sent), content_type="application/json")


def finds(client: Client, game: Game) -> None:
    asks(client, game)
    while own.work():
        pass


def test_ones_own_positions_are_searched_and_listed(
    client: Client,
    story: Any,
    woken: list[str],
    searched: list[tuple[str, str]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    game = over(story)
    client.force_login(story.cast.alice)
    assert "Not searched yet" in client.get(reverse("puzzles")).content.decode()
    with django_capture_on_commit_callbacks(execute=True):
        answer = asks(client, game)
    assert "Your positions are searched" in answer.content.decode()
    assert answer["Refresh"] == "3"
    assert woken == ["puzzles.find"]
    assert "Waits to be searched" in client.get(reverse("puzzles")).content.decode()
    assert own.work()
    assert searched == [("S1901M", "FRA"), ("F1901M", "FRA")]
    assert reverse("game_puzzle", args=[game.slug, KEY]) in page(client, game)
    assert "0 of 1 solved" in client.get(reverse("puzzles")).content.decode()


def test_they_are_solved_without_a_rating_or_a_vote(
    client: Client, story: Any, woken: list[str], searched: list[Any]
) -> None:
    game = over(story)
    client.force_login(story.cast.alice)
    finds(client, game)
    shown = client.get(reverse("game_puzzle", args=[game.slug, KEY])).content.decode()
    assert "Puzzles from games are not rated." in shown
    assert "A good puzzle?" not in shown
    assert checks(client, game).json()["verdict"] == "right"
    assert Attempt.objects.get().finished_at is not None
    assert not PuzzleRating.objects.exists()
    assert checks(client, game, do="good").status_code == 422
    assert "Solved" in page(client, game)
    assert "1 of 1 solved" in client.get(reverse("puzzles")).content.decode()


def test_only_who_may_see_the_game_may_see_its_puzzles(
    client: Client, story: Any, woken: list[str], searched: list[Any]
) -> None:
    game = over(story)
    client.force_login(story.cast.alice)
    finds(client, game)
    client.force_login(story.cast.charlie)
    assert "Puzzles of France" in page(client, game)
    assert "Find puzzles in your positions" not in page(client, game)
    Game.objects.filter(pk=game.pk).update(private_word="!")
    for name in ("game_puzzles", "game_puzzle", "game_puzzle_study"):
        given = [game.slug] if name == "game_puzzles" else [game.slug, KEY]
        assert client.get(reverse(name, args=given)).status_code == 404
    assert checks(client, game).status_code == 404
    assert asks(client, game).status_code == 404


def test_they_do_not_tell_who_is_a_bot_while_that_is_hidden(
    client: Client, story: Any, woken: list[str], searched: list[Any]
) -> None:
    game = over(story)
    client.force_login(story.cast.alice)
    finds(client, game)
    Game.objects.filter(pk=game.pk).update(faces="all", poll_until=clock.now() + timedelta(hours=1))
    assert "Puzzles of France" in page(client, game)
    client.force_login(story.cast.charlie)
    assert "Puzzles of France" not in page(client, game)
    assert "still hidden" in page(client, game)
    assert client.get(reverse("game_puzzle", args=[game.slug, KEY])).status_code == 404
    assert checks(client, game).status_code == 404


def test_who_did_not_play_and_games_that_go_on_have_none(client: Client, story: Any, woken: list[str]) -> None:
    story.begins()
    client.force_login(story.cast.alice)
    address = reverse("game_puzzles", args=[story.game.slug])
    assert client.get(address)["Location"] == reverse("game", args=[story.game.slug])
    assert "games that are over" in asks(client, story.game).content.decode()
    game = over(story)
    client.force_login(story.cast.charlie)
    assert "games you have played" in asks(client, game).content.decode()
    assert not GamePuzzles.objects.exists()


def test_other_rules_have_other_proofs(client: Client, story: Any, woken: list[str]) -> None:
    game = over(story)
    Game.objects.filter(pk=game.pk).update(edition="dipgame")
    client.force_login(story.cast.alice)
    assert "other rules than the usual ones" in page(client, game)
    assert "Find puzzles" not in page(client, game)
    assert "usual rules" in asks(client, game).content.decode()
    assert "From your games" not in client.get(reverse("puzzles")).content.decode()


def test_nobody_asks_without_end(
    client: Client, story: Any, woken: list[str], searched: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [over(story) for _ in range(2)]
    client.force_login(story.cast.alice)
    monkeypatch.setattr(own, "MOST_OF_ONE", 1)
    asks(client, games[0])
    asks(client, games[0])
    assert GamePuzzles.objects.count() == 1
    assert "You wait for the puzzles of 1 games already" in asks(client, games[1]).content.decode()
    monkeypatch.setattr(own, "MOST_OF_ONE", 9)
    monkeypatch.setattr(own, "MOST_WAITING", 1)
    assert "1 games wait already" in asks(client, games[1]).content.decode()
    monkeypatch.setattr(own, "MOST_WAITING", 9)
    REVIEWS.spend(f"puzzles-{story.cast.alice.pk}", REVIEWS.most)
    assert "games within an hour" in asks(client, games[1]).content.decode()


def test_a_search_that_fails_is_told_and_may_be_asked_for_again(
    client: Client, story: Any, woken: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*_: Any) -> Any:
        raise RuntimeError("broken")

    game = over(story)
    client.force_login(story.cast.alice)
    asks(client, game)
    with monkeypatch.context() as broken:
        broken.setattr(making, "puzzles_in", breaks)
        for _ in range(4):
            own.work()
    assert "Something went wrong three times." in page(client, game)
    asks(client, game)
    assert GamePuzzles.objects.get().state == "waiting"


def test_a_puzzle_opens_as_a_study_with_its_solution_once_it_is_known(
    client: Client, story: Any, woken: list[str], searched: list[Any]
) -> None:
    game = over(story)
    client.force_login(story.cast.alice)
    finds(client, game)
    address = reverse("game_puzzle_study", args=[game.slug, KEY])
    assert not client.get(address).context["page"]["start"]["nodes"][0]["marks"]
    checks(client, game)
    node = client.get(address).context["page"]["start"]["nodes"][0]
    assert node["marks"]
    written = [text for texts in node["orders"].values() for text in texts]
    assert sorted(written) == sorted(format_order(order) for order in PUZZLE.answer)
