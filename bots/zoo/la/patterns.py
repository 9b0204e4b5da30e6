"""Patterns of orders: conjunctions of kind, place, owner and neighbours.

Source: A. Shapiro, G. Fuchs, R. Levinson, "Learning a Game Strategy Using Pattern-Weights and Self-play" (2002), as
Webb et al. (2008), 2.3.6, tell it: orders are matched against a data base of patterns with weights. Which patterns,
neither says: all of them are ours. A table has a fixed number of rows, so the data base does not grow.

One order has a pattern of each of `FAMILIES` but the last two. Two orders together have one of `pair`: a move
with its supports, a support that helps nothing, two units that want one place. A position has one of `base`, the same
whatever is ordered: it takes up what the position is worth by itself.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.facts import next_to
from adjudication.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    MovementOrder,
    Order,
    Remove,
    Retreat,
    Support,
    UnitOrder,
    Waive,
)
from adjudication.position import Position
from adjudication.powers import POWERS, Power
from bots.values import Place, reach_of

__all__ = [
    "FAMILIES",
    "PATTERNS",
    "Sight",
    "base_pattern",
    "option_patterns",
    "order_patterns",
    "pair_patterns",
    "sight",
]

_KINDS: Final = 12
"""Kinds of order: see `_kind`."""

_PAIRS: Final = 56

FAMILIES: Final[dict[str, int]] = {
    # kind, season, and at its place: owner, who stands there, rivals, own units in reach
    "aim": _KINDS * 3 * 4 * 3 * 3 * 3,
    # kind, season, owner of where it stands and rivals there, owner of its place and who stands there
    "leave": _KINDS * 3 * 4 * 3 * 4 * 3,
    # kind, kind of unit, place
    "place": _KINDS * 2 * 75,
    # kind, season, owner of its place, centers to win and foreign units next to it
    "near": _KINDS * 3 * 4 * 3 * 3,
    # power, kind of unit, place where the unit will be
    "stand": 7 * 2 * 75,
    # season, and what two orders are to each other
    "pair": 3 * _PAIRS,
    # power, season, own centers
    "base": 7 * 3 * 19,
}
"""Number of patterns in each family, in the order of the table."""

_STARTS: Final = dict(zip(FAMILIES, accumulate(FAMILIES.values(), initial=0), strict=False))
PATTERNS: Final = sum(FAMILIES.values())
"""Rows of the table of weights."""

_PROVINCES: Final[tuple[Province, ...]] = tuple(STANDARD.provinces)
_NUMBER: Final = {province: number for number, province in enumerate(_PROVINCES)}
_POWER: Final = {power: number for number, power in enumerate(POWERS)}
_SEASON: Final = {"S": 0, "F": 1, "W": 2}
_NEXT: Final = tuple(tuple(sorted(_NUMBER[near] for near in next_to(province))) for province in _PROVINCES)


@dataclass(frozen=True, slots=True)
class Sight:
    """A position as one power's patterns see it; tuples are by province.

    owner: 0 no center, 1 nobody's, 2 own, 3 another's. stands: 0 nobody, 1 own unit, 2 foreign. rivals: units of the
    strongest other power in reach, 0 to 2. reach: own units in reach, from none or one (0) to three (2). prey:
    centers to win next to it, 0 to 2. foes: foreign units next to it, 0 to 2.
    """

    power: int
    season: int
    centers: int
    owner: tuple[int, ...]
    stands: tuple[int, ...]
    rivals: tuple[int, ...]
    reach: tuple[int, ...]
    prey: tuple[int, ...]
    foes: tuple[int, ...]
    own: frozenset[Province]


@lru_cache(maxsize=64)
def sight(position: Position, power: Power) -> Sight:
    """See a position as a power."""
    owner, stands = [0] * len(_PROVINCES), [0] * len(_PROVINCES)
    for center in STANDARD.centers:
        whose = position.centers.get(center)
        owner[_NUMBER[center]] = 1 if whose is None else 2 if whose == power else 3
    for unit in position.units:
        stands[_NUMBER[unit.province]] = 1 if unit.power == power else 2
    found = reach_of(position, power)
    return Sight(
        power=_POWER[power],
        season=_SEASON[position.phase.season],
        centers=min(len(position.centers_of(power)), 18),
        owner=tuple(owner),
        stands=tuple(stands),
        rivals=tuple(min(count, 2) for count in found.competition.tolist()),
        reach=tuple(min(max(count - 1, 0), 2) for count in found.strength.tolist()),
        prey=tuple(min(sum(owner[near] in {1, 3} for near in beside), 2) for beside in _NEXT),
        foes=tuple(min(sum(stands[near] == 2 for near in beside), 2) for beside in _NEXT),
        own=frozenset(unit.province for unit in position.units_of(power)),
    )


def base_pattern(seen: Sight) -> int:
    """The pattern of the position."""
    return _STARTS["base"] + (seen.power * 3 + seen.season) * 19 + seen.centers


def order_patterns(seen: Sight, order: Order) -> tuple[int, ...]:
    """Patterns that one order matches; none for a waived build."""
    if isinstance(order, Waive):
        return ()
    kind, army = _kind(seen, order), int(order.kind == "A")
    here, there = _NUMBER[province_of(order.region)], _NUMBER[_aim(order)]
    owner, stands, season = seen.owner[there], seen.stands[there], kind * 3 + seen.season
    return (
        _STARTS["aim"] + (((season * 4 + owner) * 3 + stands) * 3 + seen.rivals[there]) * 3 + seen.reach[there],
        _STARTS["leave"] + (((season * 4 + seen.owner[here]) * 3 + seen.rivals[here]) * 4 + owner) * 3 + stands,
        _STARTS["place"] + (kind * 2 + army) * 75 + there,
        _STARTS["near"] + ((season * 4 + owner) * 3 + seen.prey[there]) * 3 + seen.foes[there],
        _STARTS["stand"] + (seen.power * 2 + army) * 75 + _NUMBER[_end(order)],
    )


def stand_pattern(power: Power, place: Place) -> int:
    """The pattern of a power's unit in a place."""
    return _STARTS["stand"] + (_POWER[power] * 2 + int(place[0] == "A")) * 75 + _NUMBER[province_of(place[1])]


