"""A game taken away as JSON is brought back and looked at; a file that is no game, or lies, is refused."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from html import unescape
from importlib import import_module
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from adjudication.games.formats import LARGEST_TEXT
from adjudication.games.replay import MOST_PHASES
from dipgame.games.errors import Malformed
from dipgame.games.models import Game, GamePhase, Message
from dipgame.games.services.import_game import LARGEST_FILE, MOST_BOARDS, import_game
from dipgame.imports import working
from dipgame.limits import IMPORTS
from dipgame.ranking.update import update_ranking
from tests.adjudication.games.odd import ODD
from tests.scored import each_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def taken(client: Client, story: Any) -> dict[str, Any]:
    """A game as Alice takes it away, after two phases and some talk."""
    story.begins(fill_bot="holdbot")
    story.says("ENG", "FRA", "I propose peace")
    story.says("FRA", "ENG", "Lovely weather", plain=True)
    story.orders("FRA", "A PAR - BUR", "F BRE - MAO")
    story.ready("FRA", "ENG")
    story.ready("FRA", "ENG")
    client.force_login(story.cast.alice)
    found: dict[str, Any] = client.get(f"/games/{story.game.slug}/game.json").json()
    return found


def outcomes_of(data: dict[str, Any]) -> list[Any]:
    return [sorted(each["outcomes"], key=lambda line: (line["power"], line["order"])) for each in data["phases"]]


def send(client: Client, data: Any, **more: Any) -> Any:
    """Send a file; the page that waits for a worker."""
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    return client.post("/archive/import/", {"file": SimpleUploadedFile("game.json", text), **more}, follow=True)


def bring(client: Client, data: Any) -> Any:
    """Send a file and have it read; the page afterwards."""
    sent = send(client, data)
    working.work()
    return client.get(sent.redirect_chain[-1][0], follow=True) if sent.redirect_chain else sent


def test_an_imported_game_is_exported_unchanged(client: Client, story: Any, taken: dict[str, Any]) -> None:
    taken |= {"status": "finished", "result": "draw"}
    answer = bring(client, taken)
    game = Game.objects.latest("id")
    assert answer.redirect_chain[-1][0] == f"/games/{game.slug}/"
    again = client.get(f"/games/{game.slug}/game.json").json()
    assert [each["position"] for each in again["phases"]] == [each["position"] for each in taken["phases"]]
    assert outcomes_of(again) == outcomes_of(taken)
    assert [(m["from"], m["text"], m["term"]) for m in again["messages"]] == [
        (m["from"], m["text"], m["term"]) for m in taken["messages"]
    ]
    assert "Alice (so says the file)" in client.get(f"/games/{game.slug}/game.txt").content.decode()
    assert client.get(f"/games/{game.slug}/result").status_code == 200


def test_the_board_says_that_it_is_here(client: Client, taken: dict[str, Any]) -> None:
    assert "The game is here; only you see it." in bring(client, taken).content.decode()


def test_other_programs_files_are_smaller(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    assert (
        "at most 300 kB" in bring(client, b"Movement results for Spring of 1901.\n" + b" \n" * 200_000).content.decode()
    )


def test_only_who_brought_it_sees_it_and_it_counts_for_nobody(
    client: Client, story: Any, taken: dict[str, Any]
) -> None:
    bring(client, taken | {"status": "finished", "result": "solo", "winner": "FRA"})
    game = Game.objects.latest("id")
    assert update_ranking() == 0
    for who in (story.cast.bob, None):
        client.logout()
        if who is not None:
            client.force_login(who)
        assert client.get(f"/games/{game.slug}/").status_code == 404
    assert f"/games/{game.slug}/" not in client.get("/archive/").content.decode()


def test_a_game_that_went_on_is_called_off(client: Client, taken: dict[str, Any]) -> None:
    assert "was cancelled" in bring(client, taken).content.decode()
    assert Game.objects.latest("id").status == "cancelled"


def reasoned(phase: dict[str, Any], reason: Any) -> dict[str, Any]:
    return phase | {"outcomes": [each | {"reason": reason} for each in phase["outcomes"]]}


Spoil = Callable[[dict[str, Any]], Any]
BAD: list[tuple[str, Spoil, str]] = [
    ("no JSON", lambda d: b"{", "This is no JSON"),
    ("deep", lambda d: b"[" * 200_000, "This is no JSON"),
    ("a list", lambda d: [], "not a game"),
    ("no text", lambda d: b"\xff\xfe", "no text in UTF-8"),
    ("a saved game of another map", lambda d: {"map": "ancmed", "phases": [{"state": {}}]}, "only standard is known"),
    ("half a mail", lambda d: b"Movement results for Fall of 1901.\n", "leaves out S1901M"),
    ("another format", lambda d: d | {"format": "dip 7"}, "not a game"),
    ("too large", lambda d: b" " * 1_000_001, "larger than"),
    ("no phases", lambda d: d | {"phases": []}, "from 1 to 300 boards"),
    ("no terms", lambda d: {k: v for k, v in d.items() if k != "terms"}, "not complete"),
    ("another rulebook", lambda d: d | {"terms": {"edition": "chess"}}, "no rulebook"),
    (
        "a board that lies",
        lambda d: d | {"phases": [d["phases"][0], d["phases"][2]]},
        "by the rules F1901M comes next",
    ),
    ("a strange unit", lambda d: d | {"phases": [{"position": {"phase": "S1901M", "units": ["X"]}}]}, "is not a unit"),
    ("no winner", lambda d: d | {"status": "finished", "result": "solo", "winner": "SPA"}, "who won"),
    ("said by nobody", lambda d: d | {"messages": [d["messages"][0] | {"from": "RUS"}]}, "Message 1"),
    (
        "of no phase",
        lambda d: d | {"messages": [d["messages"][0] | {"phase": "S2001M"}]},
        "of S2001M, a phase that the file has not",
    ),
    ("empty", lambda d: d | {"messages": [d["messages"][0] | {"text": ""}]}, "Message 1 of the file is empty"),
    ("too long", lambda d: d | {"messages": [d["messages"][0] | {"text": "x" * 1295}]}, "1295 characters; 1000 are"),
    ("no text", lambda d: d | {"messages": [d["messages"][0] | {"text": "a\x00b"}]}, "cannot be stored"),
    ("half a sign", lambda d: d | {"messages": [d["messages"][0] | {"term": "\ud800"}]}, "cannot be stored"),
    ("a name that is none", lambda d: d | {"players": {"FRA": "a\x00b"}}, "cannot be stored"),
    ("no moment", lambda d: d | {"messages": [d["messages"][0] | {"at": "0001-01-01T00:00+14:00"}]}, "not complete"),
    ("numbers for words", lambda d: d | {"messages": 7}, "at most"),
    ("no name", lambda d: d | {"name": " "}, "no name"),
    ("a reason that is a list", lambda d: d | {"phases": [reasoned(d["phases"][0], []), *d["phases"][1:]]}, "a text"),
]


@each_of(BAD, name=itemgetter(0))
def test_bad_files(case: tuple[str, Spoil, str], client: Client, taken: dict[str, Any]) -> None:
    _, spoil, words = case
    before = Game.objects.count(), GamePhase.objects.count(), Message.objects.count()
    assert words in bring(client, spoil(taken)).content.decode()
    assert (Game.objects.count(), GamePhase.objects.count(), Message.objects.count()) == before


def test_an_operator_imports_more_messages(client: Client, cast: Any, taken: dict[str, Any]) -> None:
    many = taken | {"messages": taken["messages"][:1] * 3_001}
    assert "at most 3000 messages" in bring(client, many).content.decode()
    game = import_game(cast.alice, json.dumps(many).encode())
    assert Message.objects.filter(game=game).count() == 3_001
    many["messages"] = many["messages"][:1] * 20_001
    with pytest.raises(Malformed, match="at most 20000 messages"):
        import_game(cast.alice, json.dumps(many).encode())


def test_an_operator_imports_as_many_phases_as_a_game_may_have_and_the_last_board(
    cast: Any, taken: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    service, played = import_module(import_game.__module__), len(taken["phases"]) - 1
    monkeypatch.setattr(service, "MOST_PHASES", played)
    assert import_game(cast.alice, json.dumps(taken).encode())
    monkeypatch.setattr(service, "MOST_PHASES", played - 1)
    with pytest.raises(Malformed, match=f"from 1 to {played} boards"):
        import_game(cast.alice, json.dumps(taken).encode())


@each_of(ODD, name=itemgetter(0))
def test_odd_files_of_other_programs(case: tuple[str, str, str], client: Client, cast: Any) -> None:
    _, text, words = case
    client.force_login(cast.alice)
    assert re.search(words, unescape(bring(client, text.encode()).content.decode()))
    assert not Game.objects.exists()


def test_tries_to_import_are_limited_before_a_file_is_read(client: Client, cast: Any) -> None:
    client.force_login(cast.alice)
    IMPORTS.spend(cast.alice.pk, IMPORTS.most - 1)
    for words in ("This is no JSON", "more than 30 tries to import a game within an hour. Try again in an hour."):
        assert words in bring(client, b"{").content.decode()


def test_one_person_is_not_limited_by_another(client: Client, cast: Any, taken: dict[str, Any]) -> None:
    IMPORTS.spend(cast.bob.pk, IMPORTS.most)
    bring(client, taken)
    assert Game.objects.latest("id").host == cast.alice


def test_the_documents_tell_the_limits() -> None:
    formats, archive = ((Path(settings.BASE_DIR) / f"docs/{each}.md").read_text() for each in ("formats", "archive"))
    assert f"{LARGEST_TEXT // 1_000_000} million characters, {MOST_PHASES:,} phases that were played" in formats
    assert f"a game with at most {MOST_BOARDS} boards" in formats
    assert f"up to {LARGEST_FILE // 1000} kB and {MOST_BOARDS} boards" in archive
    assert f"{IMPORTS.most} tries an hour" in archive


def test_a_moment_without_a_zone_is_in_utc(client: Client, taken: dict[str, Any]) -> None:
    bring(client, taken | {"messages": [taken["messages"][0] | {"at": "2026-01-01T12:00:00"}]})
    assert Message.objects.latest("id").at == datetime(2026, 1, 1, 12, tzinfo=UTC)


def test_nobody_without_an_account(client: Client) -> None:
    assert "/accounts/login/" in send(client, {}).redirect_chain[-1][0]


@pytest.mark.parametrize("name", ["diplomacy", "judge", "jdip", "daide"])
def test_a_game_of_another_program(client: Client, story: Any, taken: dict[str, Any], name: str) -> None:
    """A game written for another program is imported again."""
    text = client.get(f"/games/{story.game.slug}/as/{name}/").content
    answer = bring(client, text)
    game = Game.objects.latest("id")
    assert answer.redirect_chain[-1][0] == f"/games/{game.slug}/"
    again = client.get(f"/games/{game.slug}/game.json").json()
    assert [each["position"] for each in again["phases"]] == [each["position"] for each in taken["phases"]]
    assert again["messages"] == []


def test_who_shared_a_draw_comes_back(client: Client, taken: dict[str, Any]) -> None:
    bring(client, taken | {"status": "finished", "result": "draw", "sharers": ["FRA", "ENG", "XXX"]})
    assert Game.objects.latest("id").sharers == "ENG FRA"
