"""New phases come to open pages with their boards."""

import asyncio
from threading import Event
from typing import Any

import pytest

from dipgame.games import services
from dipgame.in_turn import SOCKET_THREADS
from frontend.game import phases, socket
from frontend.threads import in_thread
from tests.frontend.game.lines import opened, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis"), pytest.mark.database]


def resolve(story: Any) -> Any:
    return run(lambda: services.resolve_phase(story.row.pk, force=True))()


async def frames_of(line: Any, name: str) -> list[dict[str, Any]]:
    """Frames of state up to the first in this phase."""
    found = [await line.hear_kind("state")]
    while found[-1]["state"]["game"]["phase"] != name:
        found.append(await line.hear_kind("state"))
    return found


def test_a_new_phase_comes_with_its_board(story, cast, line, client):
    story.begins()
    alice, watcher = line(cast.alice), line()

    async def scene():
        for each in (alice, watcher):
            await opened(each)
        await resolve(story)
        found = [(await frames_of(each, "F1901M"))[-1] for each in (alice, watcher)]
        for each in (alice, watcher):
            await each.close()
        return found

    mine, theirs = asyncio.run(scene())
    client.force_login(cast.alice)
    fetched = client.get(f"/games/{story.game.slug}/phases/F1901M.json").json()
    labels = fetched["layers"].pop("layer-labels")
    assert labels
    assert mine["board"] == fetched
    assert "options" not in theirs["board"]
    assert mine["drawn"] == theirs["drawn"] == "short:0"


def test_what_does_not_begin_a_phase_brings_no_board(story, cast, line):
    story.begins()
    alice, watcher = line(cast.alice), line()

    async def scene():
        await opened(alice)
        await opened(watcher)
        await alice.ask({"type": "order", "phase": "S1901M", "text": "A PAR H", "ref": 1})
        await alice.ask({"type": "ready", "phase": "S1901M", "ready": True, "ref": 2})
        frame = await watcher.hear_kind("state")
        assert "board" not in frame
        for each in (alice, watcher):
            await each.close()

    asyncio.run(scene())


def test_all_who_only_watch_share_one_drawing(story, line, monkeypatch):
    """Of five pages that are told at once."""
    story.begins()
    lines = [line() for _ in range(5)]
    drawn = []
    real = phases.phase_json
    monkeypatch.setattr(phases, "phase_json", lambda *given, **more: drawn.append(1) or real(*given, **more))

    async def scene():
        for each in lines:
            await opened(each)
        await resolve(story)
        for each in lines:
            assert (await frames_of(each, "F1901M"))[-1]["board"]["name"] == "F1901M"
        for each in lines:
            await each.close()

    asyncio.run(scene())
    assert len(drawn) == 1


def test_of_all_without_a_session_one_looks_and_nobody_else_is_shown_that(story, cast, line, monkeypatch):
    """Watchers, players and a signed-in watcher, all told while threads are busy."""
    story.begins()
    watchers, people = [line() for _ in range(5)], [line(cast.alice), line(cast.bob), line(cast.charlie)]
    looked: list[int | None] = []
    real, go_on = socket.look_at, Event()

    def look_at(scope, before, *how):
        looked.append(before.person)
        return real(scope, before, *how)

    async def scene():
        for each in (*watchers, *people):
            await opened(each)
        while not all([await each.wire.receive_nothing(0.2) for each in (*watchers, *people)]):
            pass
        monkeypatch.setattr(socket, "look_at", look_at)
        busy = [asyncio.create_task(in_thread(go_on.wait)) for _ in range(SOCKET_THREADS)]
        await resolve(story)
        await asyncio.sleep(0.5)
        assert looked == []
        go_on.set()
        told = [(await frames_of(each, "F1901M"))[-1] for each in watchers]
        theirs = [(await frames_of(each, "F1901M"))[-1] for each in people]
        await asyncio.gather(*busy)
        for each in (*watchers, *people):
            await each.close()
        return told, theirs

    told, theirs = asyncio.run(scene())
    assert looked.count(None) == 1
    assert {cast.alice.pk, cast.bob.pk, cast.charlie.pk} <= set(looked)
    assert all(each == told[0] for each in told)
    assert told[0]["state"]["you"] is None
    assert [each["state"]["you"] and each["state"]["you"]["power"] for each in theirs] == ["FRA", "ENG", None]


def test_a_phase_taken_back_comes_with_its_board(story, cast, line):
    story.begins()
    story.orders("FRA", "A PAR - BUR")
    assert services.resolve_phase(story.row.pk, force=True)
    alice = line(cast.alice)

    async def scene():
        await opened(alice)
        await run(lambda: services.undo_phase(story.game, "S1901M"))()
        frame = (await frames_of(alice, "S1901M"))[-1]
        assert frame["board"]["name"] == "S1901M"
        await alice.close()

    asyncio.run(scene())
