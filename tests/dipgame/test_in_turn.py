"""Requests are answered a few at a time."""

import asyncio
from typing import Any

import pytest

from dipgame.in_turn import InTurn

pytestmark = pytest.mark.database


def test_so_many_at_once_and_the_others_in_turn() -> None:
    at_work: list[int] = []
    most = answered = 0

    async def slow(scope: Any, receive: Any, send: Any) -> None:
        nonlocal most, answered
        at_work.append(1)
        most = max(most, len(at_work))
        await asyncio.sleep(0.01)
        at_work.pop()
        answered += 1

    async def scene() -> None:
        site = InTurn(slow, 3)
        await asyncio.gather(*(site({"path": "/"}, None, None) for _ in range(20)))

    asyncio.run(scene())
    assert (most, answered) == (3, 20)


def test_whoever_asks_whether_it_lives_does_not_stand_in_line() -> None:
    async def scene() -> None:
        never = asyncio.Event()

        async def hangs(scope: Any, receive: Any, send: Any) -> None:
            if not scope["path"].startswith("/health/"):
                await never.wait()

        site = InTurn(hangs, 1)
        waiting = asyncio.create_task(site({"path": "/"}, None, None))
        await asyncio.sleep(0)
        await asyncio.wait_for(site({"path": "/health/live"}, None, None), 5)
        waiting.cancel()

    asyncio.run(scene())
