"""Seats that other programs play: they are asked by the key of the experiment, answer in time or are late."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bots.experiment.file.reading import BadFileError, read_declaration
from bots.experiment.local import main
from bots.experiment.logformat import checked
from dipgame.experiments import logs, outside, queries, services
from dipgame.experiments.models import Experiment, GameRun, Question
from tests.patience import until

FILE = """version = 1
name = "A rival"
games = 1
powers = "fixed"
terms.last_year = 1901
terms.decision_seconds = 60
terms.press_level = 0
[bots]
rival = "outside"
[[sessions]]
name = "one"
seats = { FRA = "rival", others = "holdbot" }
"""
PEACE = "propose(fra, ger, Agree([fra ger], pce([fra ger])))"


class Program:
    """Another program: answers what it is asked by `says`, until its game is over."""

    def __init__(self, experiment: Experiment, key: str | None = None) -> None:
        self.address = reverse("experiment_programs", args=[experiment.slug])
        self.headers = {"Authorization": f"Bearer {experiment.key if key is None else key}"}
        self.client = Client()

    def asks(self, bot: str = "") -> Any:
        return self.client.get(self.address, {"bot": bot} if bot else {}, headers=self.headers)

    def answers(self, what: Any) -> Any:
        return self.client.post(self.address, what, content_type="application/json", headers=self.headers)


def played_with(program: Program, says: Callable[[dict[str, Any]], list[str]]) -> list[dict[str, Any]]:
    """Have the next game played in a thread, and answer; what was asked, in order."""
    worker = threading.Thread(target=_play_one)
    program.asks()
    asked: list[dict[str, Any]] = []
    worker.start()
    try:
        until(lambda: _look(program, says, asked) or not worker.is_alive())
    finally:
        worker.join(60)
    return asked


def _play_one() -> None:
    services.play_next()
    connection.close()


def _look(program: Program, says: Callable[[dict[str, Any]], list[str]], asked: list[dict[str, Any]]) -> bool:
    for question in program.asks().json()["questions"]:
        asked.append(question)
        taken = program.answers({"id": question["id"], "answer": says(question)})
        assert taken.status_code == 200, taken.content
    return False


@pytest.mark.django_db(transaction=True)
def test_a_program_plays_its_seat_and_its_game_is_logged_as_all() -> None:
    experiment = services.begin_experiment(FILE)
    asked = played_with(
        Program(experiment), lambda question: ["A PAR - BUR"] if question["position"]["phase"] == "S1901M" else []
    )
    assert [each["position"]["phase"] for each in asked] == ["S1901M", "F1901M"]
    first = asked[0]
    assert (first["kind"], first["power"], first["bot"], first["game"]) == ("orders", "FRA", "rival", 0)
    assert "A PAR - BUR" in first["may"]["PAR"]
    assert asked[1]["last"][0]["phase"] == "S1901M"
    record = checked(logs.read(GameRun.objects.get()))
    assert record["phases"][0]["orders"]["FRA"] == ["A PAR - BUR"]
    assert record["players"]["FRA"] == "rival"
    assert record["faults"] == {}
    assert not Question.objects.exists()
    experiment.refresh_from_db()
    assert (experiment.state, experiment.done) == ("done", 1)


@pytest.mark.django_db(transaction=True)
def test_a_program_may_talk() -> None:
    text = FILE.replace("press_level = 0", "press_level = 3").replace('"holdbot"', '"random-negotiator"')
    experiment = services.begin_experiment(text)
    asked = played_with(Program(experiment), lambda question: [PEACE] if question["kind"] == "open" else [])
    assert {"open", "orders"} <= {each["kind"] for each in asked}
    record = logs.read(GameRun.objects.get())
    assert PEACE in record["phases"][0]["talk"]
    heard = [each for each in asked if each["kind"] == "hear"]
    assert all(each["message"] in [line["said"] for line in each["talk"]] for each in heard)


@pytest.mark.django_db(transaction=True)
def test_who_does_not_answer_is_late_and_the_game_goes_on() -> None:
    experiment = services.begin_experiment(FILE.replace("decision_seconds = 60", "decision_seconds = 0.2"))
    Program(experiment).asks()
    services.play_next()
    record = logs.read(GameRun.objects.get())
    assert record["faults"] == {"FRA": {"late": 2}}
    assert not Question.objects.exists()


@pytest.mark.django_db
def test_games_wait_for_their_program() -> None:
    experiment = services.begin_experiment(FILE)
    assert services.play_next() is None
    assert queries.games_going() == {"waiting": 0, "running": 0}
    Program(experiment).asks()
    assert queries.games_going() == {"waiting": 1, "running": 0}
    Experiment.objects.update(heard_at=timezone.now() - timedelta(hours=1))
    assert services.play_next() is None


@pytest.mark.django_db
def test_nobody_asks_without_the_key() -> None:
    experiment = services.begin_experiment(FILE)
    bots = services.begin_experiment(FILE.replace('"outside"', '"dumbbot"'))
    assert bots.key == ""
    for program in (Program(experiment, "x"), Program(experiment, ""), Program(bots, ""), Program(bots, "é")):
        assert program.asks().status_code == 404
        assert program.answers({"id": 1, "answer": []}).status_code == 404
    assert Program(experiment).client.get(Program(experiment).address).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (["A PAR - XXX"], "'A PAR - XXX'"),
        (["A PAR - BUR\0"], "'A PAR - BUR"),
        (["x" * 100_000], "'xxx"),
        (["A PAR H"] * 101, "at most 100 texts"),
        ("A PAR H", "Answer with a list"),
        ([1], "Answer with a list"),
    ],
)
def test_a_wrong_answer_is_refused_in_words_and_may_be_mended(answer: Any, words: str) -> None:
    experiment = services.begin_experiment(FILE)
    program = Program(experiment)
    content = {"kind": "orders", "position": {"phase": "S1901M"}}
    question = Question.objects.create(
        run=GameRun.objects.get(), label="rival", content=content, until=timezone.now() + timedelta(minutes=1)
    )
    refused = program.answers({"id": question.pk, "answer": answer})
    assert refused.status_code == 400
    assert words in refused.json()["error"]
    assert len(refused.json()["error"]) < 2_000
    assert program.asks("other").json()["questions"] == []
    assert [each["id"] for each in program.asks("rival").json()["questions"]] == [question.pk]
    assert program.answers({"id": question.pk, "answer": ["A PAR H"]}).json() == {"taken": True}
    assert "answered already" in program.answers({"id": question.pk, "answer": []}).json()["error"]
    assert program.asks().json()["questions"] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    "sent", ["", "[", "[]", '{"id": 1}', '{"id": "1", "answer": []}', '{"id": 1e99, "answer": []}', "[" * 100_000]
)
def test_a_malformed_answer_is_refused(sent: str) -> None:
    experiment = services.begin_experiment(FILE)
    assert Program(experiment).answers(sent).status_code == 400


@pytest.mark.django_db
def test_an_answer_to_another_experiments_question_is_not_taken() -> None:
    mine, other = services.begin_experiment(FILE), services.begin_experiment(FILE)
    question = Question.objects.create(
        run=GameRun.objects.get(experiment=other), label="rival", content={}, until=timezone.now() + timedelta(hours=1)
    )
    assert "This question is not open" in Program(mine).answers({"id": question.pk, "answer": []}).json()["error"]
    assert outside.questions_of(mine) == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('FRA = "rival"', 'FRA = "outside"', "has a name of its own under [bots]"),
        ('rival = "outside"', '[bots.rival]\nbot = "outside"\nloyalty = 1.0', "There is no 'loyalty' here"),
        ('FRA = "rival"', 'ENG = "person", FRA = "rival"', "cannot sit beside people"),
    ],
)
def test_what_is_wrong_about_such_seats_is_said(old: str, new: str, words: str) -> None:
    people = FILE.replace("[bots]", '[people]\nconsent = "c"\n[bots]')
    text = people.replace(old, new).replace("[bots]\n[bots.", "[bots.")
    with pytest.raises(BadFileError) as caught:
        read_declaration(text)
    assert any(words in str(fault) for fault in caught.value.faults), caught.value.faults


def test_the_local_command_sends_such_a_file_to_the_site(tmp_path: Any, capsys: Any) -> None:
    (tmp_path / "file.toml").write_text(FILE)
    with pytest.raises(SystemExit):
        main([str(tmp_path / "file.toml"), "--out", str(tmp_path / "out")])
    assert "begin it on the site" in capsys.readouterr().err
