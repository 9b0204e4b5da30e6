"""Betrayals that paid: broken promises, compared with keeping every promise."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from adjudication.board import Province
from adjudication.powers import POWERS, Power
from bots.hana.foresee.pledges import Pledge
from bots.review.advice import fewest
from bots.review.moment import Moment
from bots.review.played import Breach, Played, is_much, places_in, points

__all__ = ["betrayals_in"]

_POINTS: Final = 3.0
_TRIFLE: Final = 0.1
"""Share of the chance that the breach won that the honest orders may give up for fewer changes."""


def betrayals_in(played: Played, owned: Mapping[Power, Collection[Province]]) -> Iterator[Moment]:
    """Find broken promises that won more than honest orders.

    owned: by power, its centers at the year's end.
    """
    for power in played.powers:
        breaches = [each for each in played.phase.breaches if each.power == power]
        if breaches:
            moment = _betrayal(played, power, breaches, owned.get(power, ()))
            if moment is not None:
                yield moment


def _betrayal(played: Played, power: Power, breaches: Sequence[Breach], owned: Collection[Province]) -> Moment | None:
    me, pledges = POWERS.index(power), played.pledges.of(power)
    told = [each for each in pledges if any(each.agreement == breach.deal for breach in breaches)]
    at_fault = _orders_at_fault(played, power, pledges)
    if not _orders_at_fault(played, power, told):
        return None
    changes = _honest(played, power, at_fault)
    if changes is None:
        return None
    # The last row keeps the promises and is else as it was given: a center that it wins too was not won by the breach.
    least = played.with_orders({column: code for column, code in changes.items() if column in at_fault})
    rows = np.concatenate([played.given, played.with_orders(changes), least])
    outcomes = played.resolve(rows)
    mine = played.settled(outcomes) == me
    places = places_in(mine[0] & ~mine[1] & ~mine[2])
    places = [each for each in places if played.is_fall or each in owned]
    chances = played.chances_of(outcomes)[:, me]
    gain = 100 * float(chances[0] - chances[1])
    if not places or mine[0].sum() <= mine[1].sum() or gain < _POINTS:
        return None
    if not is_much(float(chances[0]), float(chances[1])):
        return None
    before = played.movement.boards.owners[0] == me
    new = [each for each in places if each not in places_in(before)]
    return Moment(
        "betrayal",
        played.name,
        (power, *dict.fromkeys(each for breach in breaches for each in breach.to)),
        weight=round(gain + 4 * len(places), 1),
        places=tuple(new or places),
        also=tuple(each for each in places if each not in new) if new else (),
        traded=(tuple(places_in(mine[0] & ~mine[1])), tuple(places_in(mine[1] & ~mine[0]))),
        ordered={power: played.texts(rows[0], at_fault)},
        better={power: played.texts(rows[1], sorted(changes))},
        centers={power: [int(each.sum()) for each in mine[:2]]},
        chances={power: points(np.array([played.before[me], *chances[:2]]))},
        told=_told(played, power, breaches),
        is_kept=not new,
        is_talk=True,
        is_last_year=played.is_last_year,
        is_open=played.is_open(outcomes, 1, me),
    )


def _told(played: Played, power: Power, breaches: Sequence[Breach]) -> str:
    """Sentences of the ledger: what the power broke, what its partners."""
    partners = {each for breach in breaches for each in breach.to}
    back = [each.reason for each in played.phase.breaches if each.power in partners and power in each.to]
    own = " ".join(dict.fromkeys(each.reason for each in breaches))
    return f"{own} In the same season: {' '.join(dict.fromkeys(back))}" if back else own


def _honest(played: Played, power: Power, at_fault: Collection[int]) -> dict[int, int] | None:
    """Good changes that keep every promise; None where none are found."""
    me, search = POWERS.index(power), played.alone(power)

    def chance(changes: Mapping[int, int]) -> float:
        return float(played.chances_of(played.resolve(played.with_orders(changes)))[0, me])

    def count(changes: Mapping[int, int]) -> int:
        return int((played.settled(played.resolve(played.with_orders(changes)))[0] == me).sum())

    def is_kept(changes: Mapping[int, int]) -> bool:
        return not played.broken(power, played.with_orders(changes)[0])

    plans = [search.orders_of(plan) for plan in search.population]
    honest = [played.changed(each) for each in plans if not search.breaks(each)]
    honest.append({column: int(played.movement.legal.of(column)[0]) for column in at_fault})
    honest.sort(key=lambda each: (-chance(each), len(each)))
    best = next((each for each in honest if is_kept(each)), None)
    if best is None:
        return None
    least, centers = chance(best) - _TRIFLE * max(0.0, float(played.chances[me]) - chance(best)), count(best)

    def is_good(fewer: Mapping[int, int]) -> bool:
        return chance(fewer) >= least and count(fewer) >= centers and is_kept(fewer)

    return fewest(played, best, is_good, at_fault)


def _orders_at_fault(played: Played, power: Power, pledges: Sequence[Pledge]) -> list[int]:
    """Columns of the orders given that break one of these promises."""
    legal, found = played.movement.legal, []
    for column in played.columns(power).tolist():
        place = legal.index(column, played.given[0, column])
        if any(place < len(each.breaks) and each.breaks[place] for each in pledges):
            found.append(column)
    return found
