"""Reasons for the outcomes of a decided order set, over integers.

The reasons are those of the reference, to the letter: `adjudication.movement` says what each means.

A why is, from the lowest bit: the reason (6 bits), the power (3), then the provinces behind it, each as
its rank plus one (7).
"""

from typing import Final

from adjudication.batch.compiling import compiled, count_bits, lowest_bit, word
from adjudication.batch.layout import (
    ALLIES,
    ARRIVED,
    AT,
    BEHIND,
    BEHIND_UNITS,
    BY_SEA,
    ENTRANTS,
    GOAL,
    HELP,
    INTO,
    LIVE,
    MAX_UNITS,
    MOVERS,
    NOBODY,
    ORDER,
    PLACE,
    SEAWAY,
    SPENT,
    SUPPORTERS,
    Words,
)
from adjudication.batch.seas import joined
from adjudication.encoding import (
    COAST_SEAS,
    CONVOY,
    MOVE,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    RANK_AT,
    REGION_OF_RANK,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    VERB,
)
from adjudication.reasons import Reason

__all__ = ["HELD", "NO_ORDER", "REASONS", "first_by_name", "pack_why", "why_of", "why_parts"]

REASONS: Final = tuple(Reason)
"""Reasons by number."""

_WHY_POWER: Final = 6
_WHY_PLACES: Final = 9
_MOST_PLACES: Final = 7

HELD: Final = REASONS.index(Reason.HELD)
NO_ORDER: Final = REASONS.index(Reason.NO_ORDER)
_MOVED: Final = REASONS.index(Reason.MOVED)
_SUPPORTED: Final = REASONS.index(Reason.SUPPORTED)
_CONVOYED: Final = REASONS.index(Reason.CONVOYED)
_CONVOY_UNUSED: Final = REASONS.index(Reason.CONVOY_UNUSED)
_BOUNCED: Final = REASONS.index(Reason.BOUNCED)
_OUTMATCHED: Final = REASONS.index(Reason.OUTMATCHED)
_HELD_OFF: Final = REASONS.index(Reason.HELD_OFF)
_HEAD_ON: Final = REASONS.index(Reason.HEAD_ON)
_HEAD_ON_LOST: Final = REASONS.index(Reason.HEAD_ON_LOST)
_OWN_UNIT: Final = REASONS.index(Reason.OWN_UNIT)
_OWN_SUPPORT: Final = REASONS.index(Reason.OWN_SUPPORT)
_NO_CONVOY: Final = REASONS.index(Reason.NO_CONVOY)
_CONVOY_BROKEN: Final = REASONS.index(Reason.CONVOY_BROKEN)
_CUT: Final = REASONS.index(Reason.CUT)
_DISLODGED: Final = REASONS.index(Reason.DISLODGED)
_SUPPORT_UNMATCHED: Final = REASONS.index(Reason.SUPPORT_UNMATCHED)
_CONVOY_UNMATCHED: Final = REASONS.index(Reason.CONVOY_UNMATCHED)


def why_parts(why: int) -> tuple[int, int, tuple[int, ...]]:
    """Numbers of a why: its reason, power and provinces."""
    places = []
    rest = why >> _WHY_PLACES
    while rest:
        places.append(int(REGION_OF_RANK[(rest & PART) - 1]))
        rest >>= 7
    return why & 63, why >> _WHY_POWER & 7, tuple(places)


@compiled
def first_by_name(units: int, scratch: Words) -> int:
    """Of some units the one whose province has the first name."""
    chosen = lowest_bit(units)
    rest = units & (units - 1)
    while rest:
        unit = lowest_bit(rest)
        rest &= rest - 1
        if RANK_AT[scratch[PLACE + unit]] < RANK_AT[scratch[PLACE + chosen]]:
            chosen = unit
    return chosen


@compiled
def pack_why(reason: int, power: int, scratch: Words, facts: Words) -> int:
    """Pack what `why_of` found; -1 for too many provinces."""
    found = reason | power << _WHY_POWER
    shift = _WHY_PLACES
    place, units = facts[BEHIND], facts[BEHIND_UNITS]
    if count_bits(units) + word(place >= 0) > _MOST_PLACES:
        return -1
    if place >= 0:
        found |= (RANK_AT[place] + 1) << shift
        shift += 7
    while units:
        unit = first_by_name(units, scratch)
        units &= ~(1 << unit)
        found |= (RANK_AT[scratch[PLACE + unit]] + 1) << shift
        shift += 7
    return found


@compiled
def _meets(unit: int, other: int, scratch: Words, facts: Words) -> bool:
    """True if two movers swap places without a convoy."""
    walkers = facts[LIVE] & ~facts[BY_SEA]
    found: bool = (
        scratch[GOAL + unit] == scratch[PLACE + other]
        and scratch[GOAL + other] == scratch[PLACE + unit]
        and walkers >> unit & walkers >> other & 1 != 0
    )
    return found


@compiled
def _behind_in_ring(unit: int, scratch: Words, facts: Words) -> int:
    """The unit that follows a mover in its ring; NOBODY for none."""
    ahead = unit
    for _ in range(MAX_UNITS):
        last = ahead
        ahead = scratch[AT + scratch[GOAL + last]]
        if ahead == NOBODY or not facts[LIVE] >> ahead & 1 or _meets(last, ahead, scratch, facts):
            break
        if ahead == unit:
            return last
    return NOBODY


@compiled
def _bounced(rivals: int, strength: int, scratch: Words, facts: Words) -> int:
    """Reason of a mover kept out by rivals; -1 without rivals."""
    stronger = equal = word(0)
    rest = rivals
    while rest:
        unit = lowest_bit(rest)
        rest &= rest - 1
        against = 1 + count_bits(scratch[HELP + unit])
        stronger |= word(against > strength) << unit
        equal |= word(against == strength) << unit
    facts[BEHIND_UNITS] = stronger or equal
    if stronger:
        return _OUTMATCHED
    return _BOUNCED if equal else -1


