"""Workers for bots are ready to think before the first game asks; the others do not load what bots need."""

from types import MappingProxyType, SimpleNamespace

import pytest

from bots import registry
from bots.holdbot import HoldBot
from dipgame.celery import make_bots_ready


@pytest.mark.parametrize(("queues", "made"), [(["bots"], 1), (["default", "bots"], 1), (["default"], 0)])
def test_bots_are_made_before_their_worker_starts(
    queues: list[str], made: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 0

    def make() -> HoldBot:
        nonlocal count
        count += 1
        return HoldBot()

    bot = registry.Bot("slow", "Slow", "Takes its time to get ready.", make)
    monkeypatch.setattr(registry, "BOTS", MappingProxyType({"slow": bot}))
    consumed = SimpleNamespace(consume_from=dict.fromkeys(queues))
    make_bots_ready(instance=SimpleNamespace(app=SimpleNamespace(amqp=SimpleNamespace(queues=consumed))))
    assert count == made
