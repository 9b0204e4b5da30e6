"""Seconds per game of seven DumbBots on one core, as players and over arrays: `python -m bench.bots [games] [year]`."""

import sys
from statistics import median
from time import perf_counter

from adjudication.position import opening
from adjudication.powers import POWERS
from bots.arena.game import GamePlan, play
from bots.swarm.playing import play_games
from bots.values import dumbbot_values

GOAL = 5.0
"""A game to 1920 should take less than this many seconds."""


def main(games: int = 8, until: int = 1920) -> None:
    """Print the median, the worst, and what one valuation of the board costs."""
    seconds = []
    for number in range(games):
        started = perf_counter()
        record = play(GamePlan(number, 7, dict.fromkeys(POWERS, "dumbbot"), until, 5.0))
        seconds.append(perf_counter() - started)
        print(f"game {number}: {len(record['phases'])} phases, {seconds[-1]:.2f} s", file=sys.stderr)
    position, repeats = opening(), 1000
    started = perf_counter()
    for _ in range(repeats):
        dumbbot_values(position, "FRA")
    valuation = (perf_counter() - started) / repeats
    print(
        f"seven DumbBots to {until}, one core, {games} games: median {median(seconds):.2f} s,"
        f" worst {max(seconds):.2f} s a game (goal {GOAL:.0f} s); valuing the board {valuation * 1e6:.0f} µs"
    )
    swarm_games = 500
    play_games(1, 0, until=1903)  # compiles, or loads what was compiled before
    started = perf_counter()
    play_games(swarm_games, 7, until)
    each = (perf_counter() - started) / swarm_games
    print(f"the same over arrays, {swarm_games} games side by side: {each * 1e3:.1f} ms a game")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