@compiled
def _rivals(unit: int, scratch: Words, facts: Words) -> int:
    found: int = scratch[ENTRANTS + scratch[GOAL + unit]] & ~(1 << unit | facts[SPENT])
    return found


@compiled
def _outdone(unit: int, scratch: Words, facts: Words) -> int:
    """Reason a mover is kept out of an empty province, else -1."""
    strength = 1 + count_bits(scratch[HELP + unit])
    return _bounced(_rivals(unit, scratch, facts), strength, scratch, facts)


@compiled
def _kept_out(unit: int, scratch: Words, facts: Words) -> int:
    """Reason of a kept-out mover, as `adjudication.movement` gives it."""
    goal = scratch[GOAL + unit]
    ahead = scratch[AT + goal]
    help_ = scratch[HELP + unit]
    strength = 1 + count_bits(help_)
    rivals = _rivals(unit, scratch, facts)
    moving = ahead != NOBODY and facts[MOVERS] >> ahead & 1 != 0
    meets = moving and _meets(unit, ahead, scratch, facts)
    # Whoever loses head to head loses to the unit it met, which may have got away over it.
    if ahead == NOBODY or (facts[ARRIVED] >> ahead & 1 and not meets):
        return _outdone(unit, scratch, facts)
    # Where a ring stops at this province, whoever would not get in anyway is told who bounced it.
    behind = _behind_in_ring(ahead, scratch, facts)
    if behind != NOBODY and _outdone(behind, scratch, facts) >= 0:
        outdone = _outdone(unit, scratch, facts)
        if outdone >= 0:
            return outdone
    force = 1 + count_bits(scratch[HELP + ahead])
    allies = scratch[ALLIES + ahead]
    if allies >> unit & 1:
        facts[BEHIND] = goal
        if meets and strength <= force:
            return _HEAD_ON_LOST if strength < force else _HEAD_ON
        return _OWN_UNIT
    defence = 1 if moving and not meets else force
    without_own = 1 + count_bits(help_ & ~allies)
    if without_own > defence:
        return _bounced(rivals, without_own, scratch, facts)
    if strength > defence:
        beaten = True
        rest = rivals
        while rest:
            beaten = beaten and 1 + count_bits(scratch[HELP + lowest_bit(rest)]) < strength
            rest &= rest - 1
        if beaten:
            facts[BEHIND_UNITS] = help_ & allies
            return _OWN_SUPPORT
    facts[BEHIND] = goal
    if meets:
        return _HEAD_ON_LOST if without_own < defence else _HEAD_ON
    if defence > 1:
        facts[BEHIND_UNITS] = scratch[HELP + ahead]
    return _HELD_OFF


@compiled
def _attackers(unit: int, scratch: Words, facts: Words) -> int:
    """The unit that dislodges one that stays, as a set."""
    found: int = scratch[ENTRANTS + scratch[PLACE + unit]] & facts[ARRIVED]
    return found


@compiled
def _move(unit: int, scratch: Words, facts: Words) -> int:
    """Reason for a move's outcome."""
    if facts[ARRIVED] >> unit & 1:
        return _MOVED
    if facts[LIVE] >> unit & 1:
        return _kept_out(unit, scratch, facts)
    fleets = scratch[SEAWAY + unit]
    if not joined(fleets, COAST_SEAS[scratch[PLACE + unit]], COAST_SEAS[scratch[GOAL + unit]]):
        return _NO_CONVOY
    while fleets:
        facts[BEHIND_UNITS] |= _attackers(scratch[AT + lowest_bit(fleets)], scratch, facts)
        fleets &= fleets - 1
    return _CONVOY_BROKEN


@compiled
def _support(unit: int, ward: int, scratch: Words, facts: Words) -> int:
    """Reason for a support's outcome."""
    if not facts[SUPPORTERS] >> unit & 1:
        facts[BEHIND] = scratch[PLACE + ward]
        return _SUPPORT_UNMATCHED
    if scratch[HELP + ward] >> unit & 1:
        return _SUPPORTED
    into = scratch[INTO + unit]
    facing = scratch[AT + into]
    facts[BEHIND_UNITS] = scratch[ENTRANTS + scratch[PLACE + unit]] & ~scratch[ALLIES + unit] & ~(1 << facing)
    if facts[BEHIND_UNITS]:
        return _CUT
    facts[BEHIND] = into
    return _DISLODGED


@compiled
def why_of(unit: int, scratch: Words, facts: Words) -> int:
    """Reason for an order's outcome.

    BEHIND and BEHIND_UNITS then say who is behind it.
    """
    facts[BEHIND] = -1
    facts[BEHIND_UNITS] = 0
    code = scratch[ORDER + unit]
    verb = code & VERB
    if verb == MOVE:
        return _move(unit, scratch, facts)
    other = scratch[AT + PROVINCE_AT[code >> OTHER_SHIFT & PART]]
    if verb in (SUPPORT_HOLD, SUPPORT_MOVE):
        return _support(unit, other, scratch, facts)
    if verb == CONVOY and not (facts[MOVERS] >> other & 1 and scratch[GOAL + other] == scratch[GOAL + unit]):
        facts[BEHIND] = scratch[PLACE + other]
        return _CONVOY_UNMATCHED
    facts[BEHIND_UNITS] = _attackers(unit, scratch, facts)
    if facts[BEHIND_UNITS]:
        return _DISLODGED
    if verb == CONVOY:
        return _CONVOYED if facts[BY_SEA] & facts[LIVE] & 1 << other else _CONVOY_UNUSED
    return HELD
