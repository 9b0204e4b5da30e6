"""Supports without which an attack or a defence would have failed."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from adjudication.encoding import (
    FLEET,
    HOLD,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    UNIT_SHIFT,
    VERB,
)
from adjudication.powers import POWERS
from bots.review.moment import Moment
from bots.review.played import Played, is_much, places_in, points

__all__ = ["supports_in"]

_POINTS: Final = 3.0
_OWN_POINTS: Final = 20.0
"""Percentage points a support brought; an own one is told of only where that is much."""


def supports_in(played: Played) -> Iterator[Moment]:
    """Find supports that won or saved a center in a fall.

    Without this one order it would not have been so.
    """
    if not played.is_fall:
        return
    boards, given = played.movement.boards, played.given[0]
    verbs = given & VERB
    province = PROVINCE_AT[boards.regions[0]]
    for column in np.flatnonzero((verbs == SUPPORT_MOVE) | (verbs == SUPPORT_HOLD)).tolist():
        code = int(given[column])
        ward = np.flatnonzero(province == PROVINCE_AT[code >> OTHER_SHIFT & PART])
        if len(ward) != 1:
            continue
        helper, helped = int(boards.powers[0, column]), int(boards.powers[0, ward[0]])
        holding = HOLD | code & (PART << UNIT_SHIFT) | code & FLEET
        rows = np.concatenate([played.given, played.with_orders({column: holding})])
        outcomes = played.resolve(rows)
        owned = played.settled(outcomes) == helped
        places = places_in(owned[0] & ~owned[1])
        chances = played.chances_of(outcomes)[:, helped]
        gain = 100 * float(chances[0] - chances[1])
        if not places or owned[0].sum() <= owned[1].sum() or gain < (_POINTS if helper != helped else _OWN_POINTS):
            continue
        if not is_much(float(chances[0]), float(chances[1])):
            continue
        powers = (POWERS[helper],) if helper == helped else (POWERS[helper], POWERS[helped])
        who = POWERS[helped]
        ordered = {POWERS[helper]: played.texts(given, [column])}
        ordered[who] = [*ordered.get(who, []), *played.texts(given, [int(ward[0])])]
        yield Moment(
            "support",
            played.name,
            powers,
            weight=round(gain, 1),
            places=tuple(places),
            ordered=ordered,
            centers={who: [int(owned[0].sum()), int(owned[1].sum())]},
            chances={who: [*points(np.array([played.before[helped]])), *points(chances)]},
            is_last_year=played.is_last_year,
            is_open=played.is_open(outcomes, 1, helped),
        )