def pair_patterns(seen: Sight, option: Sequence[Order]) -> Iterator[int]:
    """Patterns that orders match together.

    Unfinished options have those of the orders they have.
    """
    ordered = {province_of(order.region): order for order in option if isinstance(order, MovementOrder)}
    ends = Counter(_end(order) for order in option if not isinstance(order, Waive | Disband | Remove))
    helps: Counter[Province] = Counter()
    start = _STARTS["pair"] + seen.season * _PAIRS
    for order in option:
        if isinstance(order, Support):
            aim = province_of(order.target or order.supported)
            other = ordered.get(province_of(order.supported))
            if other is None:
                continue
            if _end(other) == aim:
                helps[aim] += 1
                yield start + (0 if order.target is None else 3) + seen.rivals[_NUMBER[aim]]
            else:
                yield start + (6 if order.target is None else 7)
    for order in option:
        if isinstance(order, Move):
            aim = province_of(order.target)
            number = _NUMBER[aim]
            yield start + 20 + (min(helps[aim], 2) * 3 + seen.rivals[number]) * 4 + seen.owner[number]
            other = ordered.get(aim)
            if other is not None:
                yield start + (8 if isinstance(other, Move) and province_of(other.target) != aim else 9)
    for _ in range(sum(count - 1 for count in ends.values())):
        yield start + 10


def option_patterns(seen: Sight, option: Sequence[Order]) -> list[int]:
    """All patterns of a position and of orders, some more than once."""
    found = [base_pattern(seen), *pair_patterns(seen, option)]
    for order in option:
        found += order_patterns(seen, order)
    return found


def _kind(seen: Sight, order: Order) -> int:
    match order:
        case Hold():
            return 0
        case Move(kind, region, target):
            return 1 if target in STANDARD.borders(kind)[region] else 5
        case Support(supported=supported, target=target):
            return 4 if province_of(supported) not in seen.own else 2 if target is None else 3
        case Convoy():
            return 6
        case Retreat():
            return 7
        case Disband():
            return 8
        case Build():
            return 9
        case Remove():
            return 10
        case Waive():
            return 11


def _aim(order: UnitOrder) -> Province:
    """The province that an order is about."""
    match order:
        case Support():
            return province_of(order.target or order.supported)
        case Convoy():
            return province_of(order.target)
        case _:
            return _end(order)


def _end(order: UnitOrder) -> Province:
    """The province where the unit will be, if all goes well."""
    return province_of(order.target if isinstance(order, Move | Retreat) else order.region)
