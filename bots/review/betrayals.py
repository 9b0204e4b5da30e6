"""Betrayals that paid: broken promises, compared with keeping them."""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from adjudication.powers import POWERS, Power
from bots.hana.search.problem import SideInterests
from bots.review.moment import Moment
from bots.review.played import DEAR, Played, points

__all__ = ["betrayals_in"]

_EFFORT: Final = 1500
_POINTS: Final = 3.0
_TRIFLE: Final = 0.01


def betrayals_in(played: Played, taken: Mapping[tuple[Power, Power], list[str]]) -> Iterator[Moment]:
    """Find broken promises that beat the best honest orders.

    taken: by power and victim, centers that changed hands between the two by the end of the year.
    """
    seen = set()
    for breach in played.phase.breaches:
        victims = [each for each in breach.to if taken.get((breach.power, each))]
        if not victims or (breach.power, victims[0]) in seen or breach.power not in played.powers:
            continue
        seen.add((breach.power, victims[0]))
        me = POWERS.index(breach.power)
        broken = [each for each in played.pledges.of(breach.power) if each.agreement == breach.deal]
        promises = tuple((each.breaks, DEAR) for each in broken)
        search = played.search(breach.power, played.given, SideInterests(promises=promises))
        search.run(_EFFORT)
        columns = played.columns(breach.power)
        at_fault = _orders_at_fault(played, columns.tolist(), [each.breaks for each in broken])
        changes = _fewest(played, me, played.changed(search.best), at_fault)
        rows = np.concatenate([played.given, played.with_orders(changes)])
        chances = played.chances_of(played.resolve(rows))[:, me]
        gain = 100 * float(chances[0] - chances[1])
        if not at_fault or search.broken_by_best() or gain < _POINTS:
            continue
        yield Moment(
            "betrayal",
            played.name,
            (breach.power, *victims),
            weight=round(gain + 4 * len(taken[breach.power, victims[0]]), 1),
            places=tuple(taken[breach.power, victims[0]]),
            ordered={breach.power: played.texts(rows[0], at_fault)},
            better={breach.power: played.texts(rows[1], sorted(changes))},
            chances={breach.power: [*points(np.array([played.before[me]])), *points(chances)]},
            told=breach.reason,
            is_talk=True,
        )


def _fewest(played: Played, me: int, changes: dict[int, int], at_fault: list[int]) -> dict[int, int]:
    """Leave out changes that hardly matter, but no honest order."""

    def chance(some: dict[int, int]) -> float:
        return float(played.chances_of(played.resolve(played.with_orders(some)))[0, me])

    kept, least = dict(changes), chance(changes) - _TRIFLE
    for column in sorted(set(changes) - set(at_fault)):
        fewer = {other: code for other, code in kept.items() if other != column}
        if chance(fewer) >= least:
            kept = fewer
    return kept


def _orders_at_fault(played: Played, columns: list[int], breaks: list[np.ndarray]) -> list[int]:
    """Columns of the orders that break a promise."""
    legal = played.movement.legal
    found = []
    for column in columns:
        place = int(legal.starts[column]) + int(np.searchsorted(legal.of(column), played.given[0, column]))
        if any(place < len(flags) and flags[place] for flags in breaks):
            found.append(column)
    return found
