"""DumbBot's worth of places, and a spread of worth in general.

A place is a kind of unit and a region it may stand in, `("F", "STP/SC")`: an army and a fleet see
different neighbours, so one province can be worth different amounts to them.

Worth starts at supply centers and flows to their neighbours, step by step; each step divides by
five. To stay exact and independent of the machine, steps are counted in whole numbers and the
fives are made good at the end.

Source: the facts of DumbBot as David Norman published it (DAIDE, 2002-2003), in our own words in
`docs/bots.md`.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.phase import Phase
from adjudication.position import Position
from adjudication.powers import POWERS, Power

__all__ = [
    "FRIEND_SHARE",
    "PLACES",
    "STEP_DIVISOR",
    "Place",
    "Reach",
    "Values",
    "Weights",
    "by_province",
    "dumbbot_values",
    "power_sizes",
    "reach_of",
    "spread",
    "weighted",
    "weights_for",
]

Place: TypeAlias = tuple[UnitKind, Region]
"""A kind of unit and a region where it may stand: `("A", "STP")`, `("F", "STP/NC")`."""

Counts: TypeAlias = NDArray[np.int64]

STEP_DIVISOR: Final = 5
"""A place has about four neighbours; with itself that makes five, so worth keeps its scale as it spreads."""

FRIEND_SHARE: Final = 100
"""Divisor of a friend's center's worth."""

PLACES: Final[tuple[Place, ...]] = (
    *(("A", region) for region in STANDARD.army_borders),
    *(("F", region) for region in STANDARD.fleet_borders),
)
"""Every place of the standard board, armies first; the order of every array over places."""

_PROVINCES: Final[tuple[Province, ...]] = tuple(STANDARD.provinces)
_PROVINCE_INDEX: Final = {province: index for index, province in enumerate(_PROVINCES)}
_PLACE_INDEX: Final = {place: index for index, place in enumerate(PLACES)}
_POWER_INDEX: Final = {power: index for index, power in enumerate(POWERS)}
_PROVINCE_OF_PLACE: Final = np.array([_PROVINCE_INDEX[province_of(region)] for _, region in PLACES])


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the ingredients in one season.

    attack, defence: what a center starts with, per unit of its attack and defence value.
    proximity: one weight per spreading step, step 0 first; its length is the number of steps.
    strength, competition, guard: per unit of strength, of competition (taken off) and of defence,
    added to the place itself without spreading.
    """

    attack: int
    defence: int
    proximity: tuple[int, ...]
    strength: int
    competition: int
    guard: int


_NEAR: Final = (1000, 100, 30, 10, 6, 5, 4, 3, 2, 1)
_SEASONS: Final[Mapping[str, Weights]] = {
    # In spring the next center is worth more than the one under the unit's feet: it changes hands in fall only.
    "S": Weights(700, 300, (100, 1000, 30, 10, 6, 5, 4, 3, 2, 1), 1000, 1000, 0),
    "F": Weights(600, 400, _NEAR, 1000, 1000, 0),
    "W": Weights(600, 400, _NEAR, 0, 0, 1000),
}


def weights_for(phase: Phase) -> Weights:
    """DumbBot's weights for the season of a phase."""
    return _SEASONS[phase.season]


@dataclass(frozen=True, slots=True)
class Values:
    """One power's values: the worth of every place, and units in reach."""

    worth: Mapping[Place, float]
    strength: Mapping[Province, int]
    competition: Mapping[Province, int]


@dataclass(frozen=True, slots=True)
class Reach:
    """Number of units in reach of each province, for one power.

    strength: its own; competition: those of the strongest single other power (both count the unit
    that stands there); threat: per province, the powers other than itself with a unit that can move in.
    """

    strength: Counts
    competition: Counts
    threat: NDArray[np.bool_]
    """[powers, provinces]; the row of the power itself is False."""


def power_sizes(position: Position) -> dict[Power | None, int]:
    """Size of each power: n² + 4n + 16 for n centers.

    All unowned centers together count as one, under None.
    """
    counts: dict[Power | None, int] = dict.fromkeys((*POWERS, None), 0)
    for center in STANDARD.centers:
        counts[position.centers.get(center)] += 1
    return {owner: count * count + 4 * count + 16 for owner, count in counts.items()}


def reach_of(position: Position, power: Power, friends: Collection[Power] = ()) -> Reach:
    """Units able to be in each province next turn.

    Only by their own steps, without convoys. Friends are not rivals.
    """
    me = _POWER_INDEX[power]
    places = [_PLACE_INDEX[unit.kind, unit.region] for unit in position.units]
    owners = [_POWER_INDEX[unit.power] for unit in position.units]
    moves = np.zeros((len(POWERS), len(_PROVINCES)), dtype=np.int64)
    np.add.at(moves, owners, _REACHES[places])
    total = moves.copy()
    total[owners, _PROVINCE_OF_PLACE[places]] += 1  # no two units share a province
    strength = total[me].copy()
    unfeared = [me, *(_POWER_INDEX[friend] for friend in friends)]
    total[unfeared] = 0
    threat = moves > 0
    threat[unfeared] = False
    return Reach(strength, total.max(axis=0), threat)


