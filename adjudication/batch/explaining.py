"""One order set over integers, decided and explained.

Whatever the reference would forgive, refuse or settle by the order in which orders were written is
left to it: an order that is not legal exactly as written, two orders for one unit, a paradox.

Units are integers as in `encoding`. A written order is its integer with the power above it. `whys` says
what a why is.
"""

from typing import Final

import numpy as np

from adjudication.batch.boards import STANDS
from adjudication.batch.compiling import compiled, count_bits, word
from adjudication.batch.kernel import decide, seat
from adjudication.batch.layout import (
    AT,
    FACTS,
    NOBODY,
    PLACE,
    SCRATCH,
    Flags,
    Orders,
    Outcomes,
    Policies,
    Units,
    Words,
)
from adjudication.batch.legal import REACH, STEPS, write_legal_orders
from adjudication.batch.rows import note
from adjudication.batch.seas import STACK, flood, joined, useful
from adjudication.batch.whys import HELD, NO_ORDER, first_by_name, pack_why, why_of
from adjudication.encoding import (
    COAST_SEAS,
    CONVOY,
    FAR,
    FLEET,
    HOLD,
    MOVE,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    PROVINCES,
    RANK_AT,
    REGION_OF_RANK,
    SEAS,
    SUPPORT_HOLD,
    SUPPORTED_FLEET,
    TARGET_SHIFT,
    UNIT_SHIFT,
    VERB,
    VIA,
)

__all__ = ["HEAD", "POWER_SHIFT", "explain", "hash_orders", "list_legal_orders"]

POWER_SHIFT: Final = 29
"""Lowest bit of the power in a written order."""

HEAD: Final = 4
"""Numbers before the whys in what `explain` returns."""

_CODE: Final = (1 << POWER_SHIFT) - 1
_SEA_COUNT: Final = len(SEAS)
_PROVINCE_COUNT: Final = len(PROVINCES)
_MOST_ORDERS: Final = 1 << 15
"""More than a position allows, and than all positions together."""
_SPREAD: Final = 0x9E3779B1


@compiled
def _seat_units(numbers: Words, units: Units, fleets: Flags, scratch: Words) -> bool:
    """Put the units into the scratch; False for impossible ones.

    Two in a province, or one that cannot stand where it does.
    """
    count = len(numbers)
    for place in range(128):
        scratch[AT + place] = NOBODY
    for unit in range(count):
        number = numbers[unit]
        region = REGION_OF_RANK[number & PART]
        fleet = number >> 7 & 1
        place = PROVINCE_AT[region]
        if not STANDS[fleet, region] or scratch[AT + place] != NOBODY:
            return False
        scratch[AT + place] = unit
        units.regions[0, unit] = region
        units.powers[0, unit] = number >> 8
        fleets[unit] = fleet != 0
    units.counts[0] = count
    seat(units, 0, count, scratch)
    return True


@compiled
def _is_legal(  # noqa: PLR0917 - compiled functions take their arguments by position
    unit: int, code: int, numbers: Words, convoys: bool, fallback: int, scratch: Words
) -> bool:
    """True if the position allows an order that the board allows."""
    verb = code & VERB
    place = scratch[PLACE + unit]
    target = PROVINCE_AT[code >> TARGET_SHIFT & PART]
    if verb == HOLD or (verb == MOVE and not code & (VIA | FAR)):
        return True
    at_sea = word(0)
    for sea in range(_SEA_COUNT):
        at_sea |= word(scratch[AT + sea] != NOBODY) << sea
    if verb == MOVE:
        if not code & FAR and fallback and convoys:
            return True
        return convoys and joined(at_sea, COAST_SEAS[place], COAST_SEAS[target])
    region = code >> OTHER_SHIFT & PART
    other = scratch[AT + PROVINCE_AT[region]]
    if other == NOBODY or numbers[other] & PART != RANK_AT[region]:
        return False
    fleet = numbers[other] >> 7 & 1 != 0
    from_ = scratch[PLACE + other]
    if verb == CONVOY:
        if fleet or not convoys:
            return False
        start = COAST_SEAS[from_] & at_sea
        around = flood(at_sea, start)
        stack = np.zeros(STACK, np.int64)
        goal = COAST_SEAS[target]
        return word(goal & around) != 0 and word(useful(around, start, goal, stack) >> place & 1) != 0
    if fleet != (code & SUPPORTED_FLEET != 0):
        return False
    if verb == SUPPORT_HOLD or fleet or REACH[0, region, target]:
        return True
    carriers = at_sea & ~(word(place < _SEA_COUNT) << (place & 31))
    return convoys and joined(carriers, COAST_SEAS[from_], COAST_SEAS[target])


