"""Compiled worth of places, equal to `bots.values.dumbbot_values` bit for bit."""

from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch.legal import STEPS
from adjudication.encoding import PROVINCE_AT
from bots.swarm.tables import CENTER_PLACES, PLACE_COUNT, PROVINCE_COUNT, SCALE, SEASON_WEIGHTS, STEP_WEIGHTS, swarm

__all__ = ["Opinion", "Reach", "Row", "new_opinion", "new_reach", "write_opinion", "write_reach"]

Bytes: TypeAlias = npt.NDArray[np.int8]
Flags: TypeAlias = npt.NDArray[np.bool_]
Words: TypeAlias = npt.NDArray[np.int64]
Numbers: TypeAlias = npt.NDArray[np.float64]

_STEP_COUNT = STEP_WEIGHTS.shape[1]
_PLACES = np.array(
    [(kind, region) for kind in (0, 1) for region in range(PLACE_COUNT) if STEPS[kind, region, 0] >= 0], dtype=np.int64
)


class Row(NamedTuple):
    """One board: the arrays of one position of `adjudication.batch.boards.Boards`; `units` counts the real columns."""

    regions: Bytes
    powers: Bytes
    fleets: Flags
    units: int
    owners: Bytes


class Reach(NamedTuple):
    """Counts shared by all powers.

    Units of each power that can move into each province, that can be there, and sizes.
    """

    moves: Words
    """[7, 128]"""
    present: Words
    """[7, 128]"""
    sizes: Words
    """[8]; the last is that of all unowned centers together."""


class Opinion(NamedTuple):
    """One power's values of the board."""

    worth: Numbers
    """[2, 128] by kind and region."""
    competition: Words
    """[128] by province."""
    room: Words
    """[4, 2, 128], to work in."""


def new_reach() -> Reach:
    """Room for what `write_reach` writes."""
    return Reach(np.zeros((7, PLACE_COUNT), np.int64), np.zeros((7, PLACE_COUNT), np.int64), np.zeros(8, np.int64))


def new_opinion() -> Opinion:
    """Room for what `write_opinion` writes."""
    return Opinion(
        np.zeros((2, PLACE_COUNT), np.float64),
        np.zeros(PLACE_COUNT, np.int64),
        np.zeros((4, 2, PLACE_COUNT), np.int64),
    )


@swarm
def write_reach(row: Row, reach: Reach) -> None:
    """Count who could be where next turn, and how big everybody is."""
    moves, present, sizes = reach.moves, reach.present, reach.sizes
    moves[:] = 0
    present[:] = 0
    for unit in range(row.units):
        power = row.powers[unit]
        region = row.regions[unit]
        last = np.int64(-1)
        for near in STEPS[1 if row.fleets[unit] else 0, region]:
            if near < 0:
                break
            province = PROVINCE_AT[near]
            if province != last:  # two coasts of one province stand next to each other
                moves[power, province] += 1
                present[power, province] += 1
            last = province
        present[power, PROVINCE_AT[region]] += 1
    sizes[:] = 0
    for owner in row.owners:
        sizes[owner] += 1  # nobody is -1, the last
    for index in range(len(sizes)):
        sizes[index] = sizes[index] * sizes[index] + 4 * sizes[index] + 16


@swarm
def write_opinion(row: Row, season: int, power: int, reach: Reach, opinion: Opinion) -> None:
    """Write what every place is worth to a power, and its competition."""
    weights = SEASON_WEIGHTS[season]
    before, after, total = opinion.room[0], opinion.room[1], opinion.room[2]
    start, unspread = opinion.room[3, 0], opinion.room[3, 1]
    start[:] = 0
    for province in range(PROVINCE_COUNT):
        most = np.int64(0)
        for other in range(7):
            if other != power:
                most = max(most, reach.present[other, province])
        opinion.competition[province] = most
        unspread[province] = weights[2] * reach.present[power, province] - weights[3] * most
    for center in range(len(CENTER_PLACES)):
        province = CENTER_PLACES[center]
        owner = row.owners[center]
        if owner == power:
            largest = np.int64(0)
            for other in range(7):
                if other != power and reach.moves[other, province] > 0:
                    largest = max(largest, reach.sizes[other])
            start[province] = weights[1] * largest
            unspread[province] += weights[4] * largest
        else:
            start[province] = weights[0] * reach.sizes[owner]

    step_weights = STEP_WEIGHTS[season]
    for place in range(len(_PLACES)):
        kind, region = _PLACES[place, 0], _PLACES[place, 1]
        before[kind, region] = start[PROVINCE_AT[region]]
        total[kind, region] = step_weights[0] * before[kind, region] + SCALE * unspread[PROVINCE_AT[region]]
    for step in range(1, _STEP_COUNT):
        for place in range(len(_PLACES)):
            kind, region = _PLACES[place, 0], _PLACES[place, 1]
            gathered = before[kind, region]
            last_province = np.int64(-1)
            last = np.int64(0)
            for near in STEPS[kind, region]:
                if near < 0:
                    break
                here = before[kind, near]
                province = PROVINCE_AT[near]
                # Of two coasts only the better counts.
                gathered += here if province != last_province else max(np.int64(0), here - last)
                last_province = province
                last = here
            after[kind, region] = gathered
            total[kind, region] += step_weights[step] * gathered
        before, after = after, before
    for place in range(len(_PLACES)):
        kind, region = _PLACES[place, 0], _PLACES[place, 1]
        opinion.worth[kind, region] = total[kind, region] / SCALE
