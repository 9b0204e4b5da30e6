"""Requests are answered a few at a time."""

import asyncio
from typing import Any

import pytest

from dipgame.in_turn import GameTurns, InTurn

pytestmark = pytest.mark.database


def test_only_so_many_run_at_once() -> None:
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


def test_whether_it_lives_is_answered_though_every_thread_is_held_up() -> None:
    told: list[dict[str, Any]] = []

    async def scene() -> None:
        never = asyncio.Event()

        async def hangs(scope: Any, receive: Any, send: Any) -> None:
            await never.wait()

        async def send(message: dict[str, Any]) -> None:
            told.append(message)

        site = InTurn(hangs, 1)
        waiting = [asyncio.create_task(site({"path": path}, None, None)) for path in ("/", "/health/ready")]
        await asyncio.sleep(0)
        await asyncio.wait_for(site({"path": "/health/live"}, None, send), 5)
        for each in waiting:
            each.cancel()

    asyncio.run(scene())
    assert [told[0]["status"], told[1]["body"]] == [200, b"alive\n"]


def test_two_changes_of_a_game_at_a_time_and_others_go_on_meanwhile() -> None:
    at_work: list[str] = []

    async def scene() -> None:
        let_go = asyncio.Event()

        async def locked(scope: Any, receive: Any, send: Any) -> None:
            at_work.append(f"{scope['method']} {scope['path']}")
            await let_go.wait()

        site = InTurn(locked, 8)
        one, other = "/games/abc/command", "/games/xyz/command"
        asked = [("POST", one)] * 6 + [("POST", other), ("GET", one)]
        scopes = [{"path": path, "method": method} for method, path in asked]
        tasks = [asyncio.create_task(site(scope, None, None)) for scope in scopes]
        await asyncio.sleep(0.05)
        assert sorted(at_work) == [f"GET {one}", f"POST {one}", f"POST {one}", f"POST {other}"]
        let_go.set()
        await asyncio.gather(*tasks)
        assert len(at_work) == 8

    asyncio.run(scene())


def test_requests_and_sockets_of_a_game_take_turns_together() -> None:
    async def scene() -> None:
        turns, at_once = GameTurns(), 0

        async def change() -> None:
            nonlocal at_once
            async with turns.turn("abc"):
                at_once += 1
                assert at_once <= 2
                await asyncio.sleep(0)
                at_once -= 1

        await asyncio.gather(*(change() for _ in range(20)))

    asyncio.run(scene())


def test_where_too_many_wait_for_a_game_the_next_is_refused_in_words() -> None:
    told: list[dict[str, Any]] = []

    async def scene() -> None:
        let_go = asyncio.Event()

        async def locked(scope: Any, receive: Any, send: Any) -> None:
            await let_go.wait()

        async def send(message: dict[str, Any]) -> None:
            told.append(message)

        site = InTurn(locked, 8)
        scope = {"path": "/games/abc/command", "method": "POST"}
        tasks = [asyncio.create_task(site(scope, None, send)) for _ in range(60)]
        await asyncio.sleep(0.05)
        assert [each["status"] for each in told if "status" in each] == [503] * 8
        let_go.set()
        await asyncio.gather(*tasks)
        await site(scope, None, send)  # nobody waits any more

    asyncio.run(scene())
    assert b"try again in a few seconds" in told[1]["body"]
