"""One step of many games over arrays, compiled.

Legal actions, and the next phase.
"""

import numpy as np
import numpy.typing as npt

from adjudication.batch.compiling import word
from adjudication.batch.layout import Flags, Orders, Outcomes, Units, Words
from adjudication.batch.legal import write_legal_orders
from adjudication.batch.retreats import write_retreats
from adjudication.encoding import (
    CENTER_AT,
    FLEET,
    HOLD,
    PART,
    PROVINCE_AT,
    REMOVE,
    RETREAT,
    TARGET_SHIFT,
    UNIT_SHIFT,
    VERB,
)
from adjudication.env.actions import CODES, FIRSTS, LENGTHS, NO_ROW, REMOVE_ROW, SLOTS
from adjudication.env.adjusting import adjust, count_due, sort_units
from adjudication.env.features import CONTESTED, DISLODGED, OWNER
from adjudication.env.tables import (
    ADJUSTMENTS,
    BUILD_ROW,
    CENTER_PLACE,
    COLUMNS,
    FALL,
    FALL_RETREATS,
    HOME_OF,
    MOVE_ROW,
    RETREAT_ROW,
    SPRING,
    Games,
    stepper,
)

__all__ = ["advance", "read_actions", "spread_orders", "write_legal_actions", "write_planes"]

_POWERS = 7
_NO_ORDER = -1
_ROOM = 1 << 14


@stepper
def _action(row: int, code: int) -> int:
    """The number of an order in its row."""
    first = FIRSTS[row]
    if CODES[first] == code:
        return 0
    low, high = 1, LENGTHS[row]
    while low < high:
        middle = (low + high) // 2
        if CODES[first + middle] < code:
            low = middle + 1
        else:
            high = middle
    return low


@stepper
def _movement_codes(games: Games, game: int, convoys: bool, codes: Orders, starts: Words) -> Orders:
    """The legal orders of all units.

    Returns `codes`, or a longer array where they do not fit in.
    """
    count = games.counts[game]
    regions, fleets = games.regions[game, :count], games.fleets[game, :count]
    total = write_legal_orders(regions, fleets, convoys, True, codes, starts)
    if total > len(codes):
        codes = np.empty(total, np.int32)
        write_legal_orders(regions, fleets, convoys, True, codes, starts)
    return codes


@stepper
def _adjustment_choices(games: Games, game: int, power: int, choices: Words) -> int:
    """Write a power's legal builds or removals, ascending.

    Returns how many there are.
    """
    total = 0
    if games.due[game, power] < 0:
        for column in range(games.counts[game]):
            if games.powers[game, column] == power:
                unit = word(games.regions[game, column]) << UNIT_SHIFT
                choices[total] = _action(REMOVE_ROW, REMOVE | unit | (FLEET if games.fleets[game, column] else 0))
                total += 1
        choices[:total].sort()
        return total
    closed = np.ones(128, np.bool_)
    for center in range(len(CENTER_PLACE)):
        place = CENTER_PLACE[center]
        closed[place] = games.owners[game, center] != power or HOME_OF[place] != power
    for column in range(games.counts[game]):
        closed[PROVINCE_AT[games.regions[game, column]]] = True
    row = BUILD_ROW[power]
    for action in range(LENGTHS[row]):
        region = word(CODES[FIRSTS[row] + action]) >> UNIT_SHIFT & PART
        if action == 0 or not closed[PROVINCE_AT[region]]:
            choices[total] = action
            total += 1
    return total


@stepper
def _write_retreats(games: Games, game: int, by_sea_open: bool, codes: Orders, starts: Words) -> None:
    """Write the retreats of a game's dislodged units, as `write_retreats` does."""
    units = Units(games.regions, games.powers, games.counts)
    none = np.zeros(0, np.bool_)
    outcomes = Outcomes(games.after, games.attackers, games.contested, games.by_sea, none)
    write_retreats(units, games.fleets, game, outcomes, game, by_sea_open, codes, starts)


