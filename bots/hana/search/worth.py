"""Worth of a position to a power: U(T(ω, p̄)) (thesis, definition 20).

Counted on the result of a movement phase.

All parameters stand in one place, `Weights`. A higher worth is better; the unit is one supply center.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from adjudication.batch import Boards, Outcomes
from adjudication.batch.compiling import count_bits, word
from adjudication.encoding import CENTERS
from adjudication.powers import POWERS, Power
from bots.hana.search.features import PLANES, Sight, new_sight
from bots.hana.search.learnt import Net, net_called, net_worth
from bots.hana.search.tables import CENTER_MASKS, PROVINCE_MASKS, STEP_MASKS, searcher

__all__ = [
    "NO_REGARDS",
    "STANDARD_WEIGHTS",
    "Weights",
    "judge",
    "judge_rows",
    "regards_array",
    "row_worth",
    "worth_of_boards",
    "worth_of_rows",
]

Numbers: TypeAlias = npt.NDArray[np.float64]
Words: TypeAlias = npt.NDArray[np.int64]
Bytes: TypeAlias = npt.NDArray[np.int8]
Flags: TypeAlias = npt.NDArray[np.bool_]
Whole: TypeAlias = Any

_CENTERS: Final = len(CENTERS)
_SEATS: Final = len(POWERS)
_VICTORY: Final = 18
_NEAR_VICTORY: Final = 14
"""Centers from which another may have eighteen after a phase."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights of the features, in centers.

    The order of the fields is the order in the compiled array.
    """

    center: float = 1.0
    """A center I own, or own when I stand in it: in spring centers count as if the fall ended now."""
    threat: float = 0.3
    """A center not mine into which more of my units can move than any other power has there or could bring."""
    danger: float = 0.0
    """A center of mine into which another power can move more units than I have there or could bring."""
    lost: float = -0.5
    """A unit of mine that was dislodged."""
    beaten: float = 0.2
    """A unit of somebody else that was dislodged."""
    reach: float = 0.03
    """A province into which a unit of mine could move."""
    victory: float = 3.0
    """Eighteen centers."""
    defeat: float = -15.0
    """Eighteen centers of somebody else, which end the game."""
    net: str = ""
    """The learnt worth (`bots.hana.search.learnt`) that is asked instead of all this; "" for none."""

    @property
    def learnt(self) -> Net:
        """The net, NO_NET for none."""
        return net_called(self.net)

    def as_array(self) -> Numbers:
        """The weights as the compiled functions read them: float64 (8,).

        Nobody writes to it.
        """
        return _as_array(self)


@cache
def _as_array(weights: Weights) -> Numbers:
    counts = (weights.center, weights.threat, weights.danger, weights.lost, weights.beaten, weights.reach)
    return np.array((*counts, weights.victory, weights.defeat), np.float64)


STANDARD_WEIGHTS: Final = Weights()

NO_REGARDS: Final[Mapping[Power, float]] = MappingProxyType({})


def regards_array(regards: Mapping[Power, float]) -> Numbers:
    """Weights of each power's centers as an array: float64 (7,)."""
    return np.array([regards.get(power, 0.0) for power in POWERS], np.float64)


@searcher
def _owned(owners: Bytes, me: Whole) -> Whole:
    """The centers of a power, a bit each."""
    owned = word(0)
    for place in range(_CENTERS):
        owned |= word(owners[place] == me) << place
    return owned


@searcher
def _leader(owners: Bytes, me: Whole) -> Whole:
    """The other power that may win now, -1 where none is so large."""
    for power in range(_SEATS):
        if power != me and count_bits(_owned(owners, power)) >= _NEAR_VICTORY:
            return power
    return -1


@searcher
def _put(planes: Words, power: Whole, ones: Whole, twos: Whole, fours: Whole, eights: Whole) -> None:  # noqa: PLR0917
    base = PLANES * power
    planes[base], planes[base + 1], planes[base + 2], planes[base + 3] = ones, twos, fours, eights


@searcher
def _more(planes: Words, one: Whole, other: Whole) -> Whole:
    """The centers at which more units were counted of one power than of another, a bit each."""
    more, alike = word(0), word(-1)
    for plane in range(PLANES - 1, -1, -1):
        first, second = planes[one * PLANES + plane], planes[other * PLANES + plane]
        more |= alike & first & ~second
        alike &= ~(first ^ second)
    return more


