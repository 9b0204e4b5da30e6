"""A process that watches itself: how late its event loop is, and how much memory it has."""

import asyncio
import time
from pathlib import Path
from typing import Any, Final

from dipgame.metrics import LOOP_LAG, MEMORY

__all__ = ["Watched", "look", "memory"]

_EVERY: Final = 2.0


def memory() -> int:
    """Bytes of memory that the process has to itself or shares."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


async def look(every: float = _EVERY) -> None:
    """Note from time to time how late this coroutine is called, and the memory of the process."""
    while True:
        asked = time.monotonic()
        await asyncio.sleep(every)
        LOOP_LAG.set(max(0.0, time.monotonic() - asked - every))
        MEMORY.set(memory())


class Watched:
    """Begins to watch with the first request or socket of its event loop."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._watching: asyncio.Task[None] | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        if self._watching is None or self._watching.done():
            self._watching = asyncio.get_running_loop().create_task(look())
        return await self.application(scope, receive, send)
