"""Everyday wordings in lessons are taken or hinted at."""

import tomllib
from pathlib import Path

import pytest

from frontend.learn import judging
from frontend.learn.lessons import Lesson, Step, lesson_called
from frontend.learn.stages import Stage, before_step

WORDINGS = tomllib.loads(Path(__file__).with_name("wordings.toml").read_text("utf-8"))
LINES = [
    pytest.param(where, line, kind == "taken", id=f"{where}: {line}")
    for where, kinds in WORDINGS.items()
    for kind, lines in kinds.items()
    for line in lines
]


def at(where: str) -> tuple[Lesson, Step, Stage]:
    """Lesson, step and stage of `deal-3`, reached by samples."""
    slug, number = where.split("-")
    lesson = lesson_called(slug)
    answers: list[object] = []
    for step in lesson.steps[: int(number) - 1]:
        stage = before_step(lesson, answers)
        if step.kind == "talk":
            answers.append(judging.say(lesson, step, stage, step.sample).answer)
        elif step.kind == "ask":
            answers.append(next(pick for pick, each in enumerate(step.choices) if each.right))
        else:
            answers.append(list(step.accept[0]))
    return lesson, lesson.steps[int(number) - 1], before_step(lesson, answers)


@pytest.mark.parametrize("where", WORDINGS)
def test_each_line_that_is_asked_for_has_thirty_wordings(where: str) -> None:
    assert sum(map(len, WORDINGS[where].values())) >= 30


@pytest.mark.parametrize(("where", "line", "solves"), LINES)
def test_an_everyday_wording_is_taken_or_answered_by_what_to_write(where: str, line: str, solves: bool) -> None:
    verdict = judging.say(*at(where), line)
    assert verdict.solved or not solves, verdict.hint
    assert verdict.solved or verdict.readings or "“" in verdict.hint.replace("This was understood: “", "")


def test_one_reading_alone_is_no_choice() -> None:
    for where, kinds in WORDINGS.items():
        for line in kinds["hinted"]:
            assert len(judging.say(*at(where), line).readings) != 1, line


def test_each_step_begins_a_talk_of_its_own() -> None:
    """Old talk stands above no new task."""
    for where in ("deal-3", "deal-5", "broken-5"):
        _, step, stage = at(where)
        assert {line.speaker for line in stage.talk} <= {step.to}