def spread(start: Counts, steps: int) -> Counts:
    """Let worth flow over the board: row i of the answer is step i, times 5 to the power i.

    start: [places]. The answer is [steps, places]; row 0 is `start`, each further row gives a place
    its own worth of the row before plus that of each neighbouring province, a province with two
    coasts counting once, with its better coast.
    """
    rows = np.zeros((steps, _SLOTS), dtype=np.int64)
    rows[0, : len(PLACES)] = start
    for step in range(1, steps):
        before = rows[step - 1]
        before[_BETTER] = np.maximum(before[_ONE_COAST], before[_OTHER_COAST])
        rows[step, : len(PLACES)] = before[_SOURCES].sum(axis=1)
    return rows[:, : len(PLACES)]


def weighted(rows: Counts, weights: Sequence[int]) -> Counts:
    """The weighted sum of spreading steps, times 5 to the power of (number of steps - 1). [places]"""
    last = len(weights) - 1
    scales = np.array([weight * STEP_DIVISOR ** (last - step) for step, weight in enumerate(weights)], dtype=np.int64)
    total: Counts = (rows * scales[:, np.newaxis]).sum(axis=0)
    return total


_AS_THEY_ARE: Final[Mapping[Province, int]] = MappingProxyType({})


def dumbbot_values(
    position: Position,
    power: Power,
    friends: Collection[Power] = (),
    percents: Mapping[Province, int] = _AS_THEY_ARE,
) -> Values:
    """Worth of every place to a power, exactly as DumbBot's.

    A center that is not mine attracts by the size of its owner, one of mine by the size of the
    largest enemy that can move in next turn; that worth spreads, and strength and competition (in
    winter: the defence of the place) are added unspread. The centers of friends attract by a tenth
    (`FRIEND_SHARE`) and their units frighten nobody; DumbBot itself has no friends.

    percents: how much of what it starts with a province has before that spreads; 100 for the others. Webb et al.
    (2008), 5.3.1, call these absolute weights.
    """
    weights = weights_for(position.phase)
    reach = reach_of(position, power, friends)
    sizes = power_sizes(position)
    size_row = np.array([sizes[other] for other in POWERS], dtype=np.int64)
    largest_threat = (reach.threat * size_row[:, np.newaxis]).max(axis=0)

    attack = np.zeros(len(_PROVINCES), dtype=np.int64)
    defence = np.zeros(len(_PROVINCES), dtype=np.int64)
    for center in STANDARD.centers:
        index = _PROVINCE_INDEX[center]
        owner = position.centers.get(center)
        if owner == power:
            defence[index] = largest_threat[index]
        else:
            attack[index] = sizes[owner] // FRIEND_SHARE if owner in friends else sizes[owner]

    start = attack * weights.attack + defence * weights.defence
    for province, percent in percents.items():
        start[_PROVINCE_INDEX[province]] = start[_PROVINCE_INDEX[province]] * percent // 100
    unspread = reach.strength * weights.strength - reach.competition * weights.competition + defence * weights.guard
    scale = STEP_DIVISOR ** (len(weights.proximity) - 1)
    spreading = spread(start[_PROVINCE_OF_PLACE], len(weights.proximity))
    exact = weighted(spreading, weights.proximity) + scale * unspread[_PROVINCE_OF_PLACE]
    return Values(
        worth=dict(zip(PLACES, (exact / scale).tolist(), strict=True)),
        strength=by_province(reach.strength),
        competition=by_province(reach.competition),
    )


def by_province(counts: Counts) -> dict[Province, int]:
    """An array over provinces as a dict."""
    return dict(zip(_PROVINCES, counts.tolist(), strict=True))


def _build_tables() -> tuple[Counts, list[tuple[int, int]], Counts]:
    """Of each place: where its worth comes from (slots, itself included), the coast pairs, the provinces in reach.

    Slots are the places, then one per split coast holding the better of its two coasts, then one
    that always holds zero and fills the rows up.
    """
    split = [province for province in _PROVINCES if STANDARD.provinces[province].coasts]
    better = {province: len(PLACES) + index for index, province in enumerate(split)}
    zero = len(PLACES) + len(split)
    rows: list[list[int]] = []
    reaches = np.zeros((len(PLACES), len(_PROVINCES)), dtype=np.int64)
    for index, (kind, region) in enumerate(PLACES):
        neighbours = STANDARD.borders(kind)[region]
        provinces = [province_of(neighbour) for neighbour in neighbours]
        rows.append([index])
        for neighbour, province in zip(neighbours, provinces, strict=True):
            both_coasts = provinces.count(province) > 1
            rows[-1].append(better[province] if both_coasts else _PLACE_INDEX[kind, neighbour])
            reaches[index, _PROVINCE_INDEX[province]] = 1
        rows[-1] = sorted(set(rows[-1]))
    width = max(map(len, rows))
    sources = np.array([row + [zero] * (width - len(row)) for row in rows], dtype=np.int64)
    pairs = [
        (_PLACE_INDEX["F", one], _PLACE_INDEX["F", other])
        for one, other in (STANDARD.fleet_regions(province) for province in split)
    ]
    return sources, pairs, reaches


_SOURCES, _PAIRS, _REACHES = _build_tables()
_ONE_COAST: Final = np.array([one for one, _ in _PAIRS])
_OTHER_COAST: Final = np.array([other for _, other in _PAIRS])
_BETTER: Final = np.arange(len(PLACES), len(PLACES) + len(_PAIRS))
_SLOTS: Final = len(PLACES) + len(_PAIRS) + 1
