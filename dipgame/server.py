"""Daphne, which hands a request on when all of it is there, with limits to how long and how large that may be,
and an end that lets go of nobody's request.

python -m dipgame.server --bind 127.0.0.1 --port 8000 dipgame.asgi:application
"""

import os
import sys
import time
from typing import Any, Final

import daphne.server
from daphne.cli import CommandLineInterface
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import defer, task
from twisted.internet import reactor as _reactor

from dipgame.in_turn import REQUESTS_AT_ONCE, SOCKET_THREADS

reactor: Any = _reactor

__all__ = ["LARGEST_BODY", "PATIENCE", "RESTART_CODE", "main"]

LARGEST_BODY: Final = 1_000_000
"""Bytes; nothing that people send here comes near it."""

PATIENCE: Final = 20
"""Seconds until all of a request must be there, from its first line on."""

_IDLE: Final = 75
"""Seconds a line may stay open between two requests."""

_LAST_REQUESTS: Final = 8
"""Seconds that requests in hand have when the server is told to end."""

_DATABASE_SECONDS: Final = "3"
"""Seconds that a request or a socket waits for a lock of the database, or for an answer."""

_ACCEPTED_WITHIN: Final = 60
"""Seconds until a socket must be accepted: one that were refused on a busy machine would only come again."""

_TURN: Final = 0.0005
"""Seconds of computing after which a thread lets others go on; Python's own are ten times as many. The one that
reads and writes all connections waits so long for each of the others that computes."""

_BACKLOG: Final = 2048
"""Connections that wait to be taken: after a restart all pages come back at once."""

RESTART_CODE: Final = 4012
"""Close code of a socket whose server begins anew: the page opens another at once."""

_TOO_LARGE: Final = (
    b"HTTP/1.1 413 Content Too Large\r\nContent-Type: text/plain\r\nContent-Length: 32\r\nConnection: close\r\n\r\n"
    b"This is more than the site takes"
)


class Request(WebRequest):
    """A request that is cut when it is too large, or is not all there in time."""

    received = 0
    is_cut = False

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        _wait(self.channel, PATIENCE)

    def gotLength(self, length: int | None) -> None:  # noqa: N802
        super().gotLength(length)
        if length is not None and length > LARGEST_BODY:
            self._cut()

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802
        self.received += len(data)
        if self.received > LARGEST_BODY:
            self._cut()
        if not self.is_cut:
            super().handleContentChunk(data)

    def process(self) -> Any:
        if self.is_cut:
            return None
        _wait(self.channel, None)
        return super().process()

    def finish(self) -> None:
        channel = self.channel
        super().finish()
        if channel is not None:
            _wait(channel, _IDLE)

    def connectionLost(self, reason: Any) -> None:  # noqa: N802
        channel = self.channel
        super().connectionLost(reason)
        if channel is not None:
            _wait(channel, None)

    def _cut(self) -> None:
        if self.is_cut or self.channel is None:
            return
        self.is_cut = True
        self.channel.transport.write(_TOO_LARGE)
        self.channel.loseConnection()
        # A sender that does not hear of it is not waited for.
        _wait(self.channel, 1)


def _wait(channel: Any, seconds: float | None) -> None:
    """Cut the line unless something happens on it within so many seconds; None: wait for ever."""
    timer = getattr(channel, "patience", None)
    if timer is not None and timer.active():
        timer.cancel()
    channel.patience = None if seconds is None else reactor.callLater(seconds, _abort, channel)


def _abort(channel: Any) -> None:
    if channel.transport is not None:
        channel.transport.abortConnection()


class Factory(HTTPFactory):
    """Lines with requests of this kind, which must begin soon."""

    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802
        protocol = super().buildProtocol(addr)
        if protocol is not None:
            protocol.requestFactory = Request
            _wait(protocol._channel, PATIENCE)
        return protocol


class Server(daphne.server.Server):
    """Ends in order: takes nobody new, sends pages with a socket to another server, finishes the requests in hand."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.ports: list[Any] = []
        self.websocket_handshake_timeout = _ACCEPTED_WITHIN
        self.endpoints: list[str] = [
            f"{each}:backlog={_BACKLOG}" if each.startswith("tcp:") else each for each in self.endpoints
        ]

    def listen_success(self, port: Any) -> None:
        super().listen_success(port)
        self.ports.append(port)

    def kill_all_applications(self) -> "defer.Deferred[Any]":
        for port in self.ports:
            port.stopListening()
        for protocol in list(self.connections):
            if isinstance(protocol, WebSocketProtocol):
                protocol.serverClose(code=RESTART_CODE)
        ended = defer.ensureDeferred(self._last_requests())
        ended.addBoth(lambda _: self._cancel_the_rest())
        return ended

    def _cancel_the_rest(self) -> Any:
        running = [(line, each) for line, each in self.connections.items() if self._in_hand(each)]
        self.connections: dict[Any, dict[str, Any]] = dict(running)
        return super().kill_all_applications()

    async def _last_requests(self) -> None:
        until = time.monotonic() + _LAST_REQUESTS
        while time.monotonic() < until and any(map(self._in_hand, self.connections.values())):
            await task.deferLater(reactor, 0.05)

    @staticmethod
    def _in_hand(details: dict[str, Any]) -> bool:
        running = details.get("application_instance")
        return running is not None and not running.done()


class Interface(CommandLineInterface):
    server_class = Server


def main() -> None:
    """Serve until told to end. Takes daphne's own options."""
    os.environ.setdefault("DATABASE_POOL", str(REQUESTS_AT_ONCE + SOCKET_THREADS))
    for limit in ("LOCK_SECONDS", "STATEMENT_SECONDS"):
        os.environ.setdefault(limit, _DATABASE_SECONDS)
    # Only now: it reads the settings, which read the environment.
    from dipgame.measure import MeasuredFactory

    sys.setswitchinterval(_TURN)
    daphne.server.HTTPFactory, daphne.server.WebSocketFactory = Factory, MeasuredFactory
    Interface.entrypoint()


if __name__ == "__main__":
    main()
