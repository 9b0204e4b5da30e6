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
_YEARS: Final = (2, 15)
"""Years of a game: its position is that of the fall, where centers change hands."""
_LATE_GAMES: Final = 300
_LATE_YEARS: Final = (14, 35)
"""Of every sixth batch only positions in which somebody is near a solo are taken, from late in many games."""


def positions(seed: int, batch: int) -> Iterator[tuple[str, Position]]:
    """Name and position of each game of a batch nobody has won.

    A seed and a batch give the same positions every time.
    """
    is_late = batch % 6 == 5
    games, years = (_LATE_GAMES, _LATE_YEARS) if is_late else (_GAMES, _YEARS)
    chance = stream(seed, "puzzles", batch)
    first = sample_orders(opening(), games, chance.getrandbits(32))
    chances = np.array([[chance.getrandbits(64)] for _ in range(games)], np.uint64)
    boards, _ = play_until(opening(), first, 2 * chance.randint(*years), chances)
    for game in range(games):
        position = boards.position(game)
        most = max(len(position.centers_of(unit.power)) for unit in position.units)
        if (NEAR_A_SOLO if is_late else 0) <= most < VICTORY:
            yield f"{seed}-{batch}-{game}", position
