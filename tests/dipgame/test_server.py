"""The server ends without letting go of anybody's request."""

import asyncio
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dipgame.redis_server import free_port
from dipgame.server import RESTART_CODE
from tests.patience import until

ROOT = Path(__file__).parents[2]
_SERVE = """
import sys, asyncio, dipgame.server as server
sys.argv = ["server", "--port", "{port}", "-v", "0", "tests.dipgame.test_server:application"]
server.main()
"""


async def application(scope, receive, send):
    """Answers with what it was sent; `/slow` takes its time."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        return
    body = b""
    while True:
        part = await receive()
        body += part.get("body", b"")
        if not part.get("more_body"):
            break
    if scope["path"] == "/slow":
        await asyncio.sleep(2)
    await send(
        {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(str(len(body))))]}
    )
    await send({"type": "http.response.body", "body": str(len(body)).encode()})


@pytest.fixture(scope="module")
def server() -> Iterator[tuple["subprocess.Popen[bytes]", int]]:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", _SERVE.format(port=port)], cwd=ROOT)
    until(lambda: _answers(port))
    yield process, port
    process.terminate()
    process.wait(20)


def _answers(port: int) -> bool:
    try:
        return b"200" in _said(port, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    except OSError:
        return False


def _said(port: int, sent: bytes) -> bytes:
    """All that the server says until it closes the line."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.sendall(sent)
        heard = b""
        while part := line.recv(4096):
            heard += part
        return heard


def test_told_to_end_it_answers_what_it_has_in_hand(server):
    process, port = server
    with (
        socket.create_connection(("127.0.0.1", port), timeout=20) as line,
        socket.create_connection(("127.0.0.1", port), timeout=20) as live,
    ):
        live.sendall(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert b"101" in live.recv(4096)
        line.sendall(b"GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        time.sleep(0.3)  # it is in hand now; nothing outside tells
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert live.recv(4096)[2:4] == RESTART_CODE.to_bytes(2, "big")
        assert time.monotonic() - began < 1
        heard = b""
        while part := line.recv(4096):
            heard += part
        assert heard.startswith(b"HTTP/1.1 200")
    process.wait(15)
