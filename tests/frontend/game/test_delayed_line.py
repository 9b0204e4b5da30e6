"""A delayed watcher's socket hides even that something happens now."""

import asyncio

import pytest

from tests.frontend.game.lines import opened, run

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("redis")]

PING = {"type": "ping", "ref": 9}


def test_nothing_tells_that_something_happens_in_the_phase_now_played(story, cast, line):
    story.begins(fill_bot="holdbot", watching="delayed")
    story.deadline_passes()
    alice, watcher = line(cast.alice), line()

    async def scene():
        shown = (await opened(watcher))["news"]
        before = (await opened(alice))["news"]
        assert (await watcher.ask(PING))["news"] == shown
        await run(story.ready)("FRA")
        while (await alice.hear_kind("state"))["state"]["news"]["game"] == before["game"]:
            pass
        await watcher.say(PING)
        frame = await watcher.hear()
        assert (frame["type"], frame["news"]) == ("pong", shown)
        await run(story.deadline_passes)()
        state = (await watcher.hear_kind("state"))["state"]
        assert (state["game"]["phase"], state["news"] != shown) == ("F1901M", True)
        assert (await watcher.ask(PING))["news"] == state["news"]
        for each in (alice, watcher):
            await each.close()

    asyncio.run(scene())
