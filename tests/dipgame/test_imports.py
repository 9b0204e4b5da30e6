"""Each imported file becomes one game, whatever happens to workers."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError

from dipgame.celery import app
from dipgame.games import clock, services
from dipgame.games.errors import TooManyGames
from dipgame.games.models import Game, GamePhase
from dipgame.games.services.import_game import read_file
from dipgame.imports import asking, tasks, working
from dipgame.imports.asking import ask_import, imports_of
from dipgame.imports.models import GameImport
from dipgame.limits import IMPORTS
from tests.adjudication.games.odd import late_game

pytestmark = [pytest.mark.django_db, pytest.mark.database]

GAME = late_game(1904).encode()


@pytest.fixture
def woken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Tasks that workers were sent."""
    sent: list[str] = []
    monkeypatch.setattr(app, "send_task", lambda name, **_: sent.append(name))
    return sent


def test_a_worker_is_woken_on_commit(cast: Any, woken: list[str], django_capture_on_commit_callbacks: Any) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        ask_import(cast.alice, "game.json", GAME)
        assert woken == []
    assert woken == ["imports.read"]
    tasks.read()
    row = GameImport.objects.get()
    assert (row.state, row.game, bytes(row.content)) == ("done", Game.objects.get(), b"")


def test_a_message_that_was_lost_is_sent_again_by_the_sweep(cast: Any, woken: list[str]) -> None:
    ask_import(cast.alice, "game.json", GAME)
    tasks.sweep()
    assert woken == ["imports.read"]


def test_a_file_whose_worker_is_lost_is_read_by_another(cast: Any, woken: list[str], monkeypatch: Any) -> None:
    row = ask_import(cast.alice, "game.json", GAME)
    GameImport.objects.update(held_until=clock.now() + asking.QUEUE.lease, tries=1)
    assert not working.work()
    later = clock.now() + asking.QUEUE.lease + timedelta(seconds=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    tasks.sweep()
    assert woken == ["imports.read"]
    assert working.work()
    row.refresh_from_db()
    assert row.game is not None


def test_a_worker_taken_for_lost_adds_no_second_game(cast: Any, woken: list[str], monkeypatch: Any) -> None:
    """Another worker takes the file over; both come to the end."""
    ask_import(cast.alice, "game.json", GAME)

    def slowly(text: bytes) -> Any:
        monkeypatch.setattr(working, "read_file", read_file)
        GameImport.objects.update(held_until=clock.now() - timedelta(seconds=1))
        assert working.work()
        return read_file(text)

    monkeypatch.setattr(working, "read_file", slowly)
    working.work()
    assert Game.objects.count() == 1


def test_a_game_that_cannot_be_stored_leaves_nothing_and_is_tried_again(
    cast: Any, woken: list[str], monkeypatch: Any
) -> None:
    def fails(*_: object) -> None:
        raise DatabaseError("no room")

    row = ask_import(cast.alice, "game.json", GAME)
    with monkeypatch.context() as patch:
        patch.setattr(GamePhase.objects, "bulk_create", fails)
        working.work()
    row.refresh_from_db()
    assert (row.state, bytes(row.content), Game.objects.count()) == ("waiting", GAME, 0)
    working.work()
    assert Game.objects.count() == 1


def test_one_person_may_have_three_files_waiting_and_all_together_fifty(cast: Any, monkeypatch: Any) -> None:
    for number in range(asking.MOST_OF_ONE):
        ask_import(cast.alice, "", str(number).encode())
    with pytest.raises(TooManyGames, match="3 of your files wait"):
        ask_import(cast.alice, "", b"one more")
    ask_import(cast.bob, "", b"one more")
    monkeypatch.setattr(asking, "MOST_WAITING", 4)
    with pytest.raises(TooManyGames, match="4 files wait already"):
        ask_import(cast.charlie, "", b"one more")


def test_a_refused_file_that_is_sent_again_counts_as_a_try(cast: Any) -> None:
    for _ in range(2):
        ask_import(cast.alice, "", b"{")
        working.work()
    assert GameImport.objects.count() == 1
    assert IMPORTS.left(cast.alice.pk) == IMPORTS.most - 2


def test_few_files_of_one_person_are_kept_and_for_a_day(cast: Any, monkeypatch: Any) -> None:
    for number in range(asking.MOST_KEPT + 2):
        ask_import(cast.alice, "", str(number).encode())
        working.work()
    kept = list(imports_of(cast.alice))
    assert len(kept) == asking.MOST_KEPT
    assert bytes(kept[0].content) == str(asking.MOST_KEPT + 1).encode()
    ask_import(cast.alice, "", b"waits")
    later = clock.now() + asking.KEPT + timedelta(minutes=1)
    monkeypatch.setattr("django.utils.timezone.now", lambda: later)
    tasks.sweep()
    assert [bytes(row.content) for row in imports_of(cast.alice)] == [b"waits"]


def test_whoever_deletes_their_account_leaves_no_file(cast: Any) -> None:
    ask_import(cast.alice, "", b"{")
    services.forget_person(cast.alice)
    assert not GameImport.objects.exists()
