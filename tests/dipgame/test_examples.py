"""A new site shows example games, which count nowhere and can be switched off or removed."""

import sys
from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from django.core.cache import caches
from django.core.management import CommandError, call_command
from django.test import Client

from adjudication.engine import adjudicate
from dipgame.games import clock, convert, queries
from dipgame.games.models import Agreement, BotState, Game, GamePhase, Message, News, Promise, SeatPhase
from dipgame.games.services import resolve_phase, sweep
from dipgame.games.services.add_examples import EXAMPLES, add_examples, is_fresh, remove_examples
from dipgame.games.services.forget_talk import forget_talk
from dipgame.ranking.models import RatedGame, Rating
from dipgame.ranking.update import recompute_ranking
from frontend.home.showcase import picture

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def added(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The example games, added once for all tests here."""
    with django_db_blocker.unblock():
        assert add_examples() == len(list(EXAMPLES.iterdir())) == 4
    yield
    with django_db_blocker.unblock():
        remove_examples()
        News.objects.all().delete()


@pytest.fixture
def examples(added: None, db: None) -> list[Game]:
    """The example games of a new site."""
    return list(Game.objects.order_by("example"))


@pytest.fixture
def one_example(db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A site with no example yet, and the shortest alone to add."""
    remove_examples()
    file = min(EXAMPLES.iterdir(), key=lambda each: each.stat().st_size)
    (tmp_path / file.name).symlink_to(file)
    monkeypatch.setattr(sys.modules[add_examples.__module__], "EXAMPLES", tmp_path)


def command(*words: str) -> str:
    """Output of `manage.py` for these words."""
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def test_a_new_site_shows_three_finished_games_and_one_running(client: Client, examples: list[Game]) -> None:
    assert [game.status for game in examples] == ["finished", "finished", "finished", "running"]
    assert {game.result for game in examples[:3]} == {Game.Result.SOLO, Game.Result.DRAW}
    page = client.get("/watch/").content.decode()
    for game in examples:
        assert game.name in page
    assert page.count(">Example<") == 4
    found = client.get("/archive/").content.decode()
    assert found.count(">Example<") == 3
    for game in examples:
        shown = client.get(f"/games/{game.slug}/", follow=True)
        assert shown.status_code == 200
        assert ">Example<" in shown.content.decode()
    assert ">Example<" in client.get(f"/games/{examples[0].slug}/result").content.decode()


def test_each_board_follows_from_the_orders_before(examples: list[Game]) -> None:
    for game in examples:
        rows = list(GamePhase.objects.filter(game=game).order_by("index"))
        assert len(rows) > 5
        for before, after in pairwise(rows):
            replayed = adjudicate(convert.position_of(before), convert.orders_of(before), convert.rulebook_of(game))
            assert replayed.next == convert.position_of(after)


def test_their_bots_talk_and_keep_and_break_their_word(examples: list[Game]) -> None:
    for game in examples:
        assert len({seat.bot for seat in game.seats.all()}) >= 5
        said = Message.objects.filter(game=game)
        assert said.count() > 50
        assert said.filter(reply_to__isnull=False).exists()
        assert not said.filter(text="").exists()
    promises = Promise.objects.filter(agreement__game__in=examples)
    for game in examples:
        states = set(promises.filter(agreement__game=game).values_list("state", flat=True))
        assert {Promise.State.KEPT, Promise.State.BROKEN} <= states, game.example
    assert Agreement.objects.filter(game=examples[-1], done=False).exists()


def test_the_minds_of_their_bots_can_be_read(client: Client, examples: list[Game]) -> None:
    page = client.get(f"/games/{examples[0].slug}/minds", follow=True)
    assert page.status_code == 200
    assert "No minds" not in page.content.decode()
    assert "Inside its mind" in client.get(f"/games/{examples[0].slug}/result").content.decode()


def test_the_home_picture_is_one_of_them(client: Client, examples: list[Game]) -> None:
    caches["process"].clear()
    shown = picture()
    assert shown.game in examples
    assert len(shown.letters) == 2
    page = client.get("/").content.decode()
    assert "An example played by bots" in page
    assert shown.letters[0].text.split("'")[0] in page


def test_they_are_added_once_and_only_to_a_new_site(one_example: None, cast: Any) -> None:
    assert is_fresh() is False
    call_command("prepare", verbosity=0)
    assert not Game.objects.exclude(example="").exists()
    assert command("examples", "add") == "1 example games added.\n"
    assert command("examples", "add") == "0 example games added.\n"


def test_preparing_a_new_site_adds_them(one_example: None) -> None:
    assert is_fresh()
    call_command("prepare", verbosity=0)
    call_command("prepare", verbosity=0)
    assert Game.objects.exclude(example="").count() == 1


def test_an_operator_removes_them(examples: list[Game]) -> None:
    assert command("examples", "remove") == "4 example games removed.\n"
    assert not Game.objects.exists()
    assert not Message.objects.exists()
    assert remove_examples() == 0


def test_an_operator_switches_them_off(client: Client, examples: list[Game], settings: Any) -> None:
    settings.EXAMPLE_GAMES = False
    caches["process"].clear()
    for address in ("/", "/watch/", "/archive/"):
        page = client.get(address).content.decode()
        assert ">Example<" not in page
        assert not any(game.name in page for game in examples)
    assert client.get(f"/games/{examples[0].slug}/").status_code == 404
    with pytest.raises(CommandError, match="EXAMPLE_GAMES=0"):
        command("examples", "add")
    remove_examples()
    call_command("prepare", verbosity=0)
    assert not Game.objects.exists()


def test_they_count_neither_in_the_ranking_nor_in_numbers(client: Client, examples: list[Game]) -> None:
    assert recompute_ranking() == 0
    assert not RatedGame.objects.exists()
    assert not Rating.objects.exists()
    figures = queries.figures()
    assert set(figures.games.values()) == {0}
    assert figures.messages == 0
    page = client.get("/watch/")
    assert [count for _, _, _, count in page.context["filters"]] == ["", "", ""]


def test_their_words_are_kept(examples: list[Game], settings: Any) -> None:
    settings.KEEP_TALK_DAYS = 1
    Game.objects.filter(status="finished").update(started_at=clock.now() - timedelta(days=9))
    Game.objects.filter(status="finished").update(finished_at=clock.now() - timedelta(days=8))
    assert forget_talk() == 0


def test_the_running_one_waits_for_its_deadline_and_goes_on(examples: list[Game], monkeypatch: Any) -> None:
    running = examples[-1]
    phase = GamePhase.objects.get(game=running, status=GamePhase.Status.OPEN)
    assert phase.deadline
    assert phase.deadline - clock.now() > timedelta(days=2)
    assert not SeatPhase.objects.filter(phase=phase, bot_state=BotState.WAITING).exists()
    assert sweep().phases == 0
    assert not resolve_phase(phase.pk)
    assert queries.waiting_thoughts() == []
    later = phase.deadline + timedelta(seconds=1)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert resolve_phase(phase.pk)
    after = GamePhase.objects.get(game=running, status=GamePhase.Status.OPEN)
    assert after.index == phase.index + 1
    assert after.closes_at == after.deadline
    SeatPhase.objects.filter(phase=after).update(ready=True, bot_state=BotState.NONE)
    assert not resolve_phase(after.pk), "a turn of an example lasts until its deadline, though its bots are done"
