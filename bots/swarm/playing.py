"""DumbBot in bulk, for bots' authors: sampled orders, and whole games."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudication.batch import Boards, Outcomes, resolve
from adjudication.encoding import Codes
from adjudication.phase import FIRST_PHASE
from adjudication.position import Position, opening
from bots.chance import stream
from bots.swarm.aftermath import Fate, adjust, retreat, take_centers
from bots.swarm.tables import FALL, SEATS, SPRING, swarm
from bots.swarm.thinking import Chance, order_units
from bots.swarm.worth import (
    Bytes,
    Flags,
    Opinion,
    Reach,
    Row,
    Words,
    new_opinion,
    new_reach,
    write_opinion,
    write_reach,
)

__all__ = ["WIDTH", "SelfPlay", "finish", "play_games", "play_until", "sample_orders"]

WIDTH: Final = 34
"""Columns a board needs: no game has more units than there are centers."""

VICTORY_CENTERS: Final = 18


@dataclass(frozen=True, eq=False, slots=True)
class SelfPlay:
    """Results of games of seven DumbBots.

    centers: int64 (games, 7), powers in the order of POWERS. winners: int64 (games,), the index of the power that won
    outright, else -1. years: the last year played.
    """

    centers: npt.NDArray[np.int64]
    winners: npt.NDArray[np.int64]
    years: npt.NDArray[np.int64]


def sample_orders(position: Position, samples: int, seed: int) -> Codes:
    """Sampled orders of seven DumbBots in a movement phase.

    int32 (samples, units), columns as `position.units`.

    Each row is drawn anew for all powers, ready for `adjudication.batch.resolve(..., trusted=True)`.
    Raises ValueError in other phases.
    """
    boards = Boards.of([position])
    codes = np.zeros((samples, boards.width), np.int32)
    season = SPRING if position.phase.season == "S" else FALL
    row = Row(boards.regions[0], boards.powers[0], boards.fleets[0], int(boards.counts[0]), boards.owners[0])
    chance = np.array([stream(seed, "swarm", position.phase).getrandbits(64)], np.uint64)
    _sample(row, season, codes, new_reach(), new_opinion(), chance)
    return codes


def play_until(position: Position, codes: Codes, turns: int, chances: Chance) -> tuple[Boards, Outcomes]:
    """The last of `turns` movement phases, a board a row, and what became of it: the first goes as each row of codes
    says, DumbBots play all powers in the others. What follows the last movement is not played.

    codes: int32 (rows, units), columns as `position.units`. chances: uint64 (rows, 1), the chance of each row, drawn
    from: rows with the same one meet the same luck.
    """
    start = Boards.of([position])
    count, width = len(codes), max(WIDTH, start.width)
    regions, powers = np.zeros((count, width), np.int8), np.zeros((count, width), np.int8)
    fleets = np.zeros((count, width), np.bool_)
    for full, first in ((regions, start.regions), (powers, start.powers), (fleets, start.fleets)):
        full[:, : start.width] = first[0]
    counts = np.full(count, start.counts[0], np.int64)
    owners = np.repeat(start.owners, count, axis=0)
    given = np.zeros((count, width), np.int32)
    given[:, : codes.shape[1]] = codes
    reach, opinion = new_reach(), new_opinion()
    turn = 2 * position.phase.year + (position.phase.season == "F")
    for later in range(turns):
        season = FALL if (turn + later) % 2 else SPRING
        arrays = regions, powers, fleets, counts, owners
        if later:
            given = np.zeros((count, width), np.int32)
            _order_all(*arrays, season, given, reach, opinion, chances)
        boards = Boards(regions, powers, fleets, counts.astype(np.int8), owners, np.full(count, turn + later, np.int32))
        found = resolve(boards, given, trusted=True)
        if later + 1 < turns:
            _finish_all(*arrays, season, found.after, found.attackers, found.contested, reach, opinion, chances)
    return boards, found


def finish(boards: Boards, counts: Words, turn: int, found: Outcomes, chances: Chance) -> None:
    """Turn boards, in place, into those of the next turn: retreats, centers, builds and removals as DumbBots would.

    counts: int64 (boards,), how many units each has, changed too. turn: twice the year, plus one in the fall.
    """
    season = FALL if turn % 2 else SPRING
    arrays = boards.regions, boards.powers, boards.fleets, counts, boards.owners
    _finish_all(*arrays, season, found.after, found.attackers, found.contested, new_reach(), new_opinion(), chances)


def play_games(games: int, seed: int, until: int = 1920) -> SelfPlay:
    """Play games of seven DumbBots side by side, each to a winner or the end of a year.

    Game i of a seed is always the same game, however many are played with it.
    """
    start = Boards.of([opening()])
    regions, powers = np.zeros((games, WIDTH), np.int8), np.zeros((games, WIDTH), np.int8)
    fleets = np.zeros((games, WIDTH), np.bool_)
    for full, first in ((regions, start.regions), (powers, start.powers), (fleets, start.fleets)):
        full[:, : start.width] = first[0]
    boards = Boards(
        regions,
        powers,
        fleets,
        np.full(games, start.counts[0], np.int8),
        np.repeat(start.owners, games, axis=0),
        np.full(games, start.turns[0], np.int32),
    )
    chances = np.array([stream(seed, "swarm", game).getrandbits(64) for game in range(games)], np.uint64)
    chances = chances.reshape(games, 1)
    centers = np.zeros((games, SEATS), np.int64)
    winners = np.full(games, -1, np.int64)
    years = np.full(games, until, np.int64)
    running = np.arange(games)
    reach, opinion = new_reach(), new_opinion()
    for turn in range(2 * FIRST_PHASE.year, 2 * until + 2):
        season = FALL if turn % 2 else SPRING
        codes = np.zeros((len(running), WIDTH), np.int32)
        counts = boards.counts.astype(np.int64)
        arrays = boards.regions, boards.powers, boards.fleets, counts, boards.owners
        _order_all(*arrays, season, codes, reach, opinion, chances)
        found = resolve(boards, codes, trusted=True)
        # The boards are nobody else's: they become the next turn in place.
        _finish_all(*arrays, season, found.after, found.attackers, found.contested, reach, opinion, chances)
        centers[running] = (boards.owners[:, :, np.newaxis] == np.arange(SEATS)).sum(axis=1)
        won = centers[running].max(axis=1, initial=0) >= VICTORY_CENTERS
        winners[running[won]] = centers[running[won]].argmax(axis=1)
        years[running[won]] = turn // 2
        running, chances = running[~won], chances[~won]
        boards = Boards(
            boards.regions[~won],
            boards.powers[~won],
            boards.fleets[~won],
            counts[~won].astype(np.int8),
            boards.owners[~won],
            np.full(len(running), turn + 1, np.int32),
        )
        if not len(running):
            break
    return SelfPlay(centers, winners, years)


@swarm
def _sample(row: Row, season: int, codes: Codes, reach: Reach, opinion: Opinion, chance: Chance) -> None:  # noqa: PLR0917
    write_reach(row, reach)
    for power in range(SEATS):
        if np.any(row.powers[: row.units] == power):
            write_opinion(row, season, power, reach, opinion)
            for sample in range(len(codes)):
                order_units(row, power, opinion, chance, codes[sample])


@swarm
def _order_all(  # noqa: PLR0917
    regions: Bytes,
    powers: Bytes,
    fleets: Flags,
    counts: Words,
    owners: Bytes,
    season: int,
    codes: Codes,
    reach: Reach,
    opinion: Opinion,
    chances: Chance,
) -> None:
    for board in range(len(counts)):
        row = Row(regions[board], powers[board], fleets[board], counts[board], owners[board])
        write_reach(row, reach)
        for power in range(SEATS):
            if np.any(row.powers[: row.units] == power):
                write_opinion(row, season, power, reach, opinion)
                order_units(row, power, opinion, chances[board], codes[board])


@swarm
def _finish_all(  # noqa: PLR0917
    regions: Bytes,
    powers: Bytes,
    fleets: Flags,
    counts: Words,
    owners: Bytes,
    season: int,
    after: Bytes,
    attackers: Bytes,
    contested: Words,
    reach: Reach,
    opinion: Opinion,
    chances: Chance,
) -> None:
    for board in range(len(counts)):
        row = Row(regions[board], powers[board], fleets[board], counts[board], owners[board])
        fate = Fate(after[board], attackers[board], contested[board])
        counts[board] = retreat(row, fate, season, reach, opinion, chances[board])
        if season == FALL:
            row = Row(regions[board], powers[board], fleets[board], counts[board], owners[board])
            take_centers(row)
            counts[board] = adjust(row, reach, opinion, chances[board])