@compiled
def _is_contested(province: int, outcomes: Outcomes) -> bool:
    return word(outcomes.contested[0, province >> 6] >> (province & 63) & 1) != 0


@compiled
def _write_dislodged(  # noqa: PLR0917 - compiled functions take their arguments by position
    numbers: Words, outcomes: Outcomes, by_sea: int, scratch: Words, at: int, out: Words
) -> int:
    """Write the dislodged units by name of their provinces.

    Each as its number, its attacker's rank, how many retreats, and these. Then the ranks of the contested
    provinces. by_sea: attackers from whose provinces retreats are open. Returns where it ends.
    """
    count = len(numbers)
    closed = np.zeros(128, np.bool_)
    dislodged = word(0)
    for unit in range(count):
        if outcomes.attackers[0, unit] >= 0:
            dislodged |= 1 << unit
        else:
            closed[PROVINCE_AT[outcomes.after[0, unit]]] = True
    for province in range(_PROVINCE_COUNT):
        if _is_contested(province, outcomes):
            closed[province] = True
    while dislodged:
        unit = first_by_name(dislodged, scratch)
        dislodged &= ~(1 << unit)
        attacker = word(outcomes.attackers[0, unit])
        origin = scratch[PLACE + attacker]
        out[at] = numbers[unit]
        out[at + 1] = RANK_AT[origin]
        end = at + 3
        for step in STEPS[numbers[unit] >> 7 & 1, REGION_OF_RANK[numbers[unit] & PART]]:
            if step < 0:
                break
            place = PROVINCE_AT[step]
            if not closed[place] and (place != origin or by_sea >> attacker & 1):
                out[end] = RANK_AT[step]
                end += 1
        out[at + 2] = end - at - 3
        at = end
    for province in range(_PROVINCE_COUNT):
        if _is_contested(province, outcomes):
            out[at] = RANK_AT[province]
            at += 1
    return at


