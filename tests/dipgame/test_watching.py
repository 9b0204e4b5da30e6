"""A process that watches itself, for alarms."""

import asyncio
import time
from pathlib import Path

import pytest
import yaml

from dipgame import watching
from dipgame.metrics import LOOP_LAG, MEMORY

ROOT = Path(__file__).parents[2]


def test_a_late_event_loop_and_the_memory_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    monkeypatch.setattr(LOOP_LAG, "set", told.append)

    async def held_up() -> None:
        looking = asyncio.create_task(watching.look(0.01))
        await asyncio.sleep(0)
        time.sleep(0.3)
        while not told:
            await asyncio.sleep(0)
        looking.cancel()

    asyncio.run(held_up())
    assert told[0] > 0.2
    assert MEMORY._value.get() > 10_000_000


def test_every_alarm_says_what_to_do_and_stands_in_the_handbook() -> None:
    rules = yaml.safe_load((ROOT / "ops" / "alarms.yml").read_text(encoding="utf-8"))["groups"][0]["rules"]
    handbook = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    assert [rule["alert"] for rule in rules if rule["alert"] not in handbook] == []
    assert all(rule["annotations"]["do"] for rule in rules)
    told = " ".join(rule["expr"] for rule in rules)
    for name in ("memory_bytes", "loop_lag_seconds", "sockets_of_one_network", "guests"):
        assert f"dipgame_{name}" in told
