"""The movement rules over integers: thousands of order sets a millisecond, no text, no objects.

How one order set is decided:

1. `_read` lays the row out: who goes where, who supports, who convoys.
2. `_match` keeps the supports that agree with the order they support.
3. `_travel` finds the armies that go by sea and the seas that are ordered to carry each.
4. `_settle` decides the whole board for one fixed answer to "which convoys hold". For a fixed answer
   nothing needs guessing. A support can only depend on another when the unit in the province it is
   given into attacks the supporter; whoever helps that attack supports into the supporter's province,
   where nobody moves out, so these second supports are plain. With all strengths known a move is won,
   lost, or does what the unit in its way does; following that unit ends at a decided one or in a ring,
   and a ring goes round.
5. When an attack on a convoying fleet leaves a route open to doubt, `_doubt` settles the board for each
   possible answer and keeps the one that agrees with itself. None, or more than one, is a paradox: the
   row is marked undecided and is a case for the reference.

Everything is int64 (mixing in uint64 would make floats of them); a set of units is a mask with unit i
as bit i, a set of seas a mask with province i as bit i. One scratch array, cut into named sections of
128 numbers, is reused for all rows.
"""

from adjudication.batch.compiling import compiled, count_bits, lowest_bit, word
from adjudication.batch.layout import (
    AHEAD,
    ALLIES,
    ARRIVED,
    AT,
    BY_SEA,
    BY_SEA_AT_FIRST,
    CONVOYERS,
    DOUBT,
    DOUBTS,
    ENTRANTS,
    GOAL,
    HELP,
    INTO,
    LIVE,
    LIVE_AT_FIRST,
    MOVERS,
    NOBODY,
    ORDER,
    PLACE,
    SEAWAY,
    SPENT,
    SUPPORTERS,
    WARD,
    Orders,
    Policies,
    Units,
    Words,
)
from adjudication.batch.seas import joined
from adjudication.encoding import (
    COAST_SEAS,
    CONVOY,
    FAR,
    MOVE,
    OTHER_SHIFT,
    PART,
    PROVINCE_AT,
    SEAS,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    TARGET_SHIFT,
    VERB,
    VIA,
)

__all__ = ["decide", "seat"]

SEA_COUNT = len(SEAS)


@compiled
def _read(orders: Orders, row: int, count: int, scratch: Words, facts: Words) -> None:
    movers = supporters = convoyers = by_sea = 0
    # Moves and supports alternate as good as at random: sums avoid mispredicted branches.
    for unit in range(count):
        order = word(orders[row, unit])
        verb = order & VERB
        goal = PROVINCE_AT[order >> TARGET_SHIFT & PART]
        moves = word(verb == MOVE)
        scratch[ORDER + unit] = order
        scratch[GOAL + unit] = goal
        scratch[HELP + unit] = 0
        scratch[ENTRANTS + goal] |= moves << unit
        movers |= moves << unit
        by_sea |= (moves & word(order & (VIA | FAR) != 0)) << unit
        supporters |= word((verb == SUPPORT_HOLD) | (verb == SUPPORT_MOVE)) << unit
        convoyers |= word(verb == CONVOY) << unit
    facts[MOVERS] = movers
    facts[SUPPORTERS] = supporters
    facts[CONVOYERS] = convoyers
    facts[BY_SEA] = by_sea


@compiled
def _match(scratch: Words, facts: Words, coasts: int) -> None:
    movers = facts[MOVERS]
    matched = 0
    rest = facts[SUPPORTERS]
    while rest:
        unit = lowest_bit(rest)
        rest &= rest - 1
        order = scratch[ORDER + unit]
        ward = scratch[AT + PROVINCE_AT[order >> OTHER_SHIFT & PART]]
        if ward == NOBODY:
            continue
        moves = movers >> ward & 1
        if order & VERB == SUPPORT_HOLD:
            into = scratch[PLACE + ward]
            fits = moves ^ 1
        else:
            target = order >> TARGET_SHIFT & PART
            into = PROVINCE_AT[target]
            other_coast = coasts & word(target != into) & word(scratch[ORDER + ward] >> TARGET_SHIFT & PART != target)
            fits = moves & word(scratch[GOAL + ward] == into) & (other_coast ^ 1)
        scratch[WARD + unit] = ward
        scratch[INTO + unit] = into
        matched |= fits << unit
    facts[SUPPORTERS] = matched


@compiled
def _withdraw(unit: int, scratch: Words, facts: Words, fallback: int) -> None:
    """The army's convoy fails: it goes by land where the rules let it and it can, else nowhere."""
    bit = 1 << unit
    if fallback and not scratch[ORDER + unit] & FAR:
        facts[BY_SEA] &= ~bit
    else:
        facts[LIVE] &= ~bit
        scratch[ENTRANTS + scratch[GOAL + unit]] &= ~bit


