"""Ask HANA about a position of the sandbox, and keep its answer.

The same question is thought about once. A worker that turns it from `waiting` into `thinking` answers; where it is
lost, whoever asks again has it asked anew.
"""

import base64
import hashlib
import json
import logging
from collections.abc import Mapping
from datetime import timedelta
from random import Random
from typing import Any, Final

from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from adjudication.notation import format_order
from adjudication.position import Position, position_as_dict, position_from_dict
from adjudication.powers import Power, as_power
from adjudication.rulebook import EDITIONS, Rulebook
from bots.asking import ask_in_time
from bots.registry import bot_named
from bots.view import SeatView
from dipgame.celery import app
from dipgame.games import clock
from dipgame.redis_absence import is_away, went_away
from dipgame.sandbox.models import Question
from dipgame.transactions import after_commit

__all__ = ["ANSWER", "SECONDS", "TIDY", "TooManyQuestions", "answer_question", "ask", "question_of", "tidy"]

ANSWER: Final = "sandbox.answer"
TIDY: Final = "sandbox.tidy"

SECONDS: Final = min(float(settings.BOT_SECONDS), 8.0)
"""Seconds of processor time for an answer."""

_BOT: Final = "hana-mute"
_MOST: Final = 20
_LOST: Final = timedelta(seconds=90)
_EXPIRES: Final = 60
_KEPT: Final = timedelta(days=1)
_log = logging.getLogger(__name__)


class TooManyQuestions(RuntimeError):  # noqa: N818 - named after what was asked
    """Raised while many questions wait already."""


def ask(position: Position, rules: Rulebook, power: Power) -> Question:
    """The question, answered or to be answered. Raises TooManyQuestions."""
    asked = {"position": position_as_dict(position), "rules": rules.name, "power": power}
    key = _key_of(asked)
    known = question_of(key)
    if known is not None and not _is_lost(known):
        return known
    unanswered = (Question.State.WAITING, Question.State.THINKING)
    if Question.objects.filter(state__in=unanswered, since__gt=clock.now() - _LOST).count() >= _MOST:
        raise TooManyQuestions
    fresh = {**asked, "state": Question.State.WAITING, "since": clock.now(), "orders": [], "journal": {}}
    question, _ = Question.objects.update_or_create(key=key, defaults=fresh)
    after_commit(lambda: _send(key))
    return question


def question_of(key: str) -> Question | None:
    """The question with this key, or None."""
    return Question.objects.filter(key=key).first()


def answer_question(key: str) -> bool:
    """Think about a question that waits; says whether this call answered it."""
    began = clock.now()
    waiting = Question.objects.filter(key=key, state=Question.State.WAITING)
    if not waiting.update(state=Question.State.THINKING, since=began):
        return False
    question = Question.objects.get(key=key)
    view = SeatView(as_power(question.power), position_from_dict(question.position), EDITIONS[question.rules])
    answer = ask_in_time(bot_named(_BOT).make(), view, {}, Random(key), SECONDS)
    if answer.faults:
        _log.warning("HANA could not answer %s: %s", key, "; ".join(fault.text for fault in answer.faults))
    failed = any(fault.kind in ("crash", "late") for fault in answer.faults)
    journal = answer.memory.get("journal")
    kept = Question.objects.filter(key=key, state=Question.State.THINKING, since=began).update(
        state=Question.State.FAILED if failed else Question.State.DONE,
        since=clock.now(),
        orders=[format_order(order) for order in answer.orders],
        journal=journal if isinstance(journal, dict) else {},
    )
    return bool(kept)


def tidy() -> int:
    """Delete questions of yesterday, which can be asked again; returns how many."""
    return Question.objects.filter(since__lt=clock.now() - _KEPT).delete()[0]


def _is_lost(question: Question) -> bool:
    if question.state == Question.State.DONE:
        return False
    return question.state == Question.State.FAILED or question.since < clock.now() - _LOST


def _key_of(asked: Mapping[str, Any]) -> str:
    text = json.dumps(asked, sort_keys=True)
    return base64.b32encode(hashlib.sha256(text.encode()).digest()).decode().lower()[:24]


def _send(key: str) -> None:
    if is_away():
        return
    try:
        app.send_task(ANSWER, args=(key,), expires=_EXPIRES)
    except (OperationalError, OSError, RedisError) as error:
        went_away()
        _log.warning("a question of the sandbox could not be queued: %s", error)
