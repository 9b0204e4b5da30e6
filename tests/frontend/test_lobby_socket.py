"""The lobby's line: who looks at open games hears that one changed."""

from typing import Any

import pytest
from channels.db import database_sync_to_async

from dipgame.asgi import application
from dipgame.games.services import Terms, create_game, join_game, leave_game
from tests.patience import PatientCommunicator

ORIGIN = [(b"origin", b"http://localhost"), (b"host", b"localhost")]


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_every_change_of_an_open_game_is_told(redis: str, cast: Any) -> None:
    line = PatientCommunicator(application, "/ws/lobby/", headers=ORIGIN)
    assert (await line.connect())[0]
    game = await database_sync_to_async(create_game)(cast.alice, Terms("Fair Copy", "FRA"))
    told = {"type": "lobby", "slug": game.slug}
    assert await line.receive_json_from() == told
    while not await line.receive_nothing(0.2):
        await line.receive_json_from()
    for change in (join_game, leave_game):
        await database_sync_to_async(change)(cast.bob, game)
        assert await line.receive_json_from() == told
    await line.disconnect()


@pytest.mark.asyncio
async def test_what_a_browser_says_there_is_not_listened_to(redis: str) -> None:
    line = PatientCommunicator(application, "/ws/lobby/", headers=ORIGIN)
    assert (await line.connect())[0]
    await line.send_to(text_data="{garbage")
    await line.send_to(bytes_data=b"\x00\xff")
    assert await line.receive_nothing(0.2)
    await line.disconnect()


@pytest.mark.asyncio
async def test_pages_of_other_sites_have_no_line(redis: str) -> None:
    line = PatientCommunicator(application, "/ws/lobby/", headers=[(b"origin", b"http://elsewhere.example")])
    assert not (await line.connect())[0]