@compiled
def _travel(count: int, scratch: Words, facts: Words, policies: Policies) -> None:
    """Find who goes by sea.

    Armies without any route are withdrawn; those in doubt are listed.
    """
    for unit in range(count):
        scratch[SEAWAY + unit] = 0
    offered = 0
    rest = facts[CONVOYERS]
    while rest:
        fleet = lowest_bit(rest)
        rest &= rest - 1
        order = scratch[ORDER + fleet]
        army = scratch[AT + (order >> OTHER_SHIFT & PART)]
        sea = scratch[PLACE + fleet]
        if sea >= SEA_COUNT or not facts[MOVERS] >> army & 1:
            continue
        if scratch[GOAL + army] != order >> TARGET_SHIFT & PART:
            continue
        scratch[SEAWAY + army] |= 1 << sea
        if policies.intent == 1:
            facts[BY_SEA] |= (scratch[ALLIES + fleet] >> army & 1) << army
        elif policies.intent == 2:
            offered |= 1 << army
    offered &= ~facts[BY_SEA]
    facts[BY_SEA] |= offered
    doubts = 0
    rest = facts[BY_SEA]
    while rest:
        army = lowest_bit(rest)
        rest &= rest - 1
        fleets = scratch[SEAWAY + army]
        start = COAST_SEAS[scratch[PLACE + army]]
        goal = COAST_SEAS[scratch[GOAL + army]]
        if not joined(fleets, start, goal):
            if offered >> army & 1:
                facts[BY_SEA] &= ~(1 << army)
            else:
                _withdraw(army, scratch, facts, policies.fallback)
            continue
        calm = fleets
        seas = fleets
        while seas:
            sea = lowest_bit(seas)
            seas &= seas - 1
            if scratch[ENTRANTS + sea]:
                calm &= ~(1 << sea)
        if calm != fleets and not joined(calm, start, goal):
            if doubts < policies.doubts:
                scratch[DOUBT + doubts] = army
            doubts += 1
    facts[DOUBTS] = doubts


@compiled
def _strongest(units: int, scratch: Words) -> int:
    """The greatest strength among moving units, 0 when there is none."""
    best = 0
    while units:
        best = max(best, 1 + count_bits(scratch[HELP + lowest_bit(units)]))
        units &= units - 1
    return best


@compiled
def _help(scratch: Words, facts: Words) -> None:
    """Count the supports that are not cut."""
    hanging = 0
    rest = facts[SUPPORTERS]
    while rest:
        unit = lowest_bit(rest)
        rest &= rest - 1
        attackers = scratch[ENTRANTS + scratch[PLACE + unit]] & ~scratch[ALLIES + unit]
        scratch[HELP + scratch[WARD + unit]] |= word(attackers == 0) << unit
        # The unit in the province the support is given into cuts it only by dislodging the supporter.
        facing = scratch[AT + scratch[INTO + unit]]
        hanging |= word(attackers == 1 << facing) << unit
    while hanging:
        unit = lowest_bit(hanging)
        hanging &= hanging - 1
        entrants = scratch[ENTRANTS + scratch[PLACE + unit]]
        facing = scratch[AT + scratch[INTO + unit]]
        attack = 1 + count_bits(scratch[HELP + facing] & ~scratch[ALLIES + unit])
        stand = 1 + count_bits(scratch[HELP + unit])
        if attack <= max(stand, _strongest(entrants & ~(1 << facing), scratch)):
            scratch[HELP + scratch[WARD + unit]] |= 1 << unit


@compiled
def _beats(unit: int, opponent: int, scratch: Words) -> bool:
    """True if the unit wins its head-to-head battle."""
    allies = scratch[ALLIES + opponent]
    if allies >> unit & 1:
        return False
    attack = 1 + count_bits(scratch[HELP + unit] & ~allies)
    if attack <= 1 + count_bits(scratch[HELP + opponent]):
        return False
    others = scratch[ENTRANTS + scratch[GOAL + unit]] & ~(1 << unit)
    return others == 0 or attack > _strongest(others, scratch)


