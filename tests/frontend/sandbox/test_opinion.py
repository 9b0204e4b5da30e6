"""HANA's answer to what it would order on a position."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from adjudication.position import opening, position_as_dict
from bots.agent import Decision
from bots.registry import Bot, also_on_offer
from dipgame.games import clock
from dipgame.limits import QUESTIONS
from dipgame.sandbox import asking
from dipgame.sandbox.models import Question

pytestmark = pytest.mark.django_db

OPENING = position_as_dict(opening())
JOURNAL = {
    "planned": {"orders": ["A PAR - BUR"], "utility": 0.84, "uncertainty": 0.4},
    "feared": [["MAR", 0.31, ["ITA"]]],
    "believed": {"GER A MUN": [["A MUN - BUR", 0.6], ["A MUN - RUH", 0.2]]},
}


class Thinker:
    """A bot with a plan and a journal."""

    def decide(self, view: Any, memory: Any, rng: Any, seconds: float) -> Decision:
        from adjudication.orders import Move

        assert view.power == "FRA"
        return Decision((Move("A", "PAR", "BUR"),), {"journal": JOURNAL})


class Crasher:
    def decide(self, view: Any, memory: Any, rng: Any, seconds: float) -> Decision:
        raise RuntimeError("no idea")


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Keys of questions that workers were sent."""
    keys: list[str] = []
    monkeypatch.setattr(asking, "_send", keys.append)
    return keys


def asks(client: Client, power: str = "FRA", position: Any = OPENING) -> Any:
    body = json.dumps({"position": position, "power": power})
    return client.post(reverse("sandbox_ask"), body, content_type="application/json")


def answered_by(bot: Any, key: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setattr(asking, "_BOT", "testbot")
    with also_on_offer(Bot("testbot", "Test", "For tests.", bot)):
        return asking.answer_question(key)


def test_an_answer_has_orders_worth_fears_and_expectations(
    client: Client, sent: list[str], monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        reply = asks(client).json()
    assert (reply["state"], reply["orders"]) == ("waiting", [])
    assert sent == [reply["key"]]
    assert answered_by(Thinker, reply["key"], monkeypatch)
    opinion = client.get(reverse("sandbox_opinion", args=[reply["key"]])).json()
    assert (opinion["state"], opinion["orders"]) == ("done", ["A PAR - BUR"])
    assert opinion["sentences"] == ["The army in Paris moves to Burgundy."]
    assert opinion["why"] == [
        "It puts the worth of these orders at 0.8 centers.",
        "It believes it foresees 60 % of the orders of the others.",
    ]
    assert opinion["fears"] == ["Marseilles: 31 %, Italy"]
    assert opinion["expected"] == [{"power": "GER", "units": ["Munich to Burgundy (60 %)"]}]


def test_the_same_question_is_thought_about_once(
    client: Client, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    key = asks(client).json()["key"]
    assert asks(client).json()["key"] == key
    assert answered_by(Thinker, key, monkeypatch)
    assert not answered_by(Thinker, key, monkeypatch)
    assert asks(client).json()["state"] == "done"
    assert Question.objects.count() == 1


def test_a_question_that_failed_or_was_lost_is_asked_anew(
    client: Client, sent: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    key = asks(client).json()["key"]
    assert answered_by(Crasher, key, monkeypatch)
    assert client.get(reverse("sandbox_opinion", args=[key])).json()["state"] == "failed"
    assert asks(client).json()["state"] == "waiting"
    Question.objects.update(state="thinking", since=clock.now() - timedelta(minutes=5))
    assert asks(client).json()["state"] == "waiting"


@pytest.mark.parametrize(
    ("power", "position", "words"),
    [
        ("XXX", OPENING, "Choose a power"),
        ("FRA", {"phase": "S1901M", "units": ["GER A MUN"]}, "nothing to order"),
        ("FRA", {"phase": "S1901M", "units": ["FRA A NTH"]}, "North Sea"),
        ("FRANCE", OPENING, "read"),
    ],
)
def test_nonsense_is_not_asked(client: Client, sent: list[str], power: str, position: Any, words: str) -> None:
    answer = asks(client, power, position)
    assert answer.status_code == 422
    assert words in answer.json()["message"]
    assert not Question.objects.exists()


def test_nobody_asks_without_end(client: Client, sent: list[str]) -> None:
    codes = [asks(client).status_code for _ in range(QUESTIONS.most + 1)]
    assert codes == [200] * QUESTIONS.most + [429]


def test_while_many_questions_wait_no_more_are_taken(client: Client, sent: list[str]) -> None:
    waiting = {"position": OPENING, "rules": "2023", "power": "FRA", "state": "waiting", "since": clock.now()}
    Question.objects.bulk_create(Question(key=f"k{number}", **waiting) for number in range(20))
    assert asks(client).status_code == 503


def test_a_question_nobody_asked_is_not_found(client: Client) -> None:
    assert client.get(reverse("sandbox_opinion", args=["nosuch"])).status_code == 404


def test_a_question_of_yesterday_goes_and_a_fresh_one_stays(client: Client, sent: list[str]) -> None:
    old, fresh = (asks(client, power).json()["key"] for power in ("FRA", "GER"))
    Question.objects.filter(key=old).update(since=clock.now() - timedelta(hours=25))
    assert asking.tidy() == 1
    assert asking.question_of(old) is None
    assert asking.question_of(fresh) is not None
