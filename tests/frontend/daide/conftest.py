"""A DAIDE server beside the test, and raw clients of it."""

import asyncio
import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from daide.framing import Connection, Diplomacy, Event, Failure, Initial, Last, Representation, Violation
from daide.tokens import Words, text_of, words_of
from dipgame.games import events
from frontend.daide.server import Server
from frontend.lookout import Lookout, lookout
from tests.patience import until

SECONDS = 20.0


class RawClient:
    """A client by hand: texts out, texts in."""

    def __init__(self, port: int, *, greet: bool = True) -> None:
        self.line = Connection("client")
        self.wire = socket.create_connection(("127.0.0.1", port), timeout=SECONDS)
        self.came: list[Event] = []
        self.is_closed = False
        if greet:
            self.wire.sendall(self.line.send(Initial()))
            assert isinstance(self.event(), Representation)

    def event(self) -> Event | None:
        """The next frame; None once the connection is closed."""
        while not self.came:
            try:
                octets = self.wire.recv(1 << 16)
            except ConnectionError:
                octets = b""
            if not octets:
                self.is_closed = True
                return None
            self.came += self.line.receive(octets)
        return self.came.pop(0)

    def next(self) -> str:
        """The next message, as text; another frame by its name."""
        event = self.event()
        match event:
            case Diplomacy(words):
                return text_of(words)
            case Failure(code):
                return f"EM {code}"
            case Violation(code):
                raise AssertionError(code)
            case None:
                return "closed"
            case _:
                return type(event).__name__

    def say(self, text: str | Words) -> None:
        words = words_of(text) if isinstance(text, str) else text
        self.wire.sendall(self.line.send(Diplomacy(words)))

    def ask(self, text: str) -> str:
        """Say something, and return the next message."""
        self.say(text)
        return self.next()

    def upto(self, start: str) -> list[str]:
        """All messages up to one that begins so."""
        found = [self.next()]
        while not found[-1].startswith(start):
            assert found[-1] not in ("closed", "Last"), found
            found.append(self.next())
        return found

    def leave(self) -> None:
        self.wire.sendall(self.line.send(Last()))
        self.wire.close()


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch, outbox: Any) -> Iterator[Server]:
    """Run a server on a free port, with instant news."""
    monkeypatch.setattr(Lookout, "_listen", lambda self: asyncio.Event().wait())
    loop, found = asyncio.new_event_loop(), Server()

    def forward(topic: str, message: dict[str, Any]) -> None:
        outbox.messages.append((topic, message))
        loop.call_soon_threadsafe(lambda: loop.create_task(lookout()._tell(topic, message)))

    monkeypatch.setattr(events, "send", forward)
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    found.port = asyncio.run_coroutine_threadsafe(found.start("127.0.0.1", 0), loop).result(SECONDS)  # type: ignore[attr-defined]
    yield found
    asyncio.run_coroutine_threadsafe(found.stop(), loop).result(SECONDS)
    until(lambda: not found.lines)
    loop.call_soon_threadsafe(loop.stop)
    thread.join(SECONDS)
    loop.close()


@pytest.fixture
def connect(server: Server) -> Iterator[Callable[..., RawClient]]:
    """Opens connections to the server, and closes them at the end."""
    opened: list[RawClient] = []

    def one_more(**how: bool) -> RawClient:
        opened.append(RawClient(server.port, **how))  # type: ignore[attr-defined]
        return opened[-1]

    yield one_more
    for client in opened:
        client.wire.close()
