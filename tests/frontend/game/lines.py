"""A browser's end of the live line of a game, for tests."""

import json

from channels.db import database_sync_to_async

from dipgame.asgi import application
from tests.patience import PatientCommunicator

__all__ = ["Line", "opened", "run"]


class Line:
    """A browser's end of the socket.

    `state()` is the newest state heard, `reply(ref)` the answer to a command.
    """

    def __init__(self, slug, cookie=None, origin=b"http://localhost", at="/ws/games/<slug:slug>/"):
        headers = [(b"origin", origin), (b"host", b"localhost")]
        if cookie:
            headers.append((b"cookie", f"sessionid={cookie}".encode()))
        self.wire = PatientCommunicator(application, at.replace("<slug:slug>", slug), headers=headers)

    async def open(self):
        connected, _ = await self.wire.connect()
        return connected

    async def hear(self):
        return json.loads(await self.wire.receive_from())

    async def hear_kind(self, kind):
        while True:
            frame = await self.hear()
            if frame["type"] == kind:
                return frame

    async def say(self, frame):
        await self.wire.send_to(text_data=frame if isinstance(frame, str) else json.dumps(frame))

    async def ask(self, frame):
        """Send a command and wait for its answer, whatever else is heard meanwhile."""
        await self.say(frame)
        while True:
            reply = await self.hear()
            if reply.get("ref") == frame["ref"]:
                return reply

    async def close_code(self):
        """Code with which the site closes the line, which has ended then."""
        while True:
            message = await self.wire.receive_output()
            if message["type"] == "websocket.close":
                # The end of the event loop cancels what still runs for it once only, and libraries forget that.
                await self.close()
                return message["code"]

    async def close(self):
        await self.wire.disconnect()


def run(story):
    """Do something with the database while the sockets' loop goes on."""
    return database_sync_to_async(story)


async def opened(each):
    assert await each.open()
    state = (await each.hear_kind("state"))["state"]
    if state["you"] is not None:
        await each.hear_kind("press")
    return state
