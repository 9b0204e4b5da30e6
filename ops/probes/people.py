"""People of a probe: they sign in, play, and remember messages.

Import it inside of `site.a_site`: it needs Django.
"""

import asyncio
import http.client
import itertools
import json
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from autobahn.asyncio.websocket import WebSocketClientFactory, WebSocketClientProtocol
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from dipgame.accounts.models import User
from dipgame.games import services
from dipgame.games.models import Game
from ops.probes.report import percentile

__all__ = ["Line", "a_game", "ask", "cookie_of", "get", "open_lines", "people", "shown", "talk"]

_PATIENT = 60.0
"""Seconds until a socket is opened."""

_numbers = itertools.count(1)


def people(count: int) -> list[User]:
    """So many new people, without passwords."""
    numbers = [next(_numbers) for _ in range(count)]
    rows = [User(email=f"probe{each}@example.org", name=f"Probe {each}", password="!") for each in numbers]
    User.objects.bulk_create(rows)
    return list(User.objects.filter(email__in=[row.email for row in rows]).order_by("pk"))


def cookie_of(person: User) -> str:
    """A session of this person's, as a cookie."""
    session = SessionStore()
    session[SESSION_KEY] = str(person.pk)
    session[BACKEND_SESSION_KEY] = "allauth.account.auth_backends.AuthenticationBackend"
    session[HASH_SESSION_KEY] = person.get_session_auth_hash()
    session.create()
    return f"sessionid={session.session_key}"


def a_game(players: Sequence[User], bot: str = "holdbot", **terms: Any) -> Game:
    """A game of these people, in the order of the powers FRA, ENG, GER, ..., and of bots; it has begun."""
    powers = ("FRA", "ENG", "GER", "ITA", "AUS", "RUS", "TUR")
    game = services.create_game(players[0], services.Terms(**{"name": "Probe", "power": "FRA"} | terms))
    for person, power in zip(players[1:], powers[1:], strict=False):
        services.join_game(person, game, power)
    if len(players) < len(powers):
        services.fill_seats(game, bot)
    game.refresh_from_db()
    return game


class _Protocol(WebSocketClientProtocol):
    factory: Any

    def onMessage(self, payload: bytes, isBinary: bool) -> None:  # noqa: N802, N803
        self.factory.line.receive(json.loads(payload))

    def onOpen(self) -> None:  # noqa: N802
        self.factory.line.opened.set()

    def onClose(self, was_clean: bool, code: int, reason: str) -> None:  # noqa: N802
        self.factory.line.lost(code)


class Line:
    """A page's socket, which reconnects as pages do."""

    def __init__(self, port: int, slug: str, cookie: str = "", path: str = "") -> None:
        self.port, self.slug, self.cookie = port, slug, cookie
        self.path = path or f"/ws/games/{slug}/"
        self.opened = asyncio.Event()
        self.heard: dict[str, float] = {}
        self.phases: dict[str, float] = {}
        self.boards: dict[str, float] = {}
        self.states = 0
        self.cards: dict[int, str] = {}
        self.upto: int | None = None
        self.state: dict[str, Any] = {}
        self.waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.refs = itertools.count(1)
        self.times_lost = 0
        self.is_over = False
        self._protocol: Any = None
        self._again: asyncio.Task[None] | None = None

    async def open(self) -> None:
        headers = {"Cookie": self.cookie} if self.cookie else {}
        address = f"ws://127.0.0.1:{self.port}{self.path}"
        factory: Any = WebSocketClientFactory(  # type: ignore[no-untyped-call]
            address, headers=headers, origin=f"http://127.0.0.1:{self.port}"
        )
        factory.protocol, factory.line = _Protocol, self
        factory.setProtocolOptions(openHandshakeTimeout=_PATIENT)  # browsers wait longer still
        loop = asyncio.get_running_loop()
        _, self._protocol = await loop.create_connection(factory, "127.0.0.1", self.port)
        await asyncio.wait_for(self.opened.wait(), _PATIENT)

    def receive(self, frame: dict[str, Any]) -> None:
        now = time.monotonic()
        if frame["type"] == "state":
            self.state = frame["state"]
            self.states += 1
            self.phases.setdefault(frame["state"]["game"]["phase"], now)
            if "board" in frame:
                self.boards.setdefault(frame["board"]["name"], now)
        elif frame["type"] == "press" and frame["press"]:
            self.upto = frame["press"]["upto"]
            for message in frame["press"]["messages"]:
                self.heard.setdefault(message["text"], now)
                if "card" in message:
                    self.cards[message["id"]] = message["card"]["state"]
        elif frame["type"] == "heard":
            self.heard.setdefault(frame["message"]["text"], now)
            self.upto = frame["message"]["id"]
        future = self.waiting.pop(frame.get("ref", 0), None)
        if future is not None and not future.done():
            future.set_result(frame)

    def lost(self, code: int) -> None:
        self.opened.clear()
        self.times_lost += 1
        for future in self.waiting.values():
            if not future.done():
                future.set_exception(ConnectionError(f"closed with {code}"))
        self.waiting.clear()
        if not self.is_over:
            self._again = asyncio.ensure_future(self._come_back())

    async def _come_back(self) -> None:
        while not self.is_over:
            await asyncio.sleep(0.5)
            try:
                await self.open()
            except (OSError, TimeoutError):
                continue
            return

    async def ask(self, command: dict[str, Any], patience: float = 60.0) -> dict[str, Any]:
        """Give a command and wait for the answer. Raises ConnectionError or TimeoutError."""
        if not self.opened.is_set():
            raise ConnectionError("the line is down")
        ref = next(self.refs)
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.waiting[ref] = future
        self._protocol.sendMessage(json.dumps({**command, "ref": ref}).encode())
        return await asyncio.wait_for(future, patience)

    async def ask_until_answered(self, command: dict[str, Any], patience: float) -> dict[str, Any]:
        """Repeat a command under its mark until answered, as pages do."""
        end = time.monotonic() + patience
        while True:
            try:
                return await self.ask(command, 10)
            except (ConnectionError, TimeoutError):
                if time.monotonic() > end:
                    raise
                await asyncio.sleep(0.5)

    async def close(self) -> None:
        self.is_over = True
        if self._again is not None:
            self._again.cancel()
        if self._protocol is not None and self.opened.is_set():
            self._protocol.sendClose()


