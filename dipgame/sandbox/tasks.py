"""Celery tasks of the sandbox."""

from typing import Final

from dipgame.celery import app
from dipgame.sandbox import asking
from dipgame.sandbox.asking import ANSWER, SECONDS, TIDY, answer_question

__all__ = ["answer", "tidy"]

_KILLED_AFTER: Final = 2 * SECONDS + 30


@app.task(name=ANSWER, time_limit=_KILLED_AFTER)
def answer(key: str) -> None:
    """Have HANA answer a question."""
    answer_question(key)


@app.task(name=TIDY, time_limit=60)
def tidy() -> None:
    """Let go of old questions."""
    asking.tidy()
