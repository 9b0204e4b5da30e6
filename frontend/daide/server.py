"""Server for programs over DAIDE: all its connections."""

import asyncio
import logging
import socket
from collections import Counter
from typing import Any, Final

from daide.framing import Connection, Last
from daide.tokens import Text, Words, flat
from dipgame.addresses import address_in
from frontend.daide.line import Line

__all__ = ["Server"]

_MOST: Final = 300
"""Connections in all, and from one address."""
_MOST_OF_AN_ADDRESS: Final = 50

_LAST_SECONDS: Final = 8.0
"""Time to end all connections in."""

_log = logging.getLogger(__name__)


class Server:
    """All connections of the process."""

    def __init__(self) -> None:
        self.lines: set[Line] = set()
        self._by_address: Counter[str] = Counter()
        self._server: asyncio.Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._serving: set[asyncio.Task[Any]] = set()

    async def start(self, host: str, port: int) -> int:
        """Listen, and return the port, which is another one for 0."""
        self._loop = asyncio.get_running_loop()
        self._server = await asyncio.start_server(self._serve, host, port, backlog=100)
        return int(self._server.sockets[0].getsockname()[1])

    async def stop(self) -> None:
        """Send all clients away and wait until they are gone."""
        if self._server is not None:
            self._server.close()
        for line in tuple(self.lines):
            line.send((flat(("OFF",)),))
            await line.close()
        if self._serving:
            await asyncio.wait(self._serving, timeout=_LAST_SECONDS)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = address_in("", str((writer.get_extra_info("peername") or ("-",))[0]))
        sock = writer.get_extra_info("socket")
        if sock is not None:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if len(self.lines) >= _MOST or self._by_address[address] >= _MOST_OF_AN_ADDRESS:
            writer.write(Connection("server").send(Last()))
            writer.close()
            return
        self._by_address[address] += 1
        line, task = Line(self, reader, writer, address), asyncio.current_task()
        self.lines.add(line)
        if task is not None:
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
        try:
            await line.run()
        except (ConnectionError, TimeoutError):
            pass
        except Exception:
            _log.exception("a DAIDE connection failed")
        finally:
            self.lines.discard(line)
            self._by_address[address] -= 1
            await line.gone()

    # ── from sessions, in their threads ───────────────────────────────────────────────────────────

    def tell_all(self, slug: str, name: str, words: str) -> None:
        """Send words about a game to all its clients."""
        message = flat(("ADM", (Text(name),) if name else (), (Text(words),) if words else ()))
        self._call(self.to_all, slug, message)

    def came_back(self, person: int) -> None:
        """End the older connection of a program that is here again."""
        self._call(self._replace, person)

    def _call(self, do: Any, *given: object) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(do, *given)

    def to_all(self, slug: str, message: Words, but: Line | None = None) -> None:
        """Send a message to all clients of a game."""
        for line in tuple(self.lines):
            if line is not but and line.slug == slug and line.daide.role != "stranger":
                line.send((message,))

    def _replace(self, person: int) -> None:
        for line in tuple(self.lines):
            if line.person == person and not line.is_replaced:
                line.is_replaced, line.power = True, None
                line.abort()