async def open_lines(lines: Iterable[Line]) -> float:
    """Open them twenty at a time; returns how many seconds that took."""
    begun = time.monotonic()
    turns = asyncio.Semaphore(20)

    async def one(line: Line) -> None:
        async with turns:
            await line.open()

    await asyncio.gather(*(one(line) for line in lines))
    return time.monotonic() - begun


async def talk(name: str, pairs: Sequence[tuple[Line, Line]], each: int) -> tuple[dict[str, tuple[float, Line]], float]:
    """The first of each pair says so many things to the other: when each text was said to whom, and the slowest
    answer."""
    sent: dict[str, tuple[float, Line]] = {}
    took: list[float] = []
    for number in range(each):
        for at, (speaker, hearer) in enumerate(pairs):
            text = f"{name} {number} of {at}"
            begun = time.monotonic()
            mark = f"m{hash(text) % 10**9}"
            command = {"type": "say", "text": text, "to": ["ENG"], "l": "", "plain": True, "mark": mark}
            reply = await speaker.ask_until_answered(command, 60)
            took.append(time.monotonic() - begun)
            if reply["type"] == "said":
                sent[text] = begun, hearer
        await asyncio.sleep(2.1)  # nobody may say more than fifteen things in half a minute
    return sent, percentile(took, 1)


async def shown(sent: Mapping[str, tuple[float, Line]], patience: float = 30.0) -> tuple[int, float]:
    """Number of texts never shown, and the longest delay in seconds."""
    end = time.monotonic() + patience
    while time.monotonic() < end and any(text not in hearer.heard for text, (_, hearer) in sent.items()):
        await asyncio.sleep(0.1)
    late = [hearer.heard[text] - at for text, (at, hearer) in sent.items() if text in hearer.heard]
    return len(sent) - len(late), percentile(late, 1)


def get(port: int, path: str, cookie: str = "", timeout: float = 60.0) -> tuple[int, float]:
    """Status of a page (0: no answer), and its time."""
    return _request(port, "GET", path, cookie, None, timeout)


def ask(port: int, slug: str, cookie: str, command: dict[str, Any], timeout: float = 60.0) -> tuple[int, float]:
    """Send a command by request: status (0: no answer), and time."""
    return _request(port, "POST", f"/games/{slug}/command", cookie, json.dumps(command), timeout)


def _request(  # noqa: PLR0917
    port: int, method: str, path: str, cookie: str, body: str | None, timeout: float
) -> tuple[int, float]:
    begun = time.monotonic()
    token = "a" * 32
    headers = {"Cookie": f"{cookie}; csrftoken={token}", "X-CSRFToken": token, "Content-Type": "application/json"}
    headers["Accept-Encoding"] = "gzip"  # as browsers do
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status, time.monotonic() - begun
    except OSError:
        return 0, time.monotonic() - begun
    finally:
        connection.close()
