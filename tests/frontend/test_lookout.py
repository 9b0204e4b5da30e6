"""The lookout hears events for all sockets of a process."""

import asyncio
import contextlib

from frontend.lookout import Lookout, end


def test_it_ends_though_something_is_heard_at_that_very_moment():
    async def scene():
        watch = Lookout()
        task = asyncio.create_task(watch._look_around())
        for _ in range(3):
            await asyncio.sleep(0)
        watch._now.set()
        task.cancel()
        await asyncio.wait([task], timeout=2)
        assert task.cancelled()

    asyncio.run(scene())


def test_what_forgets_that_it_was_cancelled_is_ended_all_the_same():
    async def forgetful():
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(60)

    async def scene():
        task = asyncio.create_task(forgetful())
        await asyncio.sleep(0)
        async with asyncio.timeout(2):
            await end(task)
        assert task.cancelled()

    asyncio.run(scene())


def test_one_cancel_ends_it_at_whatever_moment_it_comes(redis):
    """An event loop that closes cancels its tasks once, and waits for all of them: one that went on would hang it."""

    async def scene(steps: int) -> bool:
        watch = Lookout()
        task = asyncio.create_task(watch._listen())
        for _ in range(steps):
            await asyncio.sleep(0)
        heard = watch._now.is_set()
        task.cancel()
        _, left = await asyncio.wait([task], timeout=2)
        await end(*left)
        assert not left, f"cancelled after {steps} steps, it went on"
        return heard

    steps = 0
    while not asyncio.run(scene(steps)):
        steps += 1
    for more in range(1, 20):
        asyncio.run(scene(steps + more))
