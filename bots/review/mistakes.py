"""Blunders and missed centers.

Other orders were better by what the others did, and by what one could foresee.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from adjudication.powers import POWERS, Power
from bots.review.moment import Moment
from bots.review.played import SAMPLES, Played, places_in, points

__all__ = ["fewest_changes", "mistakes_in"]

_EFFORT: Final = 1500
_ROBUST: Final = 6_000
_WORTH_A_LOOK: Final = 0.3
"""Centers of learnt worth under which nobody looks closer."""
_HOLDS: Final = 0.6
_SURER: Final = 0.25
"""Better orders win the center in this share of what is foreseen, and in so much more of it than those given."""
_LATER: Final = 0.25
"""Centers that they bring a year later, when simple bots play on."""
_POINTS: Final = 2.0
_TRIFLE: Final = 0.25
"""Share of the chance won that may be given up for fewer changes."""
_MOST_CHANGES: Final = 4


def mistakes_in(played: Played, lost: Mapping[Power, set[str]]) -> Iterator[Moment]:
    """Find mistakes of a movement phase.

    lost: by power, centers that it did not own any more at the year's end.
    """
    for power in played.powers:
        found = _better(played, power)
        if found is not None:
            moment = _told(played, power, found, lost.get(power, set()))
            if moment is not None:
                yield moment


def _better(played: Played, power: Power) -> dict[int, int] | None:
    """Find other orders of a power that do better.

    Against what was ordered and against what was foreseen; None where there are none.
    """
    interests = played.honest(power)
    search = played.search(power, played.given, interests)
    given = {int(column): int(played.given[0, column]) for column in played.columns(power)}
    before = search.worth_of(given)
    if before is None:
        return None
    search.run(_EFFORT)
    if search.utilities.max() < before + _WORTH_A_LOOK:
        return None
    wide = played.search(power, played.foreseen, interests)
    wide.seed(search.population)
    wide.run(_ROBUST)
    foreseen = wide.worth_of(given) or 0.0
    best: tuple[float, dict[int, int]] | None = None
    for plan in [*search.population, *wide.population]:
        orders = search.orders_of(plan)
        now, then = search.worth_of(orders), wide.worth_of(orders)
        if now is None or then is None:
            continue
        gains = now - before, then - foreseen
        if min(gains) > 0 and gains[0] >= _WORTH_A_LOOK and (best is None or sum(gains) > best[0]):
            best = sum(gains), orders
    return None if best is None else played.changed(best[1])


def fewest_changes(played: Played, power: Power, changes: dict[int, int]) -> dict[int, int]:
    """Leave out changes that bring no center and little chance."""
    me = POWERS.index(power)

    def judged(orders: Mapping[int, int]) -> tuple[int, float]:
        outcomes = played.resolve(played.with_orders(orders))
        return int((played.owners_of(outcomes)[0] == me).sum()), 100 * float(played.chances_of(outcomes)[0, me])

    kept = dict(changes)
    centers, chance = judged(kept)
    least = chance - _TRIFLE * (chance - judged({})[1])
    for column in sorted(changes):
        fewer = {other: code for other, code in kept.items() if other != column}
        count, now = judged(fewer)
        if fewer and count >= centers and now >= least:
            kept, centers = fewer, count
    return kept


def _told(played: Played, power: Power, changes: dict[int, int], lost: set[str]) -> Moment | None:
    """The moment, where the board shows it; else None."""
    me = POWERS.index(power)
    changes = fewest_changes(played, power, changes)
    rows = np.concatenate([played.given, played.with_orders(changes)])
    outcomes = played.resolve(rows)
    mine = played.owners_of(outcomes) == me
    if mine[1].sum() <= mine[0].sum():
        return None
    owned = played.movement.boards.owners[0] == me
    kept = places_in(owned & mine[1] & ~mine[0])
    won = places_in(mine[1] & ~mine[0] & ~owned)
    if not played.is_fall:
        # In the spring nothing is counted: only what was then lost for good is a mistake.
        kept, won = [place for place in kept if place in lost], []
    at_stake = kept or won
    if len(changes) > _MOST_CHANGES:
        return None
    chances = np.array([played.before[me], *played.chances_of(outcomes)[:, me]])
    gain = 100 * float(chances[2] - chances[1])
    if not at_stake or gain < _POINTS:
        return None
    ours = played.holding(power, changes, at_stake[0])
    theirs = played.holding(power, {}, at_stake[0])
    if ours < _HOLDS * SAMPLES or ours < theirs + _SURER * SAMPLES:
        return None
    later = played.later(rows)[:, me]
    if later[1] < later[0] + _LATER:
        return None
    columns = sorted(changes)
    return Moment(
        "blunder" if kept else "missed",
        played.name,
        (power,),
        weight=round(gain, 1),
        places=tuple(at_stake),
        ordered={power: played.texts(rows[0], columns)},
        better={power: played.texts(rows[1], columns)},
        centers={power: [int(mine[0].sum()), int(mine[1].sum())]},
        chances={power: points(chances)},
        holds=(ours, theirs, SAMPLES),
        later=tuple(round(float(each), 1) for each in later),
    )
