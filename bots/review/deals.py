"""Deals to be had: a center by another's help, which gains too."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.encoding import CONVOY, OTHER_SHIFT, PART, PROVINCE_AT, SUPPORT_HOLD, SUPPORT_MOVE, VERB
from adjudication.powers import POWERS, Power
from bots.review.advice import fewest
from bots.review.helps import Help, Orders, attackers, helps_of, honest_orders, joined, moves_of
from bots.review.moment import Moment
from bots.review.played import SAMPLES, Played, places_in, points

__all__ = ["deals_in"]

Flags: TypeAlias = npt.NDArray[np.bool_]
Numbers: TypeAlias = npt.NDArray[np.float64]

_POINTS: Final = 1.0
"""Percentage points that each of the two gains at least; where both win a center, one of them."""
_SHARE: Final = 0.1
"""Share of its chance that one gains who wins no center."""
_HOLDS: Final = 0.5
"""Share of what is foreseen of the others in which the deal does what is told."""
_MOST_ORDERS: Final = 6
_MOST_JOINED: Final = 40
"""Helps of each side that are joined to those of the other, and deals that are looked at closer."""
_A_CENTER: Final = 4.0
"""Percentage points that a center counts for, when deals are compared."""


def deals_in(played: Played) -> Iterator[Moment]:
    """Find the best deal of each two powers in a fall.

    All other orders are as they were given.
    """
    if not played.is_fall:
        return
    for one, other in combinations(played.powers, 2):
        found = [each for pair in ((one, other), (other, one)) if (each := _best(played, *pair)) is not None]
        if found:
            yield max(found, key=lambda each: each.weight)


def _best(played: Played, power: Power, helper: Power) -> Moment | None:
    """The best deal by which the first wins a center."""
    wins = _winning(played, power, helper)
    if not wins:
        return None
    plans: list[Orders] = [each.orders for each in wins]
    returns = _winning(played, helper, power)
    for one in wins[:_MOST_JOINED]:
        plans += [both for other in returns[:_MOST_JOINED] if (both := joined(one, other)) is not None]
    # Who deals stops attacking the other: those units hold, if they have no part in it.
    stopped = {
        column: int(played.movement.legal.of(column)[0])
        for column in attackers(played, played.given[0], power, helper)
        if not played.pledges.barred_of(column)[0]
    }
    plans = [plan for each in plans if len(plan := {**stopped, **each}) <= _MOST_ORDERS]
    if not plans:
        return None
    pair = [POWERS.index(power), POWERS.index(helper)]
    rows = np.concatenate([played.given, *(played.with_orders(each) for each in plans)])
    outcomes = played.resolve(rows)
    owners = played.owners_of(outcomes)
    counts = np.stack([(owners == me).sum(axis=1) for me in pair], axis=1)
    gains = 100 * (played.chances_of(outcomes)[:, pair] - played.chances_of(played.outcomes)[0, pair])
    before = played.chances_of(played.outcomes)[0, pair]
    fine = np.array([_serves_both(more, before, gain) for more, gain in zip(counts - counts[0], gains, strict=True)])
    worth = gains.sum(axis=1) + _A_CENTER * (counts - counts[0]).sum(axis=1)
    for at in sorted(np.flatnonzero(fine).tolist(), key=lambda at: -worth[at])[:_MOST_JOINED]:
        moment = _judged(played, (power, helper), plans[at - 1], list(stopped))
        if moment is not None:
            return moment
    return None


def _serves_both(centers: npt.NDArray[np.int64], before: Numbers, gains: Numbers) -> bool:
    """True if the deal is good for both.

    The first wins a center, the second a center or a good part of its chance; nobody's chance may fall.

    centers: won by the two. before: their chances without the deal. gains: percentage points.
    """
    if centers[0] <= 0 or centers[1] < 0 or gains.min() <= 0:
        return False
    if centers[1] > 0:
        return bool(gains.max() >= _POINTS)
    return bool(gains.min() >= _POINTS and gains[1] >= _SHARE * 100 * before[1])


def _winning(played: Played, power: Power, helper: Power) -> list[Help]:
    """Helps that bring a power a center more, the smallest first."""
    helps = list(helps_of(played, power, helper))
    if not helps:
        return []
    me = POWERS.index(power)
    rows = np.concatenate([played.given, *(played.with_orders(each.orders) for each in helps)])
    mine = played.owners_of(played.resolve(rows)) == me
    counts = mine.sum(axis=1)
    won = [
        each
        for at, each in enumerate(helps, 1)
        if counts[at] > counts[0] and mine[at, each.center] and not mine[0, each.center]
    ]
    return sorted(won, key=lambda each: len(played.changed(each.orders)))


def _judged(played: Played, names: tuple[Power, Power], plan: Orders, stopped: Sequence[int]) -> Moment | None:
    """The deal as a moment, if it is one; else None."""
    pair = POWERS.index(names[0]), POWERS.index(names[1])
    plan = _needed(played, pair, plan, stopped)
    powers = played.movement.boards.powers[0]
    parts = [{column: code for column, code in plan.items() if powers[column] == me} for me in pair]
    if not all(parts) or not _is_helped(played, plan):
        return None
    rows = np.concatenate([played.given, played.with_orders(plan), *(played.with_orders(part) for part in parts)])
    outcomes = played.resolve(rows)
    owners = played.settled(outcomes)
    owned = [owners == me for me in pair]
    won = [each[1] & ~each[0] for each in owned]
    # Row 2 has the first power's part of the deal alone, row 3 the second's.
    if not won[0].any() or any((each[0] & ~each[1]).any() for each in owned) or (owned[0][2] & won[0]).any():
        return None
    won[1] &= ~owned[1][3]
    chances = played.chances_of(outcomes)[:, pair]
    gains = 100 * (chances[1] - chances[0])
    counts = [[int(row.sum()) for row in each[:2]] for each in owned]
    more = np.array([count[1] - count[0] for count in counts])
    if not _serves_both(more, chances[0], gains) or attackers(played, rows[1], *names):
        return None
    if _best_alone(played, pair[1], parts[1]) > chances[1][1]:
        return None
    if (won[0] & _won_alone(played, names[0])).any():
        return None
    if any(not played.broken(name, rows[1]) <= played.broken(name, rows[0]) for name in names):
        return None
    held = _held(played, pair, plan, won)
    if held < _HOLDS * SAMPLES:
        return None
    before = played.movement.boards.owners[0]
    losers = [me for me in range(len(POWERS)) if me not in pair and (owners[1] == me).sum() < (owners[0] == me).sum()]
    if not losers and more[1] <= 0:
        return None
    return Moment(
        "deal",
        played.name,
        names,
        weight=round(float(gains.sum()) + _A_CENTER * int(more.sum()), 1),
        places=tuple(places_in(won[0])),
        also=tuple(places_in(won[1])),
        is_kept=all(before[at] == pair[0] for at in np.flatnonzero(won[0])),
        rivals=tuple(POWERS[each] for each in losers),
        ordered={name: played.texts(rows[0], sorted(part)) for name, part in zip(names, parts, strict=True)},
        better={name: played.texts(rows[1], sorted(part)) for name, part in zip(names, parts, strict=True)},
        centers=dict(zip(names, counts, strict=True)),
        chances={name: points(np.array([played.before[pair[at]], *chances[:2, at]])) for at, name in enumerate(names)},
        holds=(held, SAMPLES),
        is_last_year=played.is_last_year,
        is_open=any(played.is_open(outcomes, 1, me) for me in pair),
    )


def _held(played: Played, pair: tuple[int, int], plan: Mapping[int, int], won: list[Flags]) -> int:
    """Number of foreseen order sets in which the deal does its work.

    Both have what it brings them. Where the second wins no center, its chance has to be greater than without the deal.
    """
    mine = np.isin(played.movement.boards.powers[0], pair)
    without = played.foreseen.copy()
    without[:, mine] = played.given[0, mine]
    outcomes = played.resolve(played.with_orders(plan, without))
    owners = played.owners_of(outcomes)
    both = [(owners[:, flags] == me).all(axis=1) for me, flags in zip(pair, won, strict=True)]
    if not won[1].any():
        less = played.chances_of(played.resolve(without))[:, pair[1]]
        both.append(played.chances_of(outcomes)[:, pair[1]] > less)
    return int(np.logical_and.reduce(both).sum())


def _best_alone(played: Played, me: int, part: Orders) -> float:
    """Best chance of the helper with another order for one unit.

    The unit is of its part of the deal; all else is as given.
    """
    plans = [{column: code} for column in part for code in honest_orders(played, column).tolist()]
    rows = np.concatenate([played.with_orders(each) for each in plans])
    return float(played.chances_of(played.resolve(rows))[:, me].max())


def _won_alone(played: Played, power: Power) -> Flags:
    """Centers that a power's own honest orders would bring it."""
    search = played.alone(power)
    plans = [search.orders_of(plan) for plan in search.population]
    plans += [each.orders for each in helps_of(played, power, power)] + moves_of(played, power)
    rows = np.concatenate([played.given, *(played.with_orders(each) for each in plans)])
    return np.asarray((played.owners_of(played.resolve(rows)) == POWERS.index(power)).any(axis=0), np.bool_)