@stepper
def write_legal_actions(  # noqa: PLR0917 - compiled functions take their arguments by position
    games: Games, over: Flags, convoys: bool, by_sea_open: bool, starts: Words, rows: npt.NDArray[np.int16]
) -> npt.NDArray[np.int16]:
    """Write the row and the legal actions of every slot.

    Returns the actions, one slot after the other.

    starts: int64 (games * 7 * 17 + 1,): slot i has the actions from starts[i] to starts[i + 1], ascending. rows: int16
    (games, 7, 17). A slot that is not used, and all slots of a game that is over, have row 0 and the one action 0.
    """
    actions = np.zeros(len(over) * _POWERS * SLOTS * 5 + _ROOM, np.int16)
    codes = np.empty(_ROOM, np.int32)
    unit_starts = np.zeros(COLUMNS + 1, np.int64)
    choices = np.zeros(64, np.int64)
    total = slots = 0
    for game in range(len(over)):
        kind = word(games.kinds[game])
        count = word(games.counts[game])
        moving = kind in (SPRING, FALL)
        if not over[game] and moving:
            codes = _movement_codes(games, game, convoys, codes, unit_starts)
        elif not over[game] and kind != ADJUSTMENTS:
            _write_retreats(games, game, by_sea_open, codes, unit_starts)
        most = total + len(codes) + 64 * _POWERS * SLOTS
        if most > len(actions):
            longer = np.zeros(2 * most, np.int16)
            longer[:total] = actions[:total]
            actions = longer
        column = 0
        for power in range(_POWERS):
            slot = 0
            if not over[game] and kind == ADJUSTMENTS:
                due = word(games.due[game, power])
                number = _adjustment_choices(games, game, power, choices) if due else 0
                while slot < min(abs(due), SLOTS):
                    rows[game, power, slot] = BUILD_ROW[power] if due > 0 else REMOVE_ROW
                    starts[slots + slot] = total
                    for index in range(number):
                        actions[total] = choices[index]
                        total += 1
                    slot += 1
            elif not over[game]:
                while column < count and games.powers[game, column] == power:
                    if moving or (games.attackers[game, column] >= 0 and games.after[game, column] >= 0):
                        table = MOVE_ROW if moving else RETREAT_ROW
                        row = table[word(games.fleets[game, column]), games.regions[game, column]]
                        rows[game, power, slot] = row
                        starts[slots + slot] = total
                        for index in range(unit_starts[column], unit_starts[column + 1]):
                            actions[total] = _action(row, word(codes[index]))
                            total += 1
                        if not moving:
                            actions[starts[slots + slot] : total].sort()
                        slot += 1
                    column += 1
            while slot < SLOTS:
                rows[game, power, slot] = NO_ROW
                starts[slots + slot] = total
                actions[total] = 0
                total += 1
                slot += 1
            slots += SLOTS
    starts[slots] = total
    return actions[:total]


@stepper
def read_actions(  # noqa: PLR0917 - as above
    given: npt.NDArray[np.int64],
    legal: npt.NDArray[np.int16],
    starts: Words,
    rows: npt.NDArray[np.int16],
    codes: Orders,
    illegal: npt.NDArray[np.int16],
) -> None:
    """Write the code of every slot's order, and count illegal actions.

    codes: int32 (games, 7, 17), -1 for no order. illegal: by game and power.
    given: int64 (games, 7, 17).
    """
    slot = 0
    for game in range(given.shape[0]):
        for power in range(_POWERS):
            illegal[game, power] = 0
            for number in range(SLOTS):
                row = rows[game, power, number]
                codes[game, power, number] = _NO_ORDER
                if row != NO_ROW:
                    action = given[game, power, number]
                    low, high = starts[slot], starts[slot + 1]
                    while low < high:
                        middle = (low + high) // 2
                        if legal[middle] < action:
                            low = middle + 1
                        else:
                            high = middle
                    if low < starts[slot + 1] and legal[low] == action:
                        codes[game, power, number] = CODES[FIRSTS[row] + action]
                    else:
                        illegal[game, power] += 1
                slot += 1


@stepper
def spread_orders(games: Games, which: Words, codes: Orders, orders: Orders) -> None:
    """Write the codes of the chosen games' slots by unit.

    orders: int32 (chosen, 34). A unit without an order holds.
    """
    for index in range(len(which)):
        game = which[index]
        slot, last = 0, -1
        for column in range(games.counts[game]):
            power = word(games.powers[game, column])
            slot = 0 if power != last else slot
            last = power
            code = codes[game, power, slot]
            slot += 1
            hold = word(games.regions[game, column]) << UNIT_SHIFT | (FLEET if games.fleets[game, column] else 0)
            orders[index, column] = code if code >= 0 else HOLD | hold


@stepper
def _lose_trapped(games: Games, game: int, by_sea_open: bool, codes: Orders, starts: Words) -> bool:
    """Give -1 as the place of dislodged units with no retreat.

    True if another one may retreat.

    They are gone, but keep their column until the turn ends: `attackers` counts columns.
    """
    beaten = False
    for column in range(games.counts[game]):
        beaten |= games.attackers[game, column] >= 0
    if not beaten:
        return False
    _write_retreats(games, game, by_sea_open, codes, starts)
    waits = False
    for column in range(games.counts[game]):
        if games.attackers[game, column] >= 0:
            if starts[column + 1] - starts[column] > 1:
                waits = True
            else:
                games.after[game, column] = -1
    return waits


