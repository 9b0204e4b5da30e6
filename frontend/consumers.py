"""The live line of a game page: commands in, answers and the state out.

Close codes: 4404 no such game for this person (frontend.access), 4400 too much garbage. A page that
reconnects gets the whole state first, so nothing missed in between matters.
"""

import asyncio
import contextlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from autobahn.exception import Disconnected
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from dipgame.games import clock
from dipgame.games.events import game_group, seat_group
from frontend.access import NO_ACCESS_CODE, Access, access_to, renewed
from frontend.commands import carry_out
from frontend.frames import LARGEST_FRAME, Garbage, Reply, parse_command, press_reply, refused
from frontend.press import press_of
from frontend.state import state_of

__all__ = ["GARBAGE_CODE", "GARBAGE_LIMIT", "GameConsumer", "NowhereConsumer"]

GARBAGE_CODE: Final = 4400
GARBAGE_LIMIT: Final = 20
"""Frames that are no commands; the last of them closes the line."""

_QUIET: Final = 0.05
"""Seconds between two states: what changes in between is told once. Twenty a second are plenty."""


class GameConsumer(AsyncWebsocketConsumer):
    """One browser that looks at one game."""

    access: Access | None = None

    async def connect(self) -> None:
        self.garbage = 0
        self.changed = asyncio.Event()
        self.talked = True
        self.told: datetime | None = None
        self.teller: asyncio.Task[None] | None = None
        self.access = await database_sync_to_async(access_to)(self.scope)
        # A line must be accepted before it can be closed with a code that the page can read.
        await self.accept()
        if self.access is None:
            await self.close(NO_ACCESS_CODE)
            return
        await self.channel_layer.group_add(game_group(self.access.game.slug), self.channel_name)
        await self._follow_seat(None, self.access)
        self.changed.set()
        self.teller = asyncio.create_task(self._tell())

    async def disconnect(self, code: int) -> None:
        if self.teller is not None:
            self.teller.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self.teller
        if self.access is not None:
            await self.channel_layer.group_discard(game_group(self.access.game.slug), self.channel_name)
            await self._follow_seat(self.access, None)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.access is None or self.garbage >= GARBAGE_LIMIT:
            return
        try:
            command = parse_command(text_data if bytes_data is None else bytes_data)
        except Garbage as garbage:
            await self._answer(refused("malformed", garbage.message, garbage.ref))
            oversized = len(text_data or bytes_data or "") > LARGEST_FRAME
            self.garbage = GARBAGE_LIMIT if oversized else self.garbage + 1
            if self.garbage >= GARBAGE_LIMIT:
                # What it still sends before it hears of that is not read any more.
                await self.close(GARBAGE_CODE)
            return
        await self._answer(await database_sync_to_async(carry_out)(self.access, command))

    async def game_changed(self, event: dict[str, Any]) -> None:
        """Something that everybody may know has changed."""
        self.changed.set()

    async def sheet_changed(self, event: dict[str, Any]) -> None:
        """My orders have changed, perhaps on another screen."""
        self.changed.set()

    async def press_changed(self, event: dict[str, Any]) -> None:
        """My talk has changed: something was said, answered or read."""
        self.talked = True
        self.changed.set()

    async def _tell(self) -> None:
        """Send the state after every change, and close when the person may not see the game any more."""
        while self.access is not None:
            await self.changed.wait()
            self.changed.clear()
            before = self.access
            self.access, state = await database_sync_to_async(_look)(self.scope, before)
            if self.access is None:
                await self._follow_seat(before, None)
                await self.close(NO_ACCESS_CODE)
                return
            await self._follow_seat(before, self.access)
            if state is not None:
                await self._answer(state)
            if before.seat != self.access.seat:
                self.talked, self.told = True, None
            if self.talked:
                await self._tell_press(self.access)
            await asyncio.sleep(_QUIET)

    async def _tell_press(self, access: Access) -> None:
        """Send what is new in my talk: all of it the first time, and to nobody who has none."""
        self.talked, since, self.told = False, self.told, clock.now()
        press = await database_sync_to_async(press_of)(access, since)
        if press is not None:
            await self._answer(press_reply(press))

    async def _follow_seat(self, before: Access | None, after: Access | None) -> None:
        """Hear of the seat one holds now; a seat newly taken is heard of too."""
        old = before.seat.pk if before is not None and before.seat is not None else None
        new = after.seat.pk if after is not None and after.seat is not None else None
        if old == new and before is not None:
            return
        if old is not None:
            await self.channel_layer.group_discard(seat_group(old), self.channel_name)
        if new is not None:
            await self.channel_layer.group_add(seat_group(new), self.channel_name)

    async def _answer(self, reply: Reply) -> None:
        # The browser may have gone while the answer was made.
        with contextlib.suppress(Disconnected):
            await self.send(text_data=json.dumps(reply, separators=(",", ":")))


class NowhereConsumer(AsyncWebsocketConsumer):
    """Any other address: closed with the code of a game that is not there."""

    async def connect(self) -> None:
        await self.accept()
        await self.close(NO_ACCESS_CODE)


def _look(scope: Mapping[str, Any], access: Access) -> tuple[Access | None, Reply | None]:
    """The access as it stands now and the state it shows; no state before the game begins."""
    now = renewed(scope["user"], access)
    if now is None:
        return None, None
    try:
        return now, {"type": "state", "state": state_of(now)}
    except LookupError:
        return now, None
