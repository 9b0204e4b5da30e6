"""Blunders and missed centers.

Other orders were better by what the others did, and by what one could foresee.
"""

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from adjudication.powers import POWERS, Power
from bots.review.advice import fewest
from bots.review.moment import Moment
from bots.review.played import SAMPLES, Played, is_much, places_in, points

__all__ = ["fewest_changes", "mistakes_in"]

_ROBUST: Final = 6_000
_WORTH_A_LOOK: Final = 0.3
"""Centers of learnt worth under which nobody looks closer."""
_HOLDS: Final = 0.6
_SURER: Final = 0.25
"""Better orders win the center in this share of what is foreseen, and in so much more of it than those given."""
_LATER: Final = 0.25
"""Centers that they bring a year later, when simple bots play on; not asked where the game ends."""
_POINTS: Final = 2.0
_TRIFLE: Final = 0.25
"""Share of the chance won that may be given up for fewer changes."""
_TRADE: Final = 0.5
"""Share of the chance won that may be given up to win as many centers without losing another."""
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
    search = played.alone(power)
    given = {int(column): int(played.given[0, column]) for column in played.columns(power)}
    before = search.worth_of(given)
    if before is None:
        return None
    if search.utilities.max() < before + _WORTH_A_LOOK and not played.is_end:
        return None
    wide = played.search(power, played.foreseen, interests)
    wide.seed(search.population)
    wide.run(_ROBUST)
    foreseen = wide.worth_of(given) or 0.0
    best: tuple[float, float, dict[int, int]] | None = None
    for plan in [*search.population, *wide.population]:
        orders = search.orders_of(plan)
        now, then = search.worth_of(orders), wide.worth_of(orders)
        if now is None or then is None:
            continue
        gains = now - before, then - foreseen
        # Where the game ends, only the place counts, not what the board is worth.
        place = _place(played, power, orders) if played.is_end else 0.0
        is_better = place > _place(played, power, given) if played.is_end else min(gains) > 0
        if is_better and (played.is_end or gains[0] >= _WORTH_A_LOOK):
            best = max(best or (0.0, -np.inf, {}), (place, sum(gains), orders), key=lambda each: each[:2])
    return None if best is None else played.changed(best[2])


def _place(played: Played, power: Power, orders: Mapping[int, int]) -> float:
    """Share of the first place with other orders of a power."""
    return float(played.chances_of(played.resolve(played.with_orders(orders)))[0, POWERS.index(power)])


def fewest_changes(played: Played, power: Power, changes: dict[int, int]) -> dict[int, int]:
    """Leave out changes that bring little, or only trade centers."""
    me = POWERS.index(power)
    had = played.owners == me

    def judged(orders: Mapping[int, int]) -> tuple[int, float, int]:
        outcomes = played.resolve(played.with_orders(orders))
        mine = played.settled(outcomes)[0] == me
        return int(mine.sum()), 100 * float(played.chances_of(outcomes)[0, me]), int((had & ~mine).sum())

    centers, chance, given_up = judged(changes)
    gain = chance - judged({})[1]

    def is_good(fewer: Mapping[int, int]) -> bool:
        count, now, less = judged(fewer)
        trifle = _TRIFLE if less >= given_up else _TRADE
        return bool(fewer) and count >= centers and now >= chance - trifle * gain

    return fewest(played, changes, is_good)


def _told(played: Played, power: Power, changes: dict[int, int], lost: set[str]) -> Moment | None:
    """The moment, where the board shows it; else None."""
    me = POWERS.index(power)
    changes = fewest_changes(played, power, changes)
    rows = np.concatenate([played.given, played.with_orders(changes)])
    outcomes = played.resolve(rows)
    mine = played.settled(outcomes) == me
    if mine[1].sum() <= mine[0].sum():
        return None
    owned = played.movement.boards.owners[0] == me
    kept = places_in(owned & mine[1] & ~mine[0])
    won = places_in(mine[1] & ~mine[0] & ~owned)
    if not played.is_fall:
        # In the spring nothing is counted: only what was then lost for good is a mistake.
        kept = [place for place in kept if place in lost]
        won = [place for place in places_in(mine[1] & ~mine[0]) if place not in kept] if kept else []
    at_stake, also = (kept, won) if kept else (won, [])
    if len(changes) > _MOST_CHANGES or not played.broken(power, rows[1]) <= played.broken(power, rows[0]):
        return None
    chances = np.array([played.before[me], *played.chances_of(outcomes)[:, me]])
    gain = 100 * float(chances[2] - chances[1])
    if not at_stake or gain < _POINTS or not is_much(float(chances[2]), float(chances[1])):
        return None
    ours = played.holding(power, changes, at_stake[0])
    theirs = played.holding(power, {}, at_stake[0])
    if ours < _HOLDS * SAMPLES or ours < theirs + _SURER * SAMPLES:
        return None
    later = () if played.is_end else tuple(played.later(rows)[:, me].tolist())
    if later and later[1] < later[0] + _LATER:
        return None
    columns = sorted(changes)
    return Moment(
        "blunder" if kept else "missed",
        played.name,
        (power,),
        weight=round(gain, 1),
        places=tuple(at_stake),
        also=tuple(also),
        given_up=tuple(places_in(mine[0] & ~mine[1])),
        ordered={power: played.texts(rows[0], columns)},
        better={power: played.texts(rows[1], columns)},
        centers={power: [int(mine[0].sum()), int(mine[1].sum())]},
        chances={power: points(chances)},
        holds=(ours, theirs, SAMPLES),
        later=tuple(round(each, 1) for each in later),
        is_last_year=played.is_last_year,
        is_open=played.is_open(outcomes, 1, me),
    )
