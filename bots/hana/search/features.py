"""Features of a position for learnt worth, from one power's seat.

Some forty numbers about the result of a movement phase.

Beside what is there, it sees who comes where: each unit weighs on every center, less by a factor for each move that it
is away (`PULLS`). So an army that walks towards a home left open counts before it stands at its border.
"""

from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import Boards
from adjudication.batch.compiling import count_bits, lowest_bit, word
from adjudication.batch.legal import STEPS
from adjudication.board import STANDARD
from adjudication.encoding import CENTERS, PROVINCE_AT, REGIONS
from adjudication.powers import POWERS
from bots.hana.search.tables import CENTER_MASKS, CENTER_STEPS, PROVINCE_MASKS, searcher

__all__ = ["FEATURES", "PLANES", "PULLS", "Sight", "features_of", "new_sight", "write_features"]

Reals: TypeAlias = npt.NDArray[np.float32]
Words: TypeAlias = npt.NDArray[np.int64]
Bytes: TypeAlias = npt.NDArray[np.int8]
Flags: TypeAlias = npt.NDArray[np.bool_]
Whole: TypeAlias = Any

_CENTERS: Final = len(CENTERS)
_SEATS: Final = len(POWERS)

FEATURES: Final = (
    "centers",
    "owned",
    "units",
    "lost",
    "beaten",
    "reach",
    "builds",
    "unowned",
    "first rival",
    "second rival",
    "squares",
    "rivals",
    "share of mine",
    "share of nobody's",
    "share of theirs",
    "hold of mine",
    "hold of nobody's",
    "hold of theirs",
    "mine safe",
    "mine even",
    "mine in danger",
    "nobody's first",
    "nobody's even",
    "nobody's behind",
    "theirs first",
    "theirs even",
    "theirs behind",
    "leader's share of all",
    "share of the leader's",
    "leader's share of mine",
    "their builds",
    "homes open",
    "crowd",
    "near eighteen",
)
"""Counts of centers and units. owned: before the phase. builds: units I may build. squares: of the others' centers.
share, hold: of the centers of a kind, how far I weigh on them, against all together and against the strongest.
safe, first: more of my units than anybody else's come there or stand there; even; in danger, behind. homes open: free
homes of mine where another can move. crowd: pairs of my unit and a center where another unit of mine can go too.
near eighteen: of the largest rival, centers beyond 12."""

_WIDTH: Final = len(FEATURES)
_MOST_HIDDEN: Final = 64

_SCALE: Final = 0.45
"""Factor of a unit's weight for each move of distance."""
_FARTHEST: Final = 5

PULLS: Final = np.zeros((2, 128, _CENTERS), np.float32)
"""By kind (army 0, fleet 1) and region: how a unit weighs on each center, 1 where it stands."""

_HOMES: Final = np.array(
    [sum(1 << CENTERS.index(home) for home in STANDARD.homes[power]) for power in POWERS], np.int64
)
"""By power: the bits of its homes."""


def _pulls_of(kind: int, region: int) -> None:
    at = int(PROVINCE_AT[region])
    seen, edge = {at}, {region}
    for distance in range(_FARTHEST + 1):
        for place in {int(PROVINCE_AT[each]) for each in edge}:
            mask = int(CENTER_MASKS[place])
            if mask:
                PULLS[kind, region, mask.bit_length() - 1] = max(
                    PULLS[kind, region, mask.bit_length() - 1], _SCALE**distance
                )
        edge = {int(step) for each in edge for step in STEPS[kind, each] if step >= 0}
        edge = {each for each in edge if int(PROVINCE_AT[each]) not in seen}
        seen |= {int(PROVINCE_AT[each]) for each in edge}


for _kind in (0, 1):
    for _region in range(len(REGIONS)):
        _pulls_of(_kind, _region)


PLANES: Final = 4
"""Bits of how many units of a power come to a center: at most twelve provinces border on it."""


class Sight(NamedTuple):
    """Scratch of one who looks at positions. planes: the same as present, by power and bit of the number, for all
    centers in one word; present: by power and center, units that are there or come there; pulls:
    how each power weighs on each center; units, held: by power, how many it has, and its centers, a bit each; features:
    what is seen; hidden: room for a network."""

    planes: Words
    present: Words
    pulls: Reals
    units: Words
    held: Words
    features: Reals
    hidden: Reals


@searcher
def new_sight() -> Sight:
    """Scratch for `write_features`."""
    return Sight(
        np.zeros(_SEATS * PLANES, np.int64),
        np.zeros(_SEATS * _CENTERS, np.int64),
        np.zeros((_SEATS, _CENTERS), np.float32),
        np.zeros(_SEATS, np.int64),
        np.zeros(_SEATS, np.int64),
        np.zeros(_WIDTH, np.float32),
        np.zeros(_MOST_HIDDEN, np.float32),
    )


