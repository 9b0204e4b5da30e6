"""The page of an import waits, then leads to game or problem."""

import gzip
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from dipgame.games import clock
from dipgame.games.models import Game
from dipgame.games.services.import_game import LARGEST_FILE
from dipgame.imports import asking, working
from dipgame.imports.models import GameImport
from dipgame.limits import NEW_GAMES
from tests.adjudication.games.odd import late_game
from tests.frontend.archive.test_import_game import bring, send

pytestmark = pytest.mark.django_db

GAME = late_game(1904).encode()


@pytest.fixture
def alice(client: Client, cast: Any) -> Any:
    client.force_login(cast.alice)
    return cast.alice


def page(client: Client) -> str:
    """The page of the last import."""
    address = reverse("game_import", args=[GameImport.objects.latest("id").slug])
    return client.get(address, follow=True).content.decode()


def words(client: Client) -> str:
    now = client.get(reverse("game_import_progress", args=[GameImport.objects.latest("id").slug])).json()
    assert now["waits"]
    return str(now["words"])


def pasted(client: Client, text: str) -> str:
    sent = client.post("/archive/import/", {"text": text}, follow=True)
    working.work()
    return client.get(sent.redirect_chain[-1][0], follow=True).content.decode()


def test_the_page_waits_and_leads_to_the_game(client: Client, alice: Any) -> None:
    waiting = send(client, GAME).content.decode()
    assert "A worker begins to read it in a moment." in waiting
    assert not Game.objects.exists()
    working.work()
    progress = client.get(reverse("game_import_progress", args=[GameImport.objects.get().slug]))
    assert progress.json()["waits"] is False
    assert "The game is here; only you see it." in page(client)
    assert Game.objects.get().host == alice


def test_who_comes_back_later_finds_the_file_and_its_game(client: Client, alice: Any) -> None:
    send(client, GAME)
    assert "waits to be read" in client.get("/archive/import/").content.decode()
    working.work()
    listed = client.get("/archive/import/").content.decode()
    assert reverse("game_import", args=[GameImport.objects.get().slug]) in listed
    assert Game.objects.get().name in listed


def test_the_words_say_how_far_it_is(client: Client, alice: Any, cast: Any) -> None:
    asking.ask_import(cast.bob, "", b"before")
    send(client, GAME)
    assert words(client) == "1 file is read before this one."
    working.work()
    assert words(client) == "A worker begins to read it in a moment."
    now, rows = clock.now(), GameImport.objects.filter(owner=alice)
    rows.update(asked_at=now - timedelta(minutes=1))
    assert "No worker has had time for it yet" in words(client)
    rows.update(held_until=now + timedelta(seconds=59), tries=1)
    assert "A worker reads it" in words(client)
    rows.update(held_until=now + timedelta(seconds=30))
    assert "takes longer than usual" in words(client)
    rows.update(held_until=now - timedelta(seconds=1))
    assert "was lost" in words(client)


def test_a_refused_text_stands_in_the_form_to_be_corrected(client: Client, alice: Any) -> None:
    wrong = GAME.decode().replace("S1904M", "S1804M")
    answer = pasted(client, wrong + "<b>")
    assert "This is no JSON" in answer
    assert "&lt;b&gt;</textarea>" in answer
    assert "Pasted text" in answer
    assert "The game is here" in pasted(client, GAME.decode())


def test_a_refused_file_of_any_size_can_be_read_again_as_it_is(client: Client, alice: Any) -> None:
    NEW_GAMES.spend(alice.pk, NEW_GAMES.most)
    large = GAME + b" " * 300_000
    answer = bring(client, large).content.decode()
    assert "new games within an hour" in answer
    assert "</textarea>" in answer
    assert len(answer) < 100_000
    cache.clear()
    address = reverse("game_import", args=[GameImport.objects.get().slug])
    assert "A worker begins" in client.post(address, follow=True).content.decode()
    working.work()
    assert "The game is here" in page(client)


def test_the_text_is_kept_where_it_is_refused_at_once(client: Client, alice: Any) -> None:
    for number in range(asking.MOST_OF_ONE):
        send(client, {"number": number})
    answer = client.post("/archive/import/", {"text": "Movement results"})
    assert answer.status_code == 400
    assert "3 of your files wait already" in answer.content.decode()
    assert "\nMovement results</textarea>" in answer.content.decode()
    assert GameImport.objects.count() == asking.MOST_OF_ONE


def test_nothing_and_too_much_are_refused_at_once(client: Client, alice: Any) -> None:
    assert "Choose a file, or paste" in client.post("/archive/import/", {"text": " "}).content.decode()
    assert "larger than 950 kB" in send(client, b" " * (LARGEST_FILE + 1)).content.decode()
    assert not GameImport.objects.exists()


def test_a_file_goes_before_a_text(client: Client, alice: Any) -> None:
    send(client, GAME, text="nonsense")
    assert bytes(GameImport.objects.get().content) == GAME


def test_a_compressed_file_is_read_and_not_shown(client: Client, alice: Any) -> None:
    assert "The game is here" in bring(client, gzip.compress(GAME)).content.decode()
    assert "No game came of it" in bring(client, gzip.compress(b"{")).content.decode()


def test_a_second_click_and_a_second_tab_lead_to_the_same_game(client: Client, alice: Any) -> None:
    first, second = send(client, GAME), send(client, GAME)
    assert first.redirect_chain == second.redirect_chain
    working.work()
    assert not working.work()
    game = Game.objects.get()
    assert send(client, GAME).redirect_chain[-1][0] == f"/games/{game.slug}/"


def test_two_tabs_that_wait_say_it_once(client: Client, alice: Any) -> None:
    send(client, GAME)
    working.work()
    address = reverse("game_import", args=[GameImport.objects.get().slug])
    first, second = (client.get(address)["Location"] for _ in range(2))
    assert first == second
    assert client.get(first).content.decode().count("The game is here; only you see it.") == 1


def test_a_file_whose_game_was_deleted_becomes_one_again(client: Client, alice: Any) -> None:
    bring(client, GAME)
    Game.objects.all().delete()
    assert "was deleted since" in page(client)
    assert "deleted since" in client.get("/archive/import/").content.decode()
    assert "The game is here" in bring(client, GAME).content.decode()


def test_three_workers_that_stop_are_the_end_of_it(
    client: Client, alice: Any, monkeypatch: pytest.MonkeyPatch, caplog: Any
) -> None:
    def stops(*_: object) -> None:
        raise RuntimeError("broken")

    send(client, GAME)
    with monkeypatch.context() as patch:
        patch.setattr(working, "read_file", stops)
        for _ in range(4):
            working.work()
    assert "Three workers stopped at this file" in page(client)
    address = reverse("game_import", args=[GameImport.objects.get().slug])
    client.post(address)
    working.work()
    assert "The game is here" in page(client)


def test_nobody_else_finds_it(client: Client, cast: Any, alice: Any) -> None:
    send(client, GAME)
    slug = GameImport.objects.get().slug
    for who in (cast.charlie, cast.bob):
        client.force_login(who)
        for address in (reverse("game_import", args=[slug]), reverse("game_import_progress", args=[slug])):
            assert client.get(address).status_code == 404
        assert client.post(reverse("game_import", args=[slug])).status_code == 404
        assert slug not in client.get("/archive/import/").content.decode()