@compiled
def _settle(scratch: Words, facts: Words) -> None:
    """Decide all moves, taking LIVE, BY_SEA and the entrants as given."""
    if facts[SUPPORTERS]:
        _help(scratch, facts)
    movers = facts[MOVERS]
    live = facts[LIVE]
    by_sea = facts[BY_SEA]
    arrived = spent = duels = 0
    walkers = live & ~by_sea
    rest = walkers
    while rest:
        unit = lowest_bit(rest)
        rest &= rest - 1
        opponent = scratch[AT + scratch[GOAL + unit]]
        faces = (scratch[GOAL + opponent] == scratch[PLACE + unit]) & (opponent > unit)
        if word(faces) & walkers >> opponent:
            duels |= 1 << unit | 1 << opponent
            if _beats(unit, opponent, scratch):
                arrived |= 1 << unit
                spent |= 1 << opponent
            elif _beats(opponent, unit, scratch):
                arrived |= 1 << opponent
                spent |= 1 << unit

    hanging = 0
    rest = live & ~duels
    while rest:
        unit = lowest_bit(rest)
        bit = 1 << unit
        rest &= rest - 1
        goal = scratch[GOAL + unit]
        others = scratch[ENTRANTS + goal] & ~(bit | spent)
        rival = 0 if others == 0 else _strongest(others, scratch)
        ahead = scratch[AT + goal]
        allies = scratch[ALLIES + ahead]
        help_ = scratch[HELP + unit]
        # Against whoever is ahead: without the help of its own power; and a unit that wants to leave
        # is not helped to stay.
        attack = (1 + count_bits(help_ & ~allies)) * (~allies >> unit & 1)
        stand = (1 + count_bits(scratch[HELP + ahead]) * (~movers >> ahead & 1)) * word(ahead != NOBODY)
        foremost = word(1 + count_bits(help_) > rival)
        wins = foremost & word(attack > max(stand, rival))
        arrived |= wins << unit
        hanging |= (foremost & ~wins & live >> ahead) << unit
        scratch[AHEAD + unit] = ahead

    while hanging:
        unit = lowest_bit(hanging)
        chain = 0
        while hanging >> unit & 1 and not chain >> unit & 1:
            chain |= 1 << unit
            unit = scratch[AHEAD + unit]
        hanging &= ~chain
        if (arrived | chain) >> unit & 1:
            arrived |= chain
    facts[ARRIVED] = arrived
    facts[SPENT] = spent


@compiled
def _lost_seas(fleets: int, scratch: Words, facts: Words) -> int:
    """The seas whose fleets are dislodged."""
    lost = 0
    while fleets:
        sea = lowest_bit(fleets)
        fleets &= fleets - 1
        if scratch[ENTRANTS + sea] & facts[ARRIVED]:
            lost |= 1 << sea
    return lost


@compiled
def _assume(answer: int, count: int, scratch: Words, facts: Words, fallback: int) -> None:
    """Settle the board as if, of the doubtful convoys, just those in `answer` held."""
    facts[LIVE] = facts[LIVE_AT_FIRST]
    facts[BY_SEA] = facts[BY_SEA_AT_FIRST]
    for unit in range(count):
        scratch[HELP + unit] = 0
    for number in range(facts[DOUBTS]):
        army = scratch[DOUBT + number]
        scratch[ENTRANTS + scratch[GOAL + army]] |= 1 << army
        if not answer >> number & 1:
            _withdraw(army, scratch, facts, fallback)
    _settle(scratch, facts)


@compiled
def _result(scratch: Words, facts: Words) -> int:
    """Bits of the doubtful convoys that hold on the settled board."""
    result = 0
    for number in range(facts[DOUBTS]):
        army = scratch[DOUBT + number]
        fleets = scratch[SEAWAY + army]
        safe = fleets & ~_lost_seas(fleets, scratch, facts)
        holds = joined(safe, COAST_SEAS[scratch[PLACE + army]], COAST_SEAS[scratch[GOAL + army]])
        result |= word(holds) << number
    return result


@compiled
def _doubt(count: int, scratch: Words, facts: Words, policies: Policies) -> bool:
    """Settle the board with the one answer that agrees with itself; False when there is not just one."""
    if facts[DOUBTS] > policies.doubts:
        return False
    facts[LIVE_AT_FIRST] = facts[LIVE]
    facts[BY_SEA_AT_FIRST] = facts[BY_SEA]
    agreed = -1
    for answer in range(1 << facts[DOUBTS]):
        _assume(answer, count, scratch, facts, policies.fallback)
        if _result(scratch, facts) == answer:
            if agreed >= 0:
                return False
            agreed = answer
    if agreed < 0:
        return False
    _assume(agreed, count, scratch, facts, policies.fallback)
    return True


@compiled
def seat(units: Units, board: int, count: int, scratch: Words) -> None:
    """Put a position's units into the scratch."""
    for power in range(8):
        scratch[DOUBT + power] = 0
    for unit in range(count):
        place = PROVINCE_AT[units.regions[board, unit]]
        scratch[PLACE + unit] = place
        scratch[AT + place] = unit
        scratch[DOUBT + units.powers[board, unit]] |= 1 << unit
    for unit in range(count):
        scratch[ALLIES + unit] = scratch[DOUBT + units.powers[board, unit]]


@compiled
def decide(  # noqa: PLR0917 - compiled functions take their arguments by position
    orders: Orders, row: int, count: int, policies: Policies, scratch: Words, facts: Words
) -> bool:
    """Settle one order set of the seated units; False for a paradox.

    `scratch` and `facts` then hold what became of it. Its entrants stay in the scratch.
    """
    _read(orders, row, count, scratch, facts)
    if facts[SUPPORTERS]:
        _match(scratch, facts, policies.coasts)
    facts[LIVE] = facts[MOVERS]
    facts[DOUBTS] = 0
    if facts[BY_SEA] | facts[CONVOYERS]:
        _travel(count, scratch, facts, policies)
    if facts[DOUBTS]:
        return _doubt(count, scratch, facts, policies)
    _settle(scratch, facts)
    return True
