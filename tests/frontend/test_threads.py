"""Threads of sockets do once what many ask for."""

import asyncio
from threading import Event

from dipgame.in_turn import SOCKET_THREADS
from frontend.threads import in_thread, in_thread_once


def test_what_has_not_begun_is_done_once_for_all_who_ask_for_it() -> None:
    done: list[str] = []
    go_on = Event()

    def look(what: str) -> str:
        done.append(what)
        return f"{what} {len(done)}"

    async def scene() -> None:
        busy = [asyncio.create_task(in_thread(go_on.wait)) for _ in range(SOCKET_THREADS)]
        asked = [asyncio.create_task(in_thread_once(what, look, what)) for what in ("a", "b", "a", "a")]
        await asyncio.sleep(0.05)
        assert done == []
        asked[0].cancel()  # the others still hear of it
        await asyncio.sleep(0)
        go_on.set()
        _, b, first, second = await asyncio.gather(*asked, return_exceptions=True)
        assert sorted(done) == ["a", "b"]
        assert first == second
        assert b != first
        await asyncio.gather(*busy)

    asyncio.run(scene())


def test_what_has_begun_may_have_missed_something_and_is_done_anew() -> None:
    done: list[Event] = []

    def look() -> int:
        done.append(Event())
        assert done[-1].wait(5)
        return len(done)

    async def scene() -> None:
        first = asyncio.create_task(in_thread_once("a", look))
        while not done:
            await asyncio.sleep(0.01)
        second = asyncio.create_task(in_thread_once("a", look))
        while len(done) < 2:
            await asyncio.sleep(0.01)
        for each in done:
            each.set()
        await asyncio.gather(first, second)

    asyncio.run(scene())


def test_what_fails_fails_for_all_who_asked_and_can_be_asked_again() -> None:
    tries: list[int] = []

    def fails() -> str:
        tries.append(1)
        if len(tries) == 1:
            raise RuntimeError("away")
        return "there"

    async def scene() -> None:
        both = await asyncio.gather(*(in_thread_once("a", fails) for _ in range(2)), return_exceptions=True)
        assert [str(each) for each in both] == ["away", "away"]
        assert await in_thread_once("a", fails) == "there"

    asyncio.run(scene())
