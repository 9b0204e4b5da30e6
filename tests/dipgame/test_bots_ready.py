"""Workers for bots are ready to think before the first game asks; the others do not load what bots need."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from bots.holdbot import HoldBot
from bots.registry import Bot
from dipgame.celery import make_bots_ready


@pytest.mark.parametrize(
    ("queues", "made"), [(["bots"], 1), (["default", "bots"], 1), (["default"], 0), (["experiments"], 0)]
)
def test_bots_are_made_before_their_worker_starts(
    queues: list[str], made: int, put_on_offer: Callable[..., None]
) -> None:
    count = 0

    def make() -> HoldBot:
        nonlocal count
        count += 1
        return HoldBot()

    bot = Bot("slow", "Slow", "Takes its time to get ready.", make)
    put_on_offer(bot)
    consumed = SimpleNamespace(consume_from=dict.fromkeys(queues))
    app = SimpleNamespace(amqp=SimpleNamespace(queues=consumed))
    make_bots_ready(instance=SimpleNamespace(app=app, concurrency=2))
    assert count == made
