"""Celery tasks of the sandbox."""

from typing import Final

from dipgame.celery import app
from dipgame.sandbox.asking import ANSWER, SECONDS, answer_question

__all__ = ["answer"]

_KILLED_AFTER: Final = 2 * SECONDS + 30


@app.task(name=ANSWER, time_limit=_KILLED_AFTER)
def answer(key: str) -> None:
    """Have HANA answer a question."""
    answer_question(key)