def _is_helped(played: Played, orders: Mapping[int, int]) -> bool:
    """True if one of the two helps a unit of the other."""
    powers, province = played.movement.boards.powers[0], PROVINCE_AT[played.movement.boards.regions[0]]
    for column, code in orders.items():
        if code & VERB in {SUPPORT_MOVE, SUPPORT_HOLD, CONVOY}:
            ward = np.flatnonzero(province == PROVINCE_AT[code >> OTHER_SHIFT & PART])
            if len(ward) == 1 and powers[ward[0]] != powers[column]:
                return True
    return False


def _needed(played: Played, pair: tuple[int, int], plan: Orders, stopped: Sequence[int]) -> Orders:
    """Leave out what brings neither of the two anything.

    The orders that are helped stay, though they be as given: who reads the deal wants to know them.

    stopped: columns that may not attack as they did.
    """

    def judged(some: Mapping[int, int]) -> tuple[list[int], list[float]]:
        outcomes = played.resolve(played.with_orders(some))
        owners, chances = played.settled(outcomes)[0], played.chances_of(outcomes)[0]
        return [int((owners == me).sum()) for me in pair], [float(chances[me]) for me in pair]

    counts, chances = judged(plan)
    given = judged({})[1]

    def is_good(fewer: Mapping[int, int]) -> bool:
        count, chance = judged(fewer)
        # Nobody gives up more than a quarter of its gain for a shorter deal.
        enough = all(now >= most - (most - less) / 4 for now, most, less in zip(chance, chances, given, strict=True))
        return enough and all(have >= want for have, want in zip(count, counts, strict=True))

    kept = fewest(played, played.changed(plan), is_good, stopped)
    province = PROVINCE_AT[played.movement.boards.regions[0]]
    helped = {
        int(PROVINCE_AT[code >> OTHER_SHIFT & PART])
        for code in kept.values()
        if code & VERB in {SUPPORT_MOVE, SUPPORT_HOLD, CONVOY}
    }
    named = {column for column in plan if column in kept or province[column] in helped}
    return {column: kept.get(column, code) for column, code in plan.items() if column in named}
