"""Views go through JSON and come back equal."""

import json
from random import Random
from typing import Any

from bots.agent import Decision, Memory
from bots.arena.game import GamePlan, play
from bots.blabbot import BlabBot
from bots.talker import Talk
from bots.view import Said, SeatView
from bots.view_json import view_as_dict, view_from_dict

_seen: list[SeatView] = []


class Careful(BlabBot):
    """BlabBot that is shown each view through JSON."""

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        return super().decide(_again(view), memory, rng, seconds)

    def hear(self, view: SeatView, memory: Memory, message: Said, rng: Random, seconds: float) -> Talk:
        return super().hear(_again(view), memory, message, rng, seconds)


def _again(view: SeatView) -> SeatView:
    found = view_from_dict(json.loads(json.dumps(view_as_dict(view))))
    assert found == view
    _seen.append(found)
    return found


def test_every_view_of_a_game_with_deals_comes_back_equal() -> None:
    seats: dict[Any, str] = dict.fromkeys(("AUS", "ENG", "FRA", "GER", "ITA", "RUS", "TUR"), "blabbot")
    play(GamePlan(1, 5, seats, until=1903, seconds=5.0, level=9), seated={"FRA": Careful(), "ENG": Careful()})
    assert {view.position.phase.kind for view in _seen} >= {"M", "A"}
    for part in ("history", "talk", "agreements", "ledger"):
        assert any(getattr(view, part) for view in _seen), part
