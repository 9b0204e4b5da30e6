"""HTTP requests run in one thread each; answers are compressed and streamed."""

import asyncio
import gzip
import sys
import threading
from types import ModuleType
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory
from django.urls import path

from dipgame import packing
from dipgame.packing import Packed, packed
from dipgame.pages import Pages

THREADS: list[str] = []


def seen(what):
    THREADS.append(threading.current_thread().name)
    return what


class Marks:
    def __init__(self, get_response):
        self.get_response = get_response

    def __call__(self, request):
        seen("way in")
        response = self.get_response(request)
        seen("way out")
        response.set_cookie("seen", "1")
        return response


def plain(_request):
    return HttpResponse(seen("plain"))


def long(_request):
    return StreamingHttpResponse(seen(f"piece {number};").encode() for number in range(3))


def fails(_request):
    raise ZeroDivisionError


@pytest.fixture
def pages(settings, monkeypatch):
    module: Any = ModuleType("table_of_pages")
    module.urlpatterns = [path("plain", plain), path("long", long), path("fails", fails)]
    module.handler500 = lambda _request: HttpResponse("sorry", status=500)
    monkeypatch.setitem(sys.modules, "table_of_pages", module)
    settings.ROOT_URLCONF = "table_of_pages"
    settings.MIDDLEWARE = [f"{__name__}.Marks", "dipgame.packing.Packed"]
    THREADS.clear()
    return Pages()


def answer(pages, path):
    """The status, headers and pieces of an answer."""

    async def ask():
        scope = {"type": "http", "method": "GET", "path": path, "headers": [], "query_string": b""}
        line = ApplicationCommunicator(pages, scope)
        await line.send_input({"type": "http.request", "body": b"", "more_body": False})
        start, pieces, more = await line.receive_output(5), [], True
        while more:
            piece = await line.receive_output(5)
            pieces.append(piece.get("body", b""))
            more = piece.get("more_body", False)
        await line.wait()
        return start["status"], dict(start["headers"]), pieces

    return asyncio.run(ask())


def test_one_thread_does_all_of_a_request(pages):
    status, headers, pieces = answer(pages, "/plain")
    assert (status, b"".join(pieces)) == (200, b"plain")
    assert headers[b"Set-Cookie"].startswith(b"seen=1")
    assert len(THREADS) == 3
    assert len(set(THREADS)) == 1
    assert THREADS[0].startswith("pages")


def test_what_comes_piece_by_piece_is_sent_so(pages):
    status, headers, pieces = answer(pages, "/long")
    assert (status, [piece for piece in pieces if piece]) == (200, [b"piece 0;", b"piece 1;", b"piece 2;"])
    assert headers[b"Set-Cookie"].startswith(b"seen=1")
    assert all(name.startswith("pages") for name in THREADS)


def test_a_page_that_fails_is_answered(pages):
    status, _, pieces = answer(pages, "/fails")
    assert (status, b"".join(pieces)) == (500, b"sorry")


def test_of_a_request_that_is_broken_off_nothing_is_answered(pages):
    async def ask():
        scope = {"type": "http", "method": "POST", "path": "/plain", "headers": [], "query_string": b""}
        line = ApplicationCommunicator(pages, scope)
        await line.send_input({"type": "http.request", "body": b"half", "more_body": True})
        await line.send_input({"type": "http.disconnect"})
        await line.wait()
        return await line.receive_nothing()

    assert asyncio.run(ask())
    assert THREADS == []


@pytest.mark.parametrize("content", [b"", b"a", b"Paris " * 5000, bytes(range(256)) * 300])
def test_compressed_pages_decompress(content):
    assert {gzip.decompress(packed(content)) for _ in range(20)} == {content}


@pytest.mark.parametrize(
    "parts",
    [
        ("head", "LAND", "middle", "SEA", "tail"),
        ("SEA", "LAND"),
        ("LAND",),
        ("head", "LAND", "LAND", "tail"),
        ("LAN", "LAND"),
        ("head", "CUT"),
    ],
    ids=str,
)
def test_what_holds_parts_that_never_change_unpacks(monkeypatch, parts):
    monkeypatch.setattr(packing, "_PIECES", {})
    known = {name: "".join(f"<path d='{name}{number}'/>" for number in range(3000)) for name in ("LAND", "SEA")}
    for part in known.values():
        packing.never_changes(part)
    # One that begins as a known part does, and ends before it.
    known["CUT"] = known["LAND"][:-1]
    content = "".join(known.get(part, part) for part in parts).encode()
    assert gzip.decompress(packed(content)) == content


def test_lengths_of_the_same_page_differ():
    assert len({len(packed(b"Paris " * 500)) for _ in range(60)}) > 10


@pytest.mark.parametrize(
    ("accepts", "headers", "body", "is_packed"),
    [
        ("gzip, br", {}, "Paris " * 500, True),
        ("br", {}, "Paris " * 500, False),
        ("", {}, "Paris " * 500, False),
        ("gzip", {}, "short", False),
        ("gzip", {"Content-Encoding": "br"}, "Paris " * 500, False),
        ("gzip", {"ETag": '"1"'}, "Paris " * 500, True),
    ],
)
def test_answers_are_packed_for_who_takes_them_so(accepts, headers, body, is_packed):
    request = RequestFactory().get("/", headers={"accept-encoding": accepts})
    response = Packed(lambda _: HttpResponse(body, headers=headers))(request)
    content = gzip.decompress(response.content) if is_packed else response.content
    assert content.decode() == body
    assert (response.get("Content-Encoding") == "gzip") is is_packed
    if is_packed:
        assert int(response["Content-Length"]) == len(response.content)
    if len(body) > 200 and not headers.get("Content-Encoding"):
        assert "Accept-Encoding" in response["Vary"]
    if "ETag" in headers:
        assert response["ETag"] == 'W/"1"'
