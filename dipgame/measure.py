"""The measure of sockets and streams.

It counts frames a second, what waits to be read or sent, connections from one network.
"""

import re
import time
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import unquote

from channels.security.websocket import WebsocketDenier
from daphne.http_protocol import HTTPFactory, WebRequest
from daphne.ws_protocol import WebSocketFactory, WebSocketProtocol

from dipgame.addresses import address_of_scope
from dipgame.metrics import SOCKETS_OF_ONE
from dipgame.networks import Networks

__all__ = [
    "TOO_FAST_CODE",
    "Bucket",
    "MeasuredFactory",
    "MeasuredRequest",
    "MeasuredRequests",
    "MeasuredSocket",
    "PerNetwork",
]

TOO_FAST_CODE: Final = 4429
"""Close code of a socket that sends more than pages do, or does not read what it is sent."""

_FRAMES_A_SECOND: Final = 20.0
_FRAMES_AT_ONCE: Final = 100
"""A page sends a frame for each key that is typed, and a ping every few seconds."""

_MOST_UNREAD: Final = 50
"""Frames of a socket that wait until the site reads them: it reads one after the other."""

_MOST_UNSENT: Final = 2_000_000
"""Bytes that wait until a browser reads them; the whole state of a game and its talk is far smaller."""


_STREAM: Final = re.compile(r"/api/(?:stream/.+|game/[^/]+/stream)")
"""Addresses of streams (`frontend.api.streams`)."""


class Bucket:
    """So many at once, and so many a second after that."""

    def __init__(self, at_once: float, a_second: float, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._a_second, self._now = at_once, a_second, now
        self._left, self._at = at_once, now()

    def take(self) -> bool:
        """Take one; False where none is left."""
        at = self._now()
        self._left = min(self._most, self._left + (at - self._at) * self._a_second)
        self._at = at
        if self._left < 1:
            return False
        self._left -= 1
        return True


class MeasuredSocket(WebSocketProtocol):
    """Daphne's end of a socket, closed where it is sent too much or nobody reads what it sends."""

    muted: bool

    def onConnect(self, request: Any) -> Any:  # noqa: N802
        self.bucket = Bucket(_FRAMES_AT_ONCE, _FRAMES_A_SECOND)
        return super().onConnect(request)

    def onMessage(self, payload: bytes, is_binary: bool) -> None:  # noqa: N802
        if self.muted:
            return
        if not self.bucket.take() or self.application_queue.qsize() >= _MOST_UNREAD:
            # Drop messages that have arrived but were not read.
            self.muted = True
            while not self.application_queue.empty():
                self.application_queue.get_nowait()
            self.application_queue.put_nowait({"type": "websocket.disconnect", "code": TOO_FAST_CODE})
            self.serverClose(code=TOO_FAST_CODE)
            return
        super().onMessage(payload, is_binary)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802
        # Read and discard further bytes: left unread, the reset would destroy our close frame.
        if not self.muted:
            super().dataReceived(data)

    def serverSend(self, content: Any, binary: bool = False) -> None:  # noqa: N802
        if _unsent(self.transport) > _MOST_UNSENT:
            self.transport.abortConnection()
            return
        super().serverSend(content, binary)


class MeasuredFactory(WebSocketFactory):
    protocol = MeasuredSocket


class MeasuredRequest(WebRequest):
    """Daphne's end of a request; an unread stream is cut off.

    A download is not: it is sent in pieces too, all at once, and may be long.
    """

    @property
    def is_streaming(self) -> bool:
        """True if a stream was begun and not ended."""
        return bool(self._response_started and not self.finished and self._is_stream)

    @property
    def _is_stream(self) -> bool:
        return _STREAM.fullmatch(unquote(self.path.decode("ascii", "replace"))) is not None

    def handle_reply(self, message: Any) -> None:
        if self.channel is not None and _unsent(self.channel.transport) > _MOST_UNSENT and self._is_stream:
            self.channel.transport.abortConnection()
            return
        super().handle_reply(message)


class MeasuredRequests(HTTPFactory):
    def buildProtocol(self, addr: Any) -> Any:  # noqa: N802
        protocol = super().buildProtocol(addr)
        protocol.requestFactory = MeasuredRequest
        return protocol


def _unsent(transport: Any) -> int:
    """Bytes that Twisted keeps for a connection until the other end takes them."""
    waiting: int = len(transport.dataBuffer) - transport.offset + transport._tempDataLen
    return waiting


class PerNetwork:
    """Opens so many sockets at a time for one network."""

    def __init__(self, application: Any) -> None:
        self.application = application
        self._networks = Networks()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        address = address_of_scope(scope)
        if not self._networks.has_room(address):
            denier: Any = WebsocketDenier()
            return await denier(scope, receive, send)
        try:
            with self._networks.one_more(address):
                SOCKETS_OF_ONE.set(self._networks.most)
                return await self.application(scope, receive, send)
        finally:
            SOCKETS_OF_ONE.set(self._networks.most)
