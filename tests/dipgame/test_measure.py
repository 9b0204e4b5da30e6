"""A socket that sends more than pages do, or reads nothing, is closed; a network opens so many and no more."""

import asyncio
import os
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from dipgame.addresses import networks_of
from dipgame.measure import TOO_FAST_CODE, Bucket, PerNetwork
from dipgame.redis_server import free_port
from tests.patience import PATIENCE, until

ROOT = Path(__file__).parents[2]
_SERVE = """
import sys, dipgame.server as server
sys.argv = ["server", "--port", "{port}", "-v", "0", "tests.dipgame.test_measure:application"]
server.main()
"""

_PIECES, _PIECE = 400, 64_000
"""More than the site keeps for a program that does not read its stream."""


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answers each frame; `/slow` reads nothing, `/loud` says much unasked."""
    if scope["type"] != "websocket":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(_PIECES if scope["path"] != "/" else 0):
            await send({"type": "http.response.body", "body": b"x" * _PIECE, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
        return
    await receive()
    await send({"type": "websocket.accept"})
    if scope["path"] == "/slow":
        await asyncio.sleep(PATIENCE)
    while scope["path"] == "/loud":
        await send({"type": "websocket.send", "text": "x" * 100_000})
        await asyncio.sleep(0.001)
    while (await receive())["type"] != "websocket.disconnect":
        await send({"type": "websocket.send", "text": "heard"})


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    chosen = free_port()
    process = subprocess.Popen(
        [sys.executable, "-c", _SERVE.format(port=chosen)],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "dipgame.settings"},
    )

    def answers() -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", chosen), timeout=1):
            return True
        return False

    until(answers)
    yield chosen
    process.terminate()
    process.wait(20)


def opened(port: int, path: str = "/") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}\r\n".encode())
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += line.recv(1)
    assert b" 101 " in heard
    return line


def frame(text: bytes) -> bytes:
    return struct.pack("!BB", 0x81, 0x80 | len(text)) + b"\0\0\0\0" + text


def close_code(line: socket.socket) -> int:
    """The code of the close frame that comes at last."""
    heard = b""
    with suppress(ConnectionError):
        while part := line.recv(65536):
            heard += part
    at = 0
    while at < len(heard):
        kind, length = heard[at] & 0xF, heard[at + 1]
        if kind == 8:
            return int.from_bytes(heard[at + 2 : at + 4], "big")
        at += 2 + length
    return 0


@pytest.mark.parametrize("path", ["/", "/slow"])
def test_a_flood_of_frames_is_cut_and_others_are_heard_meanwhile(port: int, path: str) -> None:
    with opened(port) as other, opened(port, path) as flood:
        with suppress(ConnectionError):
            for _ in range(50):
                flood.sendall(frame(b"ping") * 100)
        assert close_code(flood) == TOO_FAST_CODE
        other.sendall(frame(b"hello"))
        assert other.recv(100).endswith(b"heard")


def test_who_reads_nothing_is_let_go(port: int) -> None:
    with opened(port, "/loud") as line:
        until(lambda: _is_reset(line))


def _is_reset(line: socket.socket) -> bool:
    try:
        line.sendall(frame(b"still here"))
    except ConnectionError:
        return True
    return False


@pytest.mark.parametrize(("path", "is_whole"), [("/download", True), ("/api/game/x/stream", False)])
def test_a_download_comes_whole_and_an_unread_stream_is_cut(port: int, path: str, is_whole: bool) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        line.sendall(f"GET {path} HTTP/1.0\r\nHost: x\r\n\r\n".encode())
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as other:
            other.sendall(b"GET / HTTP/1.0\r\nHost: x\r\n\r\n")
            assert other.recv(100)  # by now all pieces were handed over
        heard = b""
        with suppress(ConnectionError):
            while part := line.recv(1_000_000):
                heard += part
    assert (len(heard) > _PIECES * _PIECE) is is_whole


def test_what_a_page_sends_is_within_the_measure(port: int) -> None:
    """Forty-five keys at once."""
    with opened(port) as line:
        line.sendall(frame(b"key") * 45)
        heard = b""
        while heard.count(b"heard") < 45:
            heard += line.recv(4096)


def test_a_bucket_allows_a_burst_and_a_rate() -> None:
    at = [0.0]
    bucket = Bucket(3, 2, lambda: at[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    at[0] = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    at[0] = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def opening(site: PerNetwork, address: str) -> tuple[asyncio.Task[Any], list[Any]]:
    told: list[Any] = []

    async def send(message: Any) -> None:
        told.append(message["type"])

    async def receive() -> Any:
        if not told:
            told.append("asked")
            return {"type": "websocket.connect"}
        return {"type": "websocket.disconnect", "code": 1000}

    scope = {"type": "websocket", "path": "/", "headers": [], "client": (address, 1)}
    return asyncio.create_task(site(scope, receive, send)), told


def test_a_network_opens_so_many_and_others_more(settings: Any) -> None:
    settings.SOCKETS_PER_NETWORK, settings.ALLAUTH_TRUSTED_PROXY_COUNT = 2, 0

    async def scene() -> None:
        let_go = asyncio.Event()

        async def page(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "websocket.accept"})
            await let_go.wait()

        site = PerNetwork(page)
        opens = [opening(site, address) for address in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2")]
        await asyncio.sleep(0.05)
        assert ["websocket.accept" in told for _, told in opens] == [True, True, False, True]
        let_go.set()
        await asyncio.gather(*(task for task, _ in opens))
        task, told = opening(site, "192.0.2.1")
        await task
        assert "websocket.accept" in told

    asyncio.run(scene())


def test_of_version_6_a_customer_is_counted_beside_the_household() -> None:
    assert networks_of("2001:db8:0:1ff::") == ("2001:db8:0:1ff::", "2001:db8:0:100::/56")
    assert networks_of("192.0.2.1") == ("192.0.2.1",)
