"""The Python client by itself: requests, second tries, streams resumed."""

import json
import time
from typing import Any

import httpx2 as httpx
import pytest

from bots.holdbot import HoldBot
from dipgame_client import Client, Problem, running
from dipgame_client.__main__ import main
from dipgame_client.running import address_of

LINE = {"type": "game", "n": 7}


@pytest.fixture(autouse=True)
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Nobody waits; the pauses are noted."""
    found: list[float] = []
    monkeypatch.setattr(time, "sleep", found.append)
    return found


class Site:
    """Answers with what it was given, and keeps what it was asked."""

    def __init__(self, *answers: Any) -> None:
        self.answers, self.asked = list(answers), list[httpx.Request]()

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.asked.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, httpx.Response)
        return answer

    def client(self) -> Client:
        return Client("https://site.example/", "dip_x", httpx.MockTransport(self))


def answer(body: Any, status: int = 200, **headers: str) -> httpx.Response:
    kind = "application/json" if status < 400 else "application/problem+json"
    return httpx.Response(status, content=json.dumps(body), headers={"Content-Type": kind, **headers})


def lines(*each: Any) -> httpx.Response:
    return httpx.Response(200, content="".join(json.dumps(line) + "\n" if line else "\n" for line in each))


def test_it_sends_the_token_and_reads_json() -> None:
    site = Site(answer({"name": "Bot"}))
    assert site.client().account() == {"name": "Bot"}
    (asked,) = site.asked
    assert str(asked.url) == "https://site.example/api/account"
    assert asked.headers["Authorization"] == "Bearer dip_x"


def test_a_refusal_is_raised_in_words() -> None:
    site = Site(answer({"code": "late", "detail": "It is over.", "phase": "F1901M"}, 409))
    with pytest.raises(Problem, match="It is over") as refused:
        site.client().order("abc", "S1901M", [])
    assert (refused.value.status, refused.value.code, refused.value.body["phase"]) == (409, "late", "F1901M")


def test_what_is_no_api_is_said_to_be_none() -> None:
    with pytest.raises(Problem, match="no API"):
        Site(httpx.Response(404, text="<html>")).client().account()


def test_a_broken_connection_and_a_busy_site_are_tried_again(pauses: list[float]) -> None:
    site = Site(
        httpx.ConnectError("no"), answer({"code": "busy", "detail": "."}, 503, **{"Retry-After": "5"}), answer([])
    )
    assert site.client().games() == []
    assert pauses == [0.5, 5.0]


def test_a_game_is_not_offered_twice_after_a_lost_answer() -> None:
    site = Site(httpx.ReadError("lost"))
    with pytest.raises(httpx.ReadError):
        site.client().offer(name="x")
    assert len(site.asked) == 1


def test_a_game_is_offered_again_only_where_it_was_not_before() -> None:
    site = Site(answer({"code": "busy", "detail": "."}, 503), httpx.Response(502, text="<html>"))
    with pytest.raises(Problem):
        site.client().offer(name="x")
    assert len(site.asked) == 2


def test_a_message_keeps_its_name_when_it_is_sent_again() -> None:
    site = Site(httpx.ReadError("lost"), answer({"message": {}}))
    site.client().say("abc", ["ENG"], "hello")
    assert len({each.headers["Idempotency-Key"] for each in site.asked}) == 1


def test_a_stream_is_resumed_where_it_was(pauses: list[float]) -> None:
    site = Site(lines(LINE, None, {**LINE, "n": 9}), httpx.ConnectError("no"), lines({**LINE, "n": 12}))
    stream = site.client().follow("abc")
    assert [next(stream)["n"] for _ in range(3)] == [7, 9, 12]
    assert [each.url.query for each in site.asked] == [b"", b"since=9", b"since=9"]


def test_beats_are_handed_on_where_they_are_wanted() -> None:
    stream = Site(lines(LINE, None)).client().follow("abc", beats=True)
    assert [next(stream), next(stream)] == [LINE, None]


def test_a_stream_that_is_refused_or_ended_says_why() -> None:
    site = Site(answer({"code": "no_game", "detail": "There is none."}, 404))
    with pytest.raises(Problem, match="There is none"):
        next(site.client().follow("abc"))
    end = {"type": "end", "n": 7, "code": "revoked", "detail": "The token was revoked."}
    stream = Site(lines(LINE, end)).client().follow("abc")
    assert [next(stream), next(stream)] == [LINE, end]
    with pytest.raises(Problem, match="revoked"):
        next(stream)


@pytest.mark.parametrize(
    ("link", "found"),
    [
        ("k3v9abcdef", ("k3v9abcdef", "")),
        ("k3v9abcdef:amberquill", ("k3v9abcdef", "amberquill")),
        ("https://site.example/games/k3v9abcdef/", ("k3v9abcdef", "")),
        ("https://site.example/games/k3v9abcdef/with/amberquill/", ("k3v9abcdef", "amberquill")),
        ("https://site.example/games/k3v9abcdef/table/", ("k3v9abcdef", "")),
    ],
)
def test_links_are_read(link: str, found: tuple[str, str]) -> None:
    assert address_of(link) == found


def test_a_project_to_begin_with_keeps_the_contract(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    assert main(["new", str(folder)]) == 0
    assert main(["new", str(folder)]) == 2
    monkeypatch.chdir(folder)
    assert main(["check", "my_bot:LandGrabber", "--every", "9"]) == 0
    assert "0 faults" in capsys.readouterr().out
    assert main(["check", "my_bot:Nobody"]) == 2
    assert main(["check", "nonsense"]) == 2


def test_without_a_token_it_says_where_to_get_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DIPGAME_TOKEN", raising=False)
    assert main(["my_bot:LandGrabber"]) == 2
    assert "account page" in capsys.readouterr().err


def test_a_game_is_taken_up_again_where_the_site_did_not_answer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any, pauses: list[float]
) -> None:
    """Not where it refuses: the token was revoked, say."""
    troubles = [httpx.ConnectError("no"), Problem(502, {}), None]
    begun: list[str] = []

    class Troubled:
        def __init__(self, site: Any, slug: str, *given: Any, **more: Any) -> None:
            begun.append(slug)

        def play(self) -> str:
            trouble = troubles.pop(0)
            if trouble is not None:
                raise trouble
            return "finished"

    monkeypatch.setattr(running, "Table", Troubled)
    runner = running.Runner(Site().client(), HoldBot, tmp_path)
    runner._play("abc")
    assert begun == ["abc"] * 3
    assert len(pauses) == 2
    troubles[:] = [Problem(403, {})]
    runner._play("abc")
    assert len(begun) == 4


def test_it_seeks_again_when_a_game_is_over(tmp_path: Any) -> None:
    tables = {"type": "tables", "n": 1, "tables": [{"slug": "abc", "name": "Tea"}]}
    over = {"type": "game", "n": 2, "game": {"slug": "old", "status": "cancelled", "power": "FRA"}}
    end = {"type": "end", "n": 3, "code": "revoked", "detail": "It was revoked."}
    waiting = [{"slug": "old", "status": "open"}]
    site = Site(lines(tables, over, end), answer(waiting), answer([]), answer({"slug": "abc", "status": "open"}))
    with pytest.raises(Problem, match="revoked"):
        running.Runner(site.client(), HoldBot, tmp_path, seeks=True, most=1).run()
    assert [each.url.path for each in site.asked[1:]] == ["/api/games", "/api/games", "/api/game/abc/join"]


def test_it_sits_down_where_it_is_challenged_and_would_begin(tmp_path: Any) -> None:
    mine = {"slug": "abc", "name": "Alice and Grabber", "challenger": "Alice", "word": "amber quill"}
    others = {"slug": "def", "name": "Tea", "challenger": None, "word": None}
    end = {"type": "end", "n": 3, "code": "revoked", "detail": "It was revoked."}
    told = lines({"type": "tables", "n": 1, "tables": [mine, others]}, end)
    site = Site(told, answer([]), answer({"slug": "abc", "status": "open"}), answer({"begun": False}))
    with pytest.raises(Problem, match="revoked"):
        running.Runner(site.client(), HoldBot, tmp_path).run()
    assert [each.url.path for each in site.asked[2:]] == ["/api/game/abc/join", "/api/game/abc/start"]
    assert json.loads(site.asked[2].content)["word"] == "amber quill"
