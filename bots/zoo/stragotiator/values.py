"""Stragotiator's values of places, by type and use.

Source: Fabregues' thesis, 2.5 (after Kemmerling et al.). It fixes that status is type and use, the distance, and that
some provinces are negative, to be avoided and left. The numbers of `Weights` are ours, and the weights of the distances
are those of `dumbbot-thesis`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import numpy as np

from adjudication.board import STANDARD, Province, province_of
from adjudication.position import Position, Unit
from adjudication.powers import Power
from bots.values import PLACES, STEP_DIVISOR, Place, Values, by_province, reach_of, spread, weighted
from bots.zoo.thesis.strategy import SPREADING

__all__ = ["DISTANCE", "WEIGHTS", "Table", "Weights", "table_of"]

Kind: TypeAlias = Literal["sea", "land", "center", "foreign home", "own home"]
Use: TypeAlias = Literal["nobody", "mine", "mine threatened", "friend", "enemy"]

DISTANCE: Final = 4
"""Provinces that a value reaches at most."""
_SCALE: Final = STEP_DIVISOR**DISTANCE

_STARTS: Final[Mapping[tuple[Kind, Use], int]] = MappingProxyType(
    {
        ("sea", "enemy"): 4,
        ("land", "enemy"): 4,
        ("center", "nobody"): 70,
        ("center", "mine"): 5,
        ("center", "mine threatened"): 45,
        ("center", "enemy"): 60,
        ("foreign home", "nobody"): 75,
        ("foreign home", "mine"): 5,
        ("foreign home", "mine threatened"): 50,
        ("foreign home", "enemy"): 65,
        ("own home", "nobody"): 95,
        ("own home", "mine"): 5,
        ("own home", "mine threatened"): 75,
        ("own home", "enemy"): 100,
    }
)


@dataclass(frozen=True, slots=True)
class Weights:
    """Parameters of the strategy.

    starts: value of a province by type and use; 0 where none is given. friend: value of a friend's province. blocked:
    value in fall of an own home that nobody threatens: builds need it free. center: worth of a center in the
    look-ahead, in the unit of `starts`. ally: share of that for an ally's center.
    """

    starts: Mapping[tuple[Kind, Use], int] = field(default_factory=lambda: _STARTS, hash=False)
    friend: int = -50
    blocked: int = -5
    center: int = 150
    ally: float = 0.2


WEIGHTS: Final = Weights()


@dataclass(frozen=True, slots=True)
class Table:
    """Values of one power on one position.

    values: to go to next turn. standing: of being there. negative: provinces to be avoided and left.
    """

    values: Values
    standing: Mapping[Place, float]
    negative: frozenset[Province]

    def worth(self, unit: Unit, region: str) -> float:
        """Value of a region to the unit."""
        return self.values.worth[unit.kind, region]


@lru_cache(maxsize=256)
def table_of(
    position: Position,
    power: Power,
    friends: frozenset[Power] = frozenset(),
    closed: frozenset[Province] = frozenset(),
    weights: Weights = WEIGHTS,
) -> Table:
    """Values of every place to a power.

    closed: provinces that its deals keep it out of.
    """
    reach = reach_of(position, power, friends)
    competition = by_province(reach.competition)
    start = {
        province: _start(position, power, province, friends, weights, threatened=competition[province] > 0)
        for province in STANDARD.provinces
    }
    negative = frozenset(province for province, value in start.items() if value < 0) | closed
    spreading = np.array([max(0, start[province_of(region)]) for _, region in PLACES], dtype=np.int64)
    rows = spread(spreading, DISTANCE + 1)
    worths = {}
    for season in {position.phase.season, "F"}:
        exact = weighted(rows, SPREADING[season]) / _SCALE
        worths[season] = dict(zip(PLACES, exact.tolist(), strict=True))
    for table in worths.values():
        for place in PLACES:
            province = province_of(place[1])
            if province in negative:
                table[place] = 1000.0 * min(start[province], weights.blocked)
    values = Values(worths[position.phase.season], by_province(reach.strength), competition)
    return Table(values, worths["F"], negative)


def _start(
    position: Position,
    power: Power,
    province: Province,
    friends: frozenset[Power],
    weights: Weights,
    *,
    threatened: bool,
) -> int:
    """Value of a province before it spreads."""
    kind = _kind(province, power)
    owner = position.centers.get(province)
    unit = position.unit_at(province)
    if owner in friends or (unit is not None and unit.power in friends):
        return weights.friend
    if owner == power:
        if kind == "own home" and position.phase.season == "F" and not threatened:
            return weights.blocked
        return weights.starts.get((kind, "mine threatened" if threatened else "mine"), 0)
    enemy = owner is not None or (unit is not None and unit.power != power)
    return weights.starts.get((kind, "enemy" if enemy else "nobody"), 0)


def _kind(province: Province, power: Power) -> Kind:
    facts = STANDARD.provinces[province]
    if not facts.is_center:
        return "sea" if facts.kind == "sea" else "land"
    home = STANDARD.home_of.get(province)
    if home is None:
        return "center"
    return "own home" if home == power else "foreign home"
