"""Recorded games: the example games of bots, and random ones."""

import gzip
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from adjudication.board import province_of
from adjudication.games import RecordedGame
from adjudication.games.replay import Replay, order_in
from adjudication.games.value import Ending
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Build, Order, Waive
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power, as_power

__all__ = ["ENDED", "bots_game", "changed", "from_the_package", "random_game"]

_ROOT = Path(__file__).resolve().parents[3]
ENDED = ("1-draw", "2-draw", "3-solo")
"""Example games that are over."""


@cache
def bots_game(name: str) -> RecordedGame:
    """An example game of the site, with its orders."""
    data = json.loads(gzip.decompress((_ROOT / f"dipgame/games/examples/{name}.json.gz").read_bytes()))
    replay = Replay(opening(), data["edition"])
    for each in data["phases"][: None if data["over"] else -1]:
        orders = {as_power(power): texts for power, texts in each["orders"].items()}
        replay.play({power: [order_in(text, replay.position, power) for text in orders[power]] for power in orders})
    ending: Ending = "draw" if data["over"] else ""
    return replay.game(data["name"], ending, None, ("FRA", "GER") if ending and not replay.is_over else ())


def random_game(seed: int, phases: int) -> RecordedGame:
    """Legal orders by chance, some left out, from the opening on."""
    rng = Random(seed)
    replay = Replay(opening())
    while len(replay.game().phases) < phases and not replay.is_over:
        replay.play({power: _orders(replay.position, power, rng) for power in POWERS})
    return replay.game(f"Game {seed}")


def _orders(position: Position, power: Power, rng: Random) -> list[Order]:
    choices = legal_orders(position, power)
    if position.phase.kind != "A":
        # Nobody is asked what a unit does that has one way only.
        asked = [orders for orders in choices.values() if len(orders) > 1 or position.phase.kind == "M"]
        return [rng.choice(orders) for orders in asked if rng.random() < 0.95]
    due = abs(needed_adjustments(position, power))
    places = rng.sample(sorted(choices), min(due, len(choices)))
    orders = [rng.choice(choices[place]) for place in places]
    homes = {province_of(each.region) for each in orders if isinstance(each, Build)}
    assert len(homes) == sum(isinstance(each, Build) for each in orders)
    return [each for each in orders if not isinstance(each, Waive) or rng.random() < 0.5]


@cache
def from_the_package() -> str:
    """A game of random orders, played and saved by `diplomacy` 1.1.2.

    It was drawn in Fall 1909.
    """
    return gzip.decompress((_ROOT / "tests/adjudication/cases/pypi_diplomacy.json.gz").read_bytes()).decode()


def changed(text: str, change: Any) -> str:
    """JSON with something changed in it."""
    data = json.loads(text)
    change(data)
    return json.dumps(data)