@searcher
def row_worth(  # noqa: PLR0917 - compiled functions take their arguments by position
    regions: Bytes,
    powers: Bytes,
    fleets: Flags,
    count: Whole,
    owners: Bytes,
    owned: Whole,
    leader: Whole,
    me: Whole,
    regards: Numbers,
    spared: Whole,
    friends: Whole,
    after: Bytes,
    attackers: Bytes,
    weights: Numbers,
    planes: Words,
) -> float:
    """The worth to `me` of what became of one order set.

    regions, powers, fleets: by unit, before the movement; owners: by center, -1 for nobody; owned: a bit for
    each center of mine; leader: `_leader`. regards: float64 (7,), what
    a center of each power counts beside. spared: a bit for each center that I do not threaten; friends: a bit for each
    power whose units are no danger to mine. after, attackers: one row of `Outcomes`. planes: scratch (`Sight.planes`).
    """
    planes[:] = 0
    held = taken = near = led = word(0)
    low = high = word(0)
    lost = beaten = 0
    beside = 0.0
    stirred = regards.any()
    # Count each power's units at all centers at once, in bits. Units are sorted by power, so the counts of one power
    # are complete when the next begins.
    seat = word(0)
    ones = twos = fours = eights = word(0)
    for unit in range(count):
        power = word(powers[unit])
        if attackers[unit] >= 0:
            if power == me:
                lost += 1
            else:
                beaten += 1
            continue
        if power != seat:
            _put(planes, seat, ones, twos, fours, eights)
            seat = power
            base = PLANES * power
            ones, twos, fours, eights = planes[base], planes[base + 1], planes[base + 2], planes[base + 3]
        region = word(after[unit])
        kind = 1 if fleets[unit] else 0
        center = CENTER_MASKS[region]
        steps = STEP_MASKS[kind, region]
        if stirred and center:
            beside += regards[power]
        carry = center | steps
        ones, carry = ones ^ carry, ones & carry
        twos, carry = twos ^ carry, twos & carry
        fours, carry = fours ^ carry, fours & carry
        eights ^= carry
        if power == me:
            near |= steps
            held |= center
            low |= PROVINCE_MASKS[kind, region, 0]
            high |= PROVINCE_MASKS[kind, region, 1]
        else:
            taken |= center
            if power == leader:
                led |= center
    _put(planes, seat, ones, twos, fours, eights)
    if stirred:
        for place in range(_CENTERS):
            if owners[place] >= 0 and not (held | taken) >> place & 1:
                beside += regards[owners[place]]
    mine = (owned & ~taken) | held
    ahead, behind = word(-1), word(0)
    for power in range(_SEATS):
        if power != me:
            ahead &= _more(planes, me, power)
            if weights[2] != 0 and not friends >> power & 1:
                behind |= _more(planes, power, me)
    threats = count_bits(near & ~mine & ~spared & ahead)
    dangers = count_bits(mine & ~spared & behind)
    centers = count_bits(mine)
    worth = weights[0] * centers + weights[1] * threats + weights[2] * dangers + weights[3] * lost
    worth += weights[4] * beaten + weights[5] * (count_bits(low) + count_bits(high)) + beside
    if centers >= _VICTORY:
        worth += weights[6]
    if leader >= 0 and count_bits((_owned(owners, leader) & ~(held | taken)) | led) >= _VICTORY:
        worth += weights[7]
    return float(worth)


@searcher
def judge(  # noqa: PLR0917
    regions: Bytes,
    powers: Bytes,
    fleets: Flags,
    count: Whole,
    owners: Bytes,
    me: Whole,
    regards: Numbers,
    spared: Whole,
    friends: Whole,
    after: Bytes,
    attackers: Bytes,
    fall: Whole,
    weights: Numbers,
    net: Net,
    sight: Sight,
) -> float:
    """`row_worth`, or what the net says where there is one. fall: 1 in the fall, else 0."""
    if len(net.skip) == 0:
        return row_worth(
            regions,
            powers,
            fleets,
            count,
            owners,
            _owned(owners, me),
            _leader(owners, me),
            me,
            regards,
            spared,
            friends,
            after,
            attackers,
            weights,
            sight.planes,
        )
    return net_worth(
        regions, powers, fleets, count, owners, me, regards, spared, friends, after, attackers, fall, net, sight
    )


