"""The lobby's line: who looks at open games hears that one changed."""

from typing import Any

import pytest
from channels.db import database_sync_to_async

from dipgame.asgi import application
from dipgame.games import events, queries
from dipgame.games.services import Terms, create_game, join_game, leave_game
from frontend import lookout
from tests.patience import PatientCommunicator

ORIGIN = [(b"origin", b"http://localhost"), (b"host", b"localhost")]


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_every_change_of_an_open_game_is_told(redis: str, cast: Any) -> None:
    line = PatientCommunicator(application, "/ws/lobby/", headers=ORIGIN)
    assert (await line.connect())[0]
    await beat(line, 0)
    game = await database_sync_to_async(create_game)(cast.alice, Terms("Fair Copy", "FRA"))
    told = {"type": "lobby"}
    assert await line.receive_json_from() == told
    while not await line.receive_nothing(0.2):
        await line.receive_json_from()
    for change in (join_game, leave_game):
        await database_sync_to_async(change)(cast.bob, game)
        assert await line.receive_json_from() == told
    await line.disconnect()


async def beat(line: PatientCommunicator, at_least: int) -> int:
    """Wait until the line says that so much has happened; returns how much has."""
    while True:
        told = await line.receive_json_from()
        if told.get("news", -1) >= at_least:
            return int(told["news"])


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_what_was_lost_on_its_way_is_told_by_its_number(
    redis: str, cast: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookout, "_BEAT", 0.1)
    monkeypatch.setattr(events, "send", lambda topic, message: None)
    lobby = PatientCommunicator(application, "/ws/lobby/", headers=ORIGIN)
    await lobby.connect()
    shown = await beat(lobby, 0)
    game = await database_sync_to_async(create_game)(cast.alice, Terms("Fair Copy", "FRA"))
    await beat(lobby, shown + 1)
    waiting = PatientCommunicator(application, f"/ws/lobby/?game={game.slug}", headers=ORIGIN)
    await waiting.connect()
    shown = await beat(waiting, 0)
    await database_sync_to_async(create_game)(cast.bob, Terms("Another", "ENG"))
    topic = events.game_topic(game.slug)
    assert await database_sync_to_async(queries.news_of)([topic]) == {topic: shown}
    await database_sync_to_async(join_game)(cast.bob, game)
    await beat(waiting, shown + 1)
    for line in (lobby, waiting):
        await line.disconnect()


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_what_a_browser_says_there_is_not_listened_to(redis: str) -> None:
    line = PatientCommunicator(application, "/ws/lobby/", headers=ORIGIN)
    assert (await line.connect())[0]
    await line.send_to(text_data="{garbage")
    await line.send_to(bytes_data=b"\x00\xff")
    told = []
    while not await line.receive_nothing(0.2):
        told.append(await line.receive_json_from())
    assert all("news" in each for each in told)  # what is newest is told to everybody, asked or not
    await line.disconnect()


@pytest.mark.asyncio
async def test_pages_of_other_sites_have_no_line(redis: str) -> None:
    line = PatientCommunicator(application, "/ws/lobby/", headers=[(b"origin", b"http://elsewhere.example")])
    assert not (await line.connect())[0]