@searcher
def write_features(  # noqa: PLR0917 - compiled functions take their arguments by position
    regions: Bytes,
    powers: Bytes,
    fleets: Flags,
    count: Whole,
    owners: Bytes,
    me: Whole,
    spared: Whole,
    friends: Whole,
    after: Bytes,
    attackers: Bytes,
    sight: Sight,
) -> None:
    """Write what `me` sees of what became of one order set; arguments as of `bots.hana.search.worth.row_worth`."""
    present, pulls, units, features = sight.present, sight.pulls, sight.units, sight.features
    held: Whole = sight.held
    present[:] = 0
    pulls[:] = 0
    units[:] = 0
    held[:] = 0
    features[:] = 0
    low = high = word(0)
    lost = beaten = 0
    stood = word(0)
    for unit in range(count):
        power = word(powers[unit])
        if attackers[unit] >= 0:
            if power == me:
                lost += 1
            else:
                beaten += 1
            continue
        region = word(after[unit])
        kind = 1 if fleets[unit] else 0
        center = CENTER_MASKS[region]
        units[power] += 1
        held[power] |= center
        stood |= center
        base = power * _CENTERS
        if center:
            present[base + lowest_bit(center)] += 1
        for place in CENTER_STEPS[kind, region]:
            if place < 0:
                break
            present[base + place] += 1
        for place in range(_CENTERS):
            pulls[power, place] += PULLS[kind, region, place]
        if power == me:
            low |= PROVINCE_MASKS[kind, region, 0]
            high |= PROVINCE_MASKS[kind, region, 1]
    owned = unowned = 0
    for place in range(_CENTERS):
        owner = owners[place]
        owned += owner == me
        if not stood >> place & 1:
            if owner >= 0:
                held[owner] |= word(1) << place
            else:
                unowned += 1

    first = second = squares = rivals = word(0)
    leader = word(-1)
    room = word(0)
    for power in range(_SEATS):
        if power == me:
            continue
        centers = count_bits(held[power])
        squares += centers * centers
        rivals += centers > 0
        room += max(word(0), centers - units[power])
        if centers > first:
            first, second, leader = centers, first, word(power)
        elif centers > second:
            second = centers
    mine = held[me]
    centers = count_bits(mine)
    free: Whole = _HOMES[me] & mine & ~stood
    features[0] = centers
    features[1] = owned
    features[2] = units[me]
    features[3] = lost
    features[4] = beaten
    features[5] = 0.1 * (count_bits(low) + count_bits(high))
    builds: Whole = min(centers - units[me], count_bits(free))
    features[6] = max(word(0), builds)
    features[7] = unowned
    features[8] = first
    features[9] = second
    features[10] = squares / 34.0
    features[11] = rivals
    features[30] = room
    features[33] = max(word(0), first - 12)
    for place in range(_CENTERS):
        bit = word(1) << place
        is_mine = mine & bit != 0
        of_leader = leader >= 0 and held[leader] & bit != 0
        nobodys = owners[place] < 0 and not stood & bit
        kind = 0 if is_mine else 1 if nobodys else 2
        ours = present[me * _CENTERS + place]
        pull = pulls[me, place]
        if not is_mine and spared & bit:
            ours = word(0)
            pull = np.float32(0)
        rival = word(0)
        total = strongest = np.float32(0)
        for power in range(_SEATS):
            if power == me or (is_mine and friends >> power & 1):
                continue
            rival = max(rival, present[power * _CENTERS + place])
            total += pulls[power, place]
            strongest = max(strongest, pulls[power, place])
        share = pull / (pull + total + np.float32(0.01))
        features[12 + kind] += share
        features[15 + kind] += pull * pull / (pull * pull + strongest * strongest + np.float32(0.01))
        safe = ours > rival or (is_mine and rival == 0)
        features[18 + 3 * kind + (0 if safe else 1 if ours == rival else 2)] += 1
        if leader >= 0:
            leaders = pulls[leader, place] / (pull + total + np.float32(0.01))
            features[27] += leaders
            if of_leader:
                features[28] += share
            if is_mine:
                features[29] += leaders
        if free & bit and rival > 0:
            features[31] += 1
        features[32] += max(word(0), ours - 1)


@searcher
def _write_all(  # noqa: PLR0917
    regions: Bytes,
    powers: Bytes,
    fleets: Flags,
    counts: Bytes,
    owners: Bytes,
    after: Bytes,
    attackers: Bytes,
    features: Reals,
) -> None:
    sight = new_sight()
    for row in range(len(after)):
        for me in range(_SEATS):
            write_features(
                regions[row],
                powers[row],
                fleets[row],
                word(counts[row]),
                owners[row],
                word(me),
                word(0),
                word(0),
                after[row],
                attackers[row],
                sight,
            )
            features[row, me] = sight.features


def features_of(boards: Boards, after: Bytes, attackers: Bytes) -> Reals:
    """Features for every power in every row.

    float32 (rows, 7, len(FEATURES)), one board per row.
    """
    features = np.zeros((len(after), _SEATS, len(FEATURES)), np.float32)
    _write_all(boards.regions, boards.powers, boards.fleets, boards.counts, boards.owners, after, attackers, features)
    return features