@searcher
def judge_rows(  # noqa: PLR0917
    regions: Bytes,
    powers: Bytes,
    fleets: Flags,
    count: Whole,
    owners: Bytes,
    me: Whole,
    regards: Numbers,
    spared: Whole,
    friends: Whole,
    outcomes: Outcomes,
    fall: Whole,
    weights: Numbers,
    net: Net,
    sight: Sight,
    worth: Numbers,
) -> None:
    """`judge` each row of outcomes of a single position; written into worth, float64 (rows,)."""
    # A call of `row_worth` is compiled into the loop, one of `judge` costs as much as half of what it does.
    if len(net.skip):
        for row in range(len(worth)):
            worth[row] = net_worth(
                regions,
                powers,
                fleets,
                count,
                owners,
                me,
                regards,
                spared,
                friends,
                outcomes.after[row],
                outcomes.attackers[row],
                fall,
                net,
                sight,
            )
    else:
        owned, leader = _owned(owners, me), _leader(owners, me)
        for row in range(len(worth)):
            worth[row] = row_worth(
                regions,
                powers,
                fleets,
                count,
                owners,
                owned,
                leader,
                me,
                regards,
                spared,
                friends,
                outcomes.after[row],
                outcomes.attackers[row],
                weights,
                sight.planes,
            )


@searcher
def _worth_of_rows(  # noqa: PLR0917
    regions: Bytes,
    powers: Bytes,
    fleets: Flags,
    count: Whole,
    owners: Bytes,
    me: Whole,
    regards: Numbers,
    outcomes: Outcomes,
    fall: Whole,
    weights: Numbers,
    net: Net,
    worth: Numbers,
) -> None:
    nobody = word(0)
    judge_rows(
        regions,
        powers,
        fleets,
        count,
        owners,
        me,
        regards,
        nobody,
        nobody,
        outcomes,
        fall,
        weights,
        net,
        new_sight(),
        worth,
    )


def worth_of_rows(
    boards: Boards,
    outcomes: Outcomes,
    power: str,
    weights: Weights = STANDARD_WEIGHTS,
    regards: Mapping[Power, float] = NO_REGARDS,
) -> Numbers:
    """The worth to a power of every row of outcomes of a single position: float64 (rows,).

    regards: what a center of another power counts, in centers.
    """
    worth = np.zeros(len(outcomes.after), np.float64)
    _worth_of_rows(
        boards.regions[0],
        boards.powers[0],
        boards.fleets[0],
        int(boards.counts[0]),
        boards.owners[0],
        POWERS.index(power),
        regards_array(regards),
        outcomes,
        int(boards.turns[0] % 2),
        weights.as_array(),
        weights.learnt,
        worth,
    )
    return worth


@searcher
def _worth_of_boards(  # noqa: PLR0917
    regions: Bytes,
    powers: Bytes,
    fleets: Flags,
    counts: Bytes,
    owners: Bytes,
    me: Whole,
    outcomes: Outcomes,
    fall: Whole,
    weights: Numbers,
    net: Net,
    worth: Numbers,
) -> None:
    sight = new_sight()
    regards = np.zeros(_SEATS, np.float64)
    for row in range(len(worth)):
        worth[row] = judge(
            regions[row],
            powers[row],
            fleets[row],
            word(counts[row]),
            owners[row],
            me,
            regards,
            word(0),
            word(0),
            outcomes.after[row],
            outcomes.attackers[row],
            fall,
            weights,
            net,
            sight,
        )


def worth_of_boards(boards: Boards, outcomes: Outcomes, power: str, weights: Weights = STANDARD_WEIGHTS) -> Numbers:
    """The worth to a power of what became of many boards of one turn, a row each: float64 (rows,)."""
    worth = np.zeros(len(outcomes.after), np.float64)
    _worth_of_boards(
        boards.regions,
        boards.powers,
        boards.fleets,
        boards.counts,
        boards.owners,
        POWERS.index(power),
        outcomes,
        int(boards.turns[0] % 2),
        weights.as_array(),
        weights.learnt,
        worth,
    )
    return worth
