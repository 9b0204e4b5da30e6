"""Positions from games between DumbBots, played side by side."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from adjudication.position import Position, opening
from bots.chance import stream
from bots.puzzles.goal import NEAR_A_SOLO, VICTORY
from bots.swarm.playing import play_until, sample_orders

__all__ = ["positions"]

_GAMES: Final = 12
_TURNS: Final = (4, 30)
"""Movement phases of a game, from the opening on."""
_LATE_GAMES: Final = 120
_LATE_FALLS: Final = (14, 35)
"""Of every third batch only falls in which somebody is near a solo are taken, from late in many games."""


def positions(seed: int, batch: int) -> Iterator[tuple[str, Position]]:
    """Name and position of each game of a batch nobody has won.

    A seed and a batch give the same positions every time.
    """
    is_late = batch % 3 == 2
    games = _LATE_GAMES if is_late else _GAMES
    chance = stream(seed, "puzzles", batch)
    first = sample_orders(opening(), games, chance.getrandbits(32))
    chances = np.array([[chance.getrandbits(64)] for _ in range(games)], np.uint64)
    turns = 2 * chance.randint(*_LATE_FALLS) if is_late else chance.randint(*_TURNS)
    boards, _ = play_until(opening(), first, turns, chances)
    for game in range(games):
        position = boards.position(game)
        most = max(len(position.centers_of(unit.power)) for unit in position.units)
        if (NEAR_A_SOLO if is_late else 0) <= most < VICTORY:
            yield f"{seed}-{batch}-{game}", position