@compiled
def explain(words: Words, count: int, rules: Words) -> Words:
    """Decide a movement phase and explain it.

    Args:
        words: the units, at most MAX_UNITS, then the orders.
        count: how many units.
        rules: the four numbers of Policies, whether there are convoys, and whether a unit may retreat to where an
            attacker came from who came by sea.

    The result begins with HEAD numbers: whether the reference must decide (then the rest means nothing), how many
    units have no order, how many are not dislodged, how many are. Then come the whys of the orders; for each unit
    without an order the unit and its why; the units not dislodged, sorted; and if any is, the dislodged with the
    ranks of where they may go, by name of their province, and of the contested provinces.
    """
    numbers, written = words[:count], words[count:]
    out = np.empty(HEAD + len(written) + count * 20 + _PROVINCE_COUNT, np.int64)
    out[0] = 1
    units = Units(np.empty((1, count), np.int8), np.empty((1, count), np.int8), np.empty(1, np.int8))
    fleets = np.empty(count, np.bool_)
    scratch = np.zeros(SCRATCH, np.int64)
    facts = np.zeros(FACTS, np.int64)
    if not _seat_units(numbers, units, fleets, scratch):
        return out[:1]

    policies = Policies(rules[0], rules[1], rules[2], rules[3])
    convoys = rules[4] != 0
    orders = np.zeros((1, count), np.int32)
    columns = np.empty(len(written) + count, np.int64)
    ordered = word(0)
    for index in range(len(written)):
        code = written[index] & _CODE
        region = code >> UNIT_SHIFT & PART
        unit = scratch[AT + PROVINCE_AT[region]]
        if written[index] < 0 or unit == NOBODY or ordered >> unit & 1:
            return out[:1]
        named = (written[index] >> POWER_SHIFT) << 8 | word(code & FLEET != 0) << 7 | RANK_AT[region]
        if numbers[unit] != named or not _is_legal(unit, code, numbers, convoys, policies.fallback, scratch):
            return out[:1]
        ordered |= 1 << unit
        orders[0, unit] = code
        columns[index] = unit
    if not decide(orders, 0, count, policies, scratch, facts):
        return out[:1]
    outcomes = Outcomes(
        np.empty((1, count), np.int8),
        np.empty((1, count), np.int8),
        np.empty((1, 2), np.int64),
        np.empty(1, np.int64),
        np.empty(1, np.bool_),
    )
    note(units, 0, 0, count, scratch, facts, outcomes)

    at = HEAD
    given = len(written)
    for unit in range(count):
        if not ordered >> unit & 1:
            columns[given] = unit
            given += 1
    for index in range(given):
        unit = columns[index]
        reason = why_of(unit, scratch, facts)
        if index >= len(written):
            out[at] = numbers[unit]
            at += 1
            reason = word(NO_ORDER) if reason == HELD else reason
        why = pack_why(reason, numbers[unit] >> 8, scratch, facts)
        if why < 0:
            return out[:1]
        out[at] = why
        at += 1
    first = at
    for unit in range(count):
        if outcomes.attackers[0, unit] < 0:
            out[at] = numbers[unit] & ~PART | RANK_AT[outcomes.after[0, unit]]
            at += 1
    out[first:at].sort()
    out[0] = 0
    out[1] = count - count_bits(ordered)
    out[2] = at - first
    out[3] = count - (at - first)
    if out[3]:
        at = _write_dislodged(numbers, outcomes, outcomes.by_sea[0] if rules[5] else 0, scratch, at, out)
    return out[:at]


@compiled
def _find(code: int, table: Orders) -> int:
    """Place of an order in a hash table, or a free one."""
    last = len(table) - 1
    place = code * _SPREAD >> 16 & last
    while table[place] >= 0 and table[place] != code:
        place = (place + 1) & last
    return place


@compiled
def hash_orders() -> Orders:
    """Hash table of all orders that some position allows.

    Free places are -1. These are the orders of both kinds of units in all regions at once, and so a few that no
    position allows.
    """
    kinds, regions = np.nonzero(STANDS)
    codes = np.empty(_MOST_ORDERS, np.int32)
    starts = np.empty(len(regions) + 1, np.int64)
    total = write_legal_orders(regions.astype(np.int8), kinds != 0, True, False, codes, starts)
    table = np.full(2 * _MOST_ORDERS, -1, np.int32)
    for code in codes[:total]:
        table[_find(word(code), table)] = code
    return table


@compiled
def list_legal_orders(numbers: Words, convoys: bool, table: Orders) -> Words:
    """Legal orders of the units, as places in `hash_orders`.

    They come in the order of `adjudication.options`. The first numbers say where each unit's begin and the last one's
    end, counted from there; empty if two units share a province or one cannot stand where it does.
    """
    count = len(numbers)
    units = Units(np.empty((1, count), np.int8), np.empty((1, count), np.int8), np.empty(1, np.int8))
    fleets = np.empty(count, np.bool_)
    if not _seat_units(numbers, units, fleets, np.zeros(SCRATCH, np.int64)):
        return np.empty(0, np.int64)
    starts = np.empty(count + 1, np.int64)
    codes = np.empty(_MOST_ORDERS, np.int32)
    total = write_legal_orders(units.regions[0], fleets, convoys, False, codes, starts)
    found = np.empty(count + 1 + total, np.int64)
    found[: count + 1] = starts
    for index in range(total):
        found[count + 1 + index] = _find(word(codes[index]), table)
    return found