@stepper
def _retreat(games: Games, game: int, codes: Orders) -> None:
    """Carry out a game's retreats.

    Units that meet, disband or have no order are gone.
    """
    arrivals = np.zeros(128, np.int64)
    targets = np.full(COLUMNS, -1, np.int64)
    slot, last = 0, -1
    for column in range(games.counts[game]):
        power = word(games.powers[game, column])
        slot = 0 if power != last else slot
        last = power
        if games.attackers[game, column] < 0:
            targets[column] = games.after[game, column]
            continue
        if games.after[game, column] < 0:
            continue
        order = word(codes[power, slot])
        slot += 1
        if order >= 0 and order & VERB == RETREAT:
            targets[column] = order >> TARGET_SHIFT & PART
            arrivals[PROVINCE_AT[targets[column]]] += 1
    kept = 0
    for column in range(games.counts[game]):
        target = targets[column]
        met = games.attackers[game, column] >= 0 and target >= 0 and arrivals[PROVINCE_AT[target]] > 1
        if target < 0 or met:
            continue
        games.regions[game, kept] = target
        games.powers[game, kept] = games.powers[game, column]
        games.fleets[game, kept] = games.fleets[game, column]
        kept += 1
    games.counts[game] = kept


@stepper
def _end_turn(games: Games, game: int) -> None:
    """Go to the next phase in which somebody has something to decide.

    Nobody is dislodged.
    """
    for column in range(games.counts[game]):
        games.attackers[game, column] = -1
    games.after[game, :] = 0
    games.contested[game, 0] = games.contested[game, 1] = games.by_sea[game] = 0
    sort_units(games, game)
    if games.kinds[game] < FALL:
        games.kinds[game] = FALL
        return
    for column in range(games.counts[game]):
        center = CENTER_AT[games.regions[game, column]]
        if center >= 0:
            games.owners[game, center] = games.powers[game, column]
    if count_due(games, game, games.due[game]):
        games.kinds[game] = ADJUSTMENTS
    else:
        games.kinds[game] = SPRING
        games.years[game] += 1


@stepper
def advance(games: Games, over: Flags, codes: Orders, home_centers: bool, by_sea_open: bool) -> None:
    """Go to the next phase of every game that is not over.

    codes: int32 (games, 7, 17), as `read_actions` wrote them. What becomes of movements stands in `after`,
    `attackers`, `contested` and `by_sea` already.
    """
    options = np.empty(_ROOM, np.int32)
    starts = np.zeros(COLUMNS + 1, np.int64)
    for game in range(len(over)):
        if over[game]:
            continue
        kind = games.kinds[game]
        if kind == ADJUSTMENTS:
            adjust(games, game, codes[game], home_centers)
            games.due[game, :] = 0
            games.kinds[game] = SPRING
            games.years[game] += 1
            continue
        if kind in (SPRING, FALL) and _lose_trapped(games, game, by_sea_open, options, starts):
            games.kinds[game] += 1
            continue
        _retreat(games, game, codes[game])
        _end_turn(games, game)


@stepper
def write_planes(games: Games, chosen: Words, planes: npt.NDArray[np.int8]) -> None:
    """Write the board planes of the chosen games.

    Int8 (chosen, 81, 27), zeros before.
    """
    for index in range(len(chosen)):
        game = chosen[index]
        retreats = games.kinds[game] % 2 == 1 and games.kinds[game] <= FALL_RETREATS
        for column in range(games.counts[game]):
            beaten = retreats and games.attackers[game, column] >= 0
            if beaten and games.after[game, column] < 0:
                continue
            region = games.after[game, column] if retreats and not beaten else games.regions[game, column]
            first = DISLODGED if beaten else 0
            planes[index, region, first + word(games.fleets[game, column])] = 1
            planes[index, region, first + 2 + games.powers[game, column]] = 1
        for center in range(len(CENTER_PLACE)):
            owner = games.owners[game, center]
            planes[index, CENTER_PLACE[center], OWNER + (owner if owner >= 0 else _POWERS)] = 1
        if retreats:
            for place in range(75):
                if games.contested[game, place >> 6] >> (place & 63) & 1:
                    planes[index, place, CONTESTED] = 1
