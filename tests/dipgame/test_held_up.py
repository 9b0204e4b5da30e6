"""A lock somebody holds, or a statement that takes too long: who meets it is told in words, and may ask again."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.db.utils import DatabaseError, OperationalError
from django.test import Client
from psycopg.errors import DeadlockDetected, LockNotAvailable, QueryCanceled
from psycopg_pool import PoolTimeout

from dipgame.busy import is_busy
from dipgame.games import clock, services
from dipgame.games.models import BotSpeech, Game, GamePhase, Message
from dipgame.games.tasks import speak
from negotiation.diplomacy import DIPLOMACY
from negotiation.printer import format_term
from negotiation.terms import Courtesy, Manner
from tests.dipgame.databases import environment_for_children
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@contextmanager
def locked(game: Game) -> Iterator[None]:
    """Somebody else holds the rows of the game; on SQLite, the file."""
    holds, let_go = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            list(Game.objects.select_for_update().filter(pk=game.pk))
            list(GamePhase.objects.select_for_update().filter(game=game))
            holds.set()
            let_go.wait(PATIENCE)
        connections.close_all()

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        assert holds.wait(PATIENCE)
        yield
    finally:
        let_go.set()
        thread.join(PATIENCE)


@pytest.fixture
def impatient() -> Iterator[None]:
    """This test's connection waits a tenth of a second for locks."""
    said = "SET lock_timeout = 100" if connection.vendor == "postgresql" else "PRAGMA busy_timeout = 100"
    with connection.cursor() as cursor:
        cursor.execute(said)
    yield
    connection.close()


def command(client: Client, story: Any, **fields: Any) -> Any:
    where = f"/games/{story.game.slug}/command"
    return client.post(where, json.dumps(fields), content_type="application/json")


def test_an_order_that_meets_a_lock_is_refused_in_words_and_done_when_sent_again(
    story: Any, cast: Any, client: Client, impatient: None
) -> None:
    story.begins()
    client.force_login(cast.alice)
    order = {"type": "order", "phase": "S1901M", "text": "A PAR - BUR", "mark": "onceonly12"}
    with locked(story.game):
        answer = command(client, story, **order)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert "try again in a few seconds" in answer.json()["message"]
    sheet = command(client, story, **order).json()
    assert sheet["type"] == "sheet"
    assert story.seat("FRA").sheets.get().orders == {"PAR": "A PAR - BUR"}


def test_a_message_that_meets_a_lock_is_said_once_it_is_sent_again(
    story: Any, cast: Any, client: Client, impatient: None
) -> None:
    story.begins(press_level=1)
    client.force_login(cast.alice)
    said = {"type": "say", "text": "Good day!", "to": ["ENG"], "l": "", "plain": True, "mark": "onceonly13"}
    with locked(story.game):
        answer = command(client, story, **said)
        assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        assert "Nothing was changed; try again in a few seconds" in answer.json()["message"]
    for _ in range(2):
        assert command(client, story, **said).status_code == 200
    assert [each.text for each in Message.objects.filter(game=story.game)] == ["Good day!"]


def test_a_bots_message_that_meets_a_lock_waits_for_the_next_sweep(
    story: Any, impatient: None, caplog: pytest.LogCaptureFixture
) -> None:
    story.begins(press_level=4)
    term = format_term(Courtesy("GER", ("FRA",), Manner.GREET), DIPLOMACY)
    speech = BotSpeech.objects.create(seat=story.seat("GER"), phase=story.row, term=term, due_at=clock.now())
    with locked(story.game):
        speak(speech.pk)
    assert "nothing is lost, a later sweep asks for it again" in caplog.text
    assert BotSpeech.objects.filter(pk=speech.pk).exists()
    assert not Message.objects.filter(game=story.game).exists()
    assert services.sweep().spoken == 1
    speak(speech.pk)
    assert [each.speaker.power for each in Message.objects.filter(game=story.game)] == ["GER"]


def test_a_form_that_meets_a_lock_is_answered_with_a_page_that_says_so(
    story: Any, cast: Any, client: Client, impatient: None
) -> None:
    story.begins()
    client.force_login(cast.alice)
    with locked(story.game):
        answer = client.post(f"/games/{story.game.slug}/leave/")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert "try again in a few seconds" in answer.content.decode()
    assert story.seat("FRA").user == cast.alice


def test_what_fails_for_another_reason_is_not_called_busy(story: Any) -> None:
    with connection.cursor() as cursor, pytest.raises(DatabaseError) as found:
        cursor.execute("SELECT * FROM no_such_table")
    assert not is_busy(found.value)
    assert not is_busy(OperationalError("the server closed the connection"))
    assert not is_busy(None)


_ASK = """
import os, sys
from unittest import mock
from dipgame import server
with mock.patch.object(server.Interface, "entrypoint"):
    server.main()
import django; django.setup()
from django.db import connection
with connection.cursor() as cursor:
    for name in sys.argv[1:]:
        cursor.execute(name)
        print(cursor.fetchone()[0])
"""


def test_a_web_process_waits_three_seconds_for_a_lock_and_a_statement() -> None:
    asked = ["SHOW lock_timeout", "SHOW statement_timeout"]
    asked = asked if connection.vendor == "postgresql" else ["PRAGMA busy_timeout"]
    told = subprocess.run(
        [sys.executable, "-c", _ASK, *asked],
        cwd=ROOT,
        env=environment_for_children(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(told.stdout.split()) == ({"3s"} if connection.vendor == "postgresql" else {"3000"})


@pytest.mark.parametrize(
    "cause",
    [LockNotAvailable(), QueryCanceled(), DeadlockDetected(), PoolTimeout()],
    ids=lambda each: type(each).__name__,
)
def test_what_postgresql_gives_up_is_busy(cause: Exception) -> None:
    error = OperationalError("given up")
    error.__cause__ = cause
    assert is_busy(error)
