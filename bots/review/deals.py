"""Deals to be had: two powers could each have a center more."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Final

import numpy as np

from adjudication.encoding import CONVOY, OTHER_SHIFT, PART, PROVINCE_AT, SUPPORT_HOLD, SUPPORT_MOVE, VERB
from adjudication.powers import POWERS, Power
from bots.hana.search.near import units_near
from bots.review.moment import Moment
from bots.review.played import SAMPLES, Played, points

__all__ = ["deals_in"]

_EFFORT: Final = 2_000
_MOST_PARTNERS: Final = 8
_REGARD: Final = 1.0
_MEAN: Final = 0.4
"""Centers that the deal brings each of the two on average against what is foreseen of the others."""
_POINTS: Final = 1.0
_HOLDS: Final = 0.5
"""Share of what is foreseen of the others in which both get their center."""
_MOST_ORDERS: Final = 4


def deals_in(played: Played) -> Iterator[Moment]:
    """Find the best deal of each two powers in a fall.

    All other orders are as they were given.
    """
    if not played.is_fall:
        return
    for one, other in combinations(played.powers, 2):
        partners = units_near(played.movement, one, (other,), _MOST_PARTNERS)
        found = _deal(played, one, other, partners) if partners else None
        if found is not None:
            yield found


def _deal(played: Played, one: Power, other: Power, partners: tuple[int, ...]) -> Moment | None:
    interests = replace(played.honest(one), regards={other: _REGARD})
    if played.pledges.of(other):
        interests = replace(interests, barred=played.pledges.barred)
    search = played.search(one, played.given, interests, partners)
    search.run(_EFFORT)
    pair = POWERS.index(one), POWERS.index(other)
    plans = {tuple(played.changed(search.orders_of(plan)).items()) for plan in search.population}
    best: tuple[float, Moment] | None = None
    for plan in sorted(plans):
        moment = _judged(played, pair, dict(plan))
        if moment is not None and (best is None or moment.weight > best[0]):
            best = moment.weight, moment
    return None if best is None else best[1]


def _judged(played: Played, pair: tuple[int, int], orders: dict[int, int]) -> Moment | None:
    """The deal as a moment, if both gain a center by the other.

    Neither would have it without the other's part; else None.
    """
    orders = _needed(played, pair, orders)
    powers = played.movement.boards.powers[0]
    parts = [{column: code for column, code in orders.items() if powers[column] == me} for me in pair]
    if not all(parts) or len(orders) > _MOST_ORDERS or not _is_helped(played, orders):
        return None
    rows = np.concatenate([played.given, played.with_orders(orders), *(played.with_orders(part) for part in parts)])
    outcomes = played.resolve(rows)
    owners = played.owners_of(outcomes)
    counts = np.array([[int((row == me).sum()) for me in pair] for row in owners])
    # Row 2 has the first power's part of the deal alone, row 3 the second's.
    if not (counts[1] > counts[0]).all() or counts[2][0] >= counts[1][0] or counts[3][1] >= counts[1][1]:
        return None
    chances = played.chances_of(outcomes)[:, pair]
    gains = 100 * (chances[1] - chances[0])
    if gains.min() < _POINTS:
        return None
    with_it, without = played.foreseen.copy(), played.foreseen.copy()
    mine = np.isin(powers, pair)
    with_it[:, mine] = without[:, mine] = played.given[0, mine]
    with_it = played.with_orders(orders, with_it)
    after = [played.owners_of(played.resolve(each)) for each in (with_it, without)]
    means = [[float((each == me).sum(axis=1).mean()) for me in pair] for each in after]
    if any(more < less + _MEAN for more, less in zip(*means, strict=True)):
        return None
    names = tuple(POWERS[me] for me in pair)
    better = {name: played.texts(rows[1], sorted(part)) for name, part in zip(names, parts, strict=True)}
    ordered = {name: played.texts(rows[0], sorted(part)) for name, part in zip(names, parts, strict=True)}
    both = [(after[0] == me).sum(axis=1) > counts[0][at] for at, me in enumerate(pair)]
    held = int(np.logical_and(*both).sum())
    if held < _HOLDS * SAMPLES:
        return None
    return Moment(
        "deal",
        played.name,
        names,
        weight=round(float(gains.sum()), 1),
        ordered=ordered,
        better=better,
        centers={name: [int(counts[0][at]), int(counts[1][at])] for at, name in enumerate(names)},
        chances={name: points(np.array([played.before[pair[at]], *chances[:2, at]])) for at, name in enumerate(names)},
        holds=(held, SAMPLES),
    )


def _is_helped(played: Played, orders: dict[int, int]) -> bool:
    """True if one of the two helps a unit of the other."""
    powers, province = played.movement.boards.powers[0], PROVINCE_AT[played.movement.boards.regions[0]]
    for column, code in orders.items():
        if code & VERB in {SUPPORT_MOVE, SUPPORT_HOLD, CONVOY}:
            ward = np.flatnonzero(province == PROVINCE_AT[code >> OTHER_SHIFT & PART])
            if len(ward) == 1 and powers[ward[0]] != powers[column]:
                return True
    return False


def _needed(played: Played, pair: tuple[int, int], orders: dict[int, int]) -> dict[int, int]:
    """Leave out orders that bring neither of the two a center."""

    def counts(some: dict[int, int]) -> list[int]:
        owners = played.owners_of(played.resolve(played.with_orders(some)))[0]
        return [int((owners == me).sum()) for me in pair]

    kept, wanted = dict(orders), counts(orders)
    for column in sorted(orders):
        fewer = {other: code for other, code in kept.items() if other != column}
        if all(have >= want for have, want in zip(counts(fewer), wanted, strict=True)):
            kept = fewer
    return kept
