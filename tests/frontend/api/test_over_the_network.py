"""Streams of a real server: kept alive, cut by restarts, resumed."""

import json
import socket
import threading
import time

import pytest

from dipgame.games import services
from tests.frontend.api.serving import KEEP_ALIVE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("told"), pytest.mark.slow]


class Wire:
    """A stream, read from a plain socket."""

    def __init__(self, site, program, path):
        self._socket = socket.create_connection(("127.0.0.1", site.port), timeout=60)
        head = (
            f"GET /api{path} HTTP/1.1\r\nHost: 127.0.0.1:{site.port}\r\nAuthorization: Bearer {program.token}\r\n\r\n"
        )
        self._socket.sendall(head.encode())
        self._file = self._socket.makefile("rb")
        self.status = self._file.readline().split()[1]
        while self._file.readline().strip():
            pass

    def chunk(self):
        """The next piece as sent; None once the stream has ended."""
        size = int(self._file.readline() or b"0", 16)
        return self._file.read(size + 2)[:-2] if size else None

    def line(self):
        """The next line that is not empty; None at the end."""
        while (chunk := self.chunk()) is not None:
            if chunk.strip():
                return json.loads(chunk)
        return None

    def close(self):
        self._file.close()
        self._socket.close()


def test_an_idle_stream_is_kept_alive(story, cast, program, site):
    story.begins()
    wire = Wire(site, program(cast.alice), f"/game/{story.game.slug}/stream")
    assert wire.status == b"200"
    assert wire.line()["type"] == "game"
    began = time.monotonic()
    assert [wire.chunk() for _ in range(3)] == [b"\n"] * 3
    assert time.monotonic() - began >= 2 * KEEP_ALIVE
    wire.close()


def test_a_restart_ends_the_stream_and_it_is_resumed_without_a_gap(story, cast, program, site):
    story.begins()
    alice = program(cast.alice)
    path = f"/game/{story.game.slug}/stream"
    wire = Wire(site, alice, path)
    assert wire.line()["type"] == "game"
    services.send_press(story.seat("ENG"), ["FRA"], "before", plain=True)
    heard = wire.line()
    assert heard["message"]["text"] == "before"
    ending = threading.Thread(target=site.stop)
    ending.start()
    assert wire.line() is None
    ending.join(30)
    wire.close()
    services.send_press(story.seat("ENG"), ["FRA"], "meanwhile", plain=True)
    story.deadline_passes()
    site.start()
    again = Wire(site, alice, f"{path}?since={heard['n']}")
    assert again.line()["type"] == "game"
    assert again.line()["message"]["text"] == "meanwhile"
    assert again.line()["phase"] == "F1901M"
    again.close()


def test_many_streams_wait_without_threads(story, cast, program, site):
    """More streams than threads: all of them hear, and pages are answered."""
    story.begins()
    alice, bob = program(cast.alice), program(cast.bob)
    path = f"/game/{story.game.slug}/stream"
    wires = [Wire(site, each, path) for each in (alice, bob) for _ in range(20)]
    assert {wire.line()["type"] for wire in wires} == {"game"}
    answer = Wire(site, alice, "/account")
    assert answer.status == b"200"
    answer.close()
    services.send_press(story.seat("ENG"), ["FRA"], "to all of them", plain=True)
    heard = [wire.line() for wire in wires]
    assert {line.get("message", line).get("text") for line in heard} == {"to all of them"}, heard
    for wire in wires:
        wire.close()
