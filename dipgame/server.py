"""Daphne with an orderly end: it finishes the requests in hand.

The proxy limits the size and time of requests (docs/decisions/21).

python -m dipgame.server --bind 127.0.0.1 --port 8000 dipgame.asgi:application
"""

import gc
import os
import sys
import time
from typing import Any, Final

import daphne.server
from daphne.cli import CommandLineInterface
from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import defer, task
from twisted.internet import reactor as _reactor

from dipgame.in_turn import REQUESTS_AT_ONCE, SOCKET_THREADS

reactor: Any = _reactor

__all__ = ["RESTART_CODE", "main"]

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


class Server(daphne.server.Server):
    """Ends in order.

    It takes nobody new, sends sockets and streams to another server, finishes the requests in hand.
    """

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
            elif getattr(protocol, "is_streaming", False):
                protocol.send_disconnect()  # the stream ends, and its program opens another at once
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


def load_reader() -> None:
    """Load what reading a text needs: no first text waits for it, none for its garbage."""
    from adjudication.position import opening
    from negotiation.english.context import context_of
    from negotiation.understanding import understand

    understand("I propose peace", context_of("FRA", ["ENG"], opening()))
    gc.collect()
    gc.freeze()


class Interface(CommandLineInterface):
    server_class = Server


def main() -> None:
    """Serve until told to end. Takes daphne's own options."""
    os.environ.setdefault("DATABASE_POOL", str(REQUESTS_AT_ONCE + SOCKET_THREADS))
    for limit in ("LOCK_SECONDS", "STATEMENT_SECONDS"):
        os.environ.setdefault(limit, _DATABASE_SECONDS)
    # Only now: it reads the settings, which read the environment.
    from dipgame.measure import MeasuredFactory, MeasuredRequests

    load_reader()
    sys.setswitchinterval(_TURN)
    daphne.server.WebSocketFactory = MeasuredFactory
    daphne.server.HTTPFactory = MeasuredRequests
    Interface.entrypoint()


if __name__ == "__main__":
    main()
