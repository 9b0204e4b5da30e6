"""Forecast the winner two years ahead, and powers able to stop it.

Greedy powers (`bots.swarm`) play on from the position, many times over; what they come to is a forecast. It follows
from the position alone, so all HANAs of a process work it out once.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final

import numpy as np
import numpy.typing as npt

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.encoding import CENTER_AT, CENTERS
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from bots.chance import stream
from bots.swarm.playing import play_until, sample_orders

__all__ = ["NOTHING_AHEAD", "Prospect", "prospect_of", "relief_of", "stoppers_of"]

_STRONG: Final = 9
"""Centers that somebody must have for anybody to look so far ahead."""
_YEARS: Final = 2
_SAMPLES: Final = 48
_WON: Final = 15
"""Centers two years on with which a game is as good as won: greedy powers come to one less than HANAs do."""
_ALARMING: Final = 0.25
"""The chance of that from which a power must be stopped."""
_STOPPED: Final = 0.25
"""Share of that chance that a league removes."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """Forecast for two years.

    centers: the mean of each power's then. winning: the share of the samples in which it has as good as won. prizes: by
    power, the centers of others that it holds then, each with its share of the samples.
    """

    centers: Mapping[Power, float] = field(default_factory=dict)
    winning: Mapping[Power, float] = field(default_factory=dict)
    prizes: Mapping[Power, Mapping[Province, float]] = field(default_factory=dict)

    @property
    def winner(self) -> Power | None:
        """Power to be stopped: the likeliest winner, if likely enough."""
        likely = max(self.winning, key=lambda power: self.winning[power], default=None)
        return likely if likely is not None and self.winning[likely] >= _ALARMING else None


NOTHING_AHEAD: Final = Prospect()
"""While nobody is strong enough to look so far."""


@lru_cache(maxsize=32)
def prospect_of(position: Position) -> Prospect:
    """The forecast for a position, of any phase: units that must retreat and builds due are left out. The same position
    has the same forecast."""
    held = {power: position.centers_of(power) for power in POWERS}
    if max(map(len, held.values())) < _STRONG or not position.units:
        return NOTHING_AHEAD
    owners = _played_on(_movement(position))
    counts = (owners[:, :, np.newaxis] == np.arange(len(POWERS))).sum(axis=1)
    shares = {power: (owners == index).mean(axis=0) for index, power in enumerate(POWERS)}
    return Prospect(
        MappingProxyType({power: float(counts[:, index].mean()) for index, power in enumerate(POWERS)}),
        MappingProxyType({power: float((counts[:, index] >= _WON).mean()) for index, power in enumerate(POWERS)}),
        MappingProxyType(
            {
                power: MappingProxyType(
                    {
                        center: float(share)
                        for center, share in zip(CENTERS, shares[power], strict=True)
                        if share and center not in held[power]
                    }
                )
                for power in POWERS
            }
        ),
    )


@lru_cache(maxsize=64)
def stoppers_of(position: Position, power: Power) -> Mapping[Power, float]:
    """By other power, how much it can do against a power that must be stopped: for each center that this would take
    within two years, its share of the samples times how many of the other's units get there in two moves. Those who can
    do nothing are left out, and so are all where the power need not be stopped."""
    prospect = prospect_of(position)
    prizes = prospect.prizes[power] if prospect.winner == power else {}
    found: dict[Power, float] = {}
    for unit in position.units:
        near = _within_two(unit.kind, unit.region)
        weight = sum(share for center, share in prizes.items() if center in near)
        if unit.power != power and weight > 0:
            found[unit.power] = found.get(unit.power, 0.0) + weight
    return MappingProxyType(found)


def relief_of(position: Position, power: Power, enemies: Collection[Power]) -> float:
    """Value of a league against likely winners, in centers, beyond the phase.

    One of the enemies must be stopped: what the power would lose by that one's win is all it has.
    """
    prospect = prospect_of(position)
    winner = prospect.winner
    if winner is None or winner == power or winner not in enemies:
        return 0.0
    return _STOPPED * prospect.winning[winner] * len(position.centers_of(power))


def _movement(position: Position) -> Position:
    """The next movement phase with the units where they stand."""
    phase = position.phase
    while phase.kind != "M":
        phase = phase.following()
    return replace(position, phase=phase, dislodged=(), contested=frozenset())


def _played_on(position: Position) -> npt.NDArray[np.int8]:
    """Owners of centers after `_YEARS` in each sample: int8 (samples, 34).

    -1 for nobody; units count as owners of the centers they stand in.
    """
    codes = sample_orders(position, _SAMPLES, 0)
    luck = stream(0, "winning", position.phase)
    chances = np.array([[luck.getrandbits(64)] for _ in range(_SAMPLES)], np.uint64)
    boards, outcomes = play_until(position, codes, 2 * _YEARS, chances)
    owners = boards.owners.copy()
    columns = np.arange(boards.regions.shape[1])
    centers = CENTER_AT[outcomes.after]
    stands = (columns < boards.counts[:, np.newaxis]) & (outcomes.attackers < 0) & (centers >= 0)
    rows, units = np.nonzero(stands)
    owners[rows, centers[rows, units]] = boards.powers[rows, units]
    return owners


@lru_cache(maxsize=256)
def _within_two(kind: UnitKind, region: Region) -> frozenset[Province]:
    """The provinces that a unit gets to in two moves at most, with where it stands."""
    borders = STANDARD.borders(kind)
    near = {region, *borders[region]}
    return frozenset(province_of(each) for step in near for each in (step, *borders[step]))
