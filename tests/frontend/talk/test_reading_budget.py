"""Budget of reading: characters without words are not read, and a person has a share of a processor."""

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dipgame.games.errors import TooFast
from dipgame.games.legible import legible
from dipgame.games.models import Message
from dipgame.limits import READING
from frontend.talk import commands
from frontend.talk.budget import reading_turn
from tests.patience import PATIENCE

SENTENCES = Path(__file__).parents[2] / "negotiation" / "cases" / "sentences.jsonl"
WORDLESS = {
    "brackets": "(" * 1000,
    "quotes": '"' * 1000,
    "dots": ". " * 500,
    "commas": ", " * 500,
    "apostrophes": "'" * 1000,
    "dashes": "- " * 500,
    "brackets in brackets": "()" * 500,
    "pictures": "🍋" * 1000,
    "underlines": "_" * 1000,
}


@pytest.mark.parametrize("text", WORDLESS.values(), ids=WORDLESS)
def test_what_has_no_words_is_blank(text: str) -> None:
    assert len(legible(text)) == len(text)
    assert len(legible(text).strip()) <= 1


def test_words_between_brackets_are_read_where_they_stand() -> None:
    text = "(" * 330 + "Paris" + ")" * 330
    assert legible(text) == "(" + " " * 329 + "Paris" + ")" + " " * 329
    assert "(" not in legible("(Paris " * 140)
    assert legible("x" + "\u0301" * 900).strip() == "x" + "\u0301" * 2


def test_what_people_write_is_left_as_it_is() -> None:
    texts = [json.loads(line)["text"] for line in SENTENCES.read_text("utf-8").splitlines()]
    changed = [text for text in texts if legible(text) != text]
    assert changed == []
    for text in ("A PAR - BUR, F STP/SC - BOT (if you agree)!", "Really?! Well... no.", "peace :-)", "why???"):
        assert legible(text) == text


@given(st.text(max_size=300))
def test_places_in_a_text_stay(text: str) -> None:
    assert len(legible(text)) == len(text)
    assert [each for each in legible(text) if each.isalnum()] == [each for each in text if each.isalnum()]


def test_a_hostile_text_reaches_no_reader(story: Any, cast: Any, ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    story.begins()
    status, answer = ask(cast.alice, type="read", text="(" * 1000, to=["ENG"])
    assert (status, answer["reading"]["verdict"]) == (200, "none")
    status, answer = ask(cast.alice, type="complete", text="(" * 1000, to=["ENG"])
    assert (status, answer["type"]) == (200, "completions")
    status, answer = ask(cast.alice, type="say", text="(" * 1000, to=["ENG"], l="", plain=False)
    assert (status, answer["type"], answer["message"]["understood"]) == (200, "said", False)


READ = {
    "read": {"text": "lets have peace"},
    "complete": {"text": "lets have"},
    "say": {"text": "lets have peace", "l": "", "plain": False},
}


@pytest.mark.parametrize(("kind", "fields"), READ.items(), ids=READ)
def test_who_has_spent_the_measure_is_told_how_long_to_wait(
    story: Any, cast: Any, ask: Any, kind: str, fields: dict[str, Any]
) -> None:
    story.begins()
    READING.spend(cast.alice.pk, READING.most)
    status, answer = ask(cast.alice, type=kind, to=["ENG"], **fields)
    assert (status, answer["code"]) == (429, "too_fast")
    assert f"{READING.seconds} seconds" in answer["message"]
    assert not Message.objects.exists()
    assert ask(cast.bob, type=kind, to=["FRA"], **fields)[0] == 200
    clicked = ask(cast.alice, type="offer", asked=[], offered=["A MAR - SPA"], to=["ENG"])
    assert clicked[0] == 200


def test_what_reading_took_is_counted(story: Any, cast: Any, ask: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    story.begins()
    clock = iter(range(0, 10_000, 3))
    monkeypatch.setattr("frontend.talk.budget.time.thread_time", lambda: float(next(clock)))
    assert ask(cast.alice, type="read", text="lets have peace", to=["ENG"])[0] == 200
    assert READING.spend(cast.alice.pk, 0) == 3000
    assert ask(cast.alice, type="read", text="lets have peace", to=["ENG"])[0] == 200
    assert ask(cast.alice, type="read", text="lets have peace", to=["ENG"])[0] == 429


def together(*scenes: Callable[[], None]) -> None:
    threads = [threading.Thread(target=scene) for scene in scenes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_one_text_of_a_person_is_read_at_a_time_and_one_waits() -> None:
    reading, at_once, most, refused = threading.Event(), [0], [0], []
    let_go = threading.Event()

    def first() -> None:
        with reading_turn(1):
            at_once[0] += 1
            reading.set()
            let_go.wait(PATIENCE)
            at_once[0] -= 1

    def others() -> None:
        reading.wait(PATIENCE)
        try:
            with reading_turn(1):
                at_once[0] += 1
                most[0] = max(most[0], at_once[0])
                at_once[0] -= 1
        except TooFast:
            refused.append(1)
            if len(refused) == 6:
                let_go.set()

    together(first, *[others] * 7)
    assert (most, len(refused)) == ([1], 6)


def test_a_newer_text_takes_the_place_of_one_that_waits() -> None:
    reading, waiting, let_go, said = threading.Event(), threading.Event(), threading.Event(), []

    def first() -> None:
        with reading_turn(1):
            reading.set()
            let_go.wait(PATIENCE)

    def typed() -> None:
        reading.wait(PATIENCE)
        waiting.set()
        with pytest.raises(TooFast):
            reading_turn(1).__enter__()
        let_go.set()

    def sent() -> None:
        waiting.wait(PATIENCE)
        time.sleep(0.2)
        with reading_turn(1):
            said.append("sent")

    together(first, typed, sent)
    assert said == ["sent"]


def test_people_do_not_wait_for_each_other() -> None:
    with reading_turn(1), reading_turn(2):
        pass


def test_a_reading_that_fails_gives_the_turn_back(
    story: Any, cast: Any, ask: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    story.begins()
    with monkeypatch.context() as broken:
        broken.setattr(commands, "reading_of", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            ask(cast.alice, type="read", text="lets have peace", to=["ENG"])
    assert ask(cast.alice, type="read", text="lets have peace", to=["ENG"])[0] == 200
