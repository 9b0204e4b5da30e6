"""Builds and removals over arrays, by the rules of `adjudication.adjustments`."""

import numpy as np

from adjudication.batch.compiling import word
from adjudication.batch.layout import Bytes, Orders, Words
from adjudication.encoding import BUILD, FLEET, PART, PROVINCE_AT, RANK_AT, REMOVE, UNIT_SHIFT, VERB
from adjudication.env.actions import SLOTS
from adjudication.env.tables import ANY_WAY, CENTER_PLACE, COLUMNS, HOME_OF, HOME_STEPS, NAME_RANK, Games, stepper

__all__ = ["adjust", "count_due", "sort_units"]

_POWERS = 7
_FAR = 99


@stepper
def sort_units(games: Games, game: int) -> None:
    """Sort a game's units by power, kind and name of the region.

    Armies come first.
    """
    for column in range(1, games.counts[game]):
        region, power, fleet = games.regions[game, column], games.powers[game, column], games.fleets[game, column]
        key = power << 8 | word(fleet) << 7 | RANK_AT[region]
        place = column
        while place > 0:
            before = place - 1
            other = (
                word(games.powers[game, before]) << 8
                | word(games.fleets[game, before]) << 7
                | RANK_AT[games.regions[game, before]]
            )
            if other <= key:
                break
            games.regions[game, place] = games.regions[game, before]
            games.powers[game, place] = games.powers[game, before]
            games.fleets[game, place] = games.fleets[game, before]
            place = before
        games.regions[game, place] = region
        games.powers[game, place] = power
        games.fleets[game, place] = fleet


@stepper
def count_due(games: Games, game: int, due: Bytes) -> bool:
    """Write builds (+) or removals (-) of each power into `due`.

    Returns True if there is any.
    """
    needed = np.zeros(_POWERS, np.int64)
    free = np.zeros(_POWERS, np.int64)
    taken = np.zeros(128, np.bool_)
    for column in range(games.counts[game]):
        needed[games.powers[game, column]] -= 1
        taken[PROVINCE_AT[games.regions[game, column]]] = True
    for center in range(len(CENTER_PLACE)):
        owner = games.owners[game, center]
        if owner >= 0:
            needed[owner] += 1
            if HOME_OF[CENTER_PLACE[center]] == owner and not taken[CENTER_PLACE[center]]:
                free[owner] += 1
    some = False
    for power in range(_POWERS):
        due[power] = min(needed[power], free[power])
        some |= due[power] != 0
    return some


@stepper
def _steps_home(games: Games, game: int, column: int, home_centers: bool) -> int:
    """Steps from a unit to the nearest center.

    Which centers count is for the rulebook (`disorder`) to say.
    """
    power, region = games.powers[game, column], games.regions[game, column]
    if home_centers:
        return word(HOME_STEPS[power, word(games.fleets[game, column]), region])
    best = _FAR
    for center in range(len(CENTER_PLACE)):
        if games.owners[game, center] == power:
            best = min(best, ANY_WAY[PROVINCE_AT[region], CENTER_PLACE[center]])
    return best


@stepper
def _remove_by_rule(  # noqa: PLR0917 - compiled functions take their arguments by position
    games: Games, game: int, power: int, number: int, home_centers: bool, gone: Words
) -> None:
    """Mark so many units in `gone`.

    The farthest first, then fleets, then by the names of their provinces.
    """
    for _ in range(number):
        worst, worst_key = -1, word(-1)
        for column in range(games.counts[game]):
            if games.powers[game, column] != power or gone[column]:
                continue
            key = (
                _steps_home(games, game, column, home_centers) << 8
                | word(games.fleets[game, column]) << 7
                | (127 - NAME_RANK[PROVINCE_AT[games.regions[game, column]]])
            )
            if key > worst_key:
                worst, worst_key = column, key
        if worst >= 0:
            gone[worst] = 1


@stepper
def adjust(games: Games, game: int, orders: Orders, home_centers: bool) -> None:
    """Carry out the builds and removals of one game.

    orders: int32 (7, 17), the codes of each power's slots, -1 for no order. Builds without an order are waived,
    removals without one go by rule; of two orders for one place the second is refused.
    """
    count = word(games.counts[game])
    gone = np.zeros(COLUMNS, np.int64)
    built = np.zeros(128, np.bool_)
    builds = np.zeros(COLUMNS, np.int64)
    builders = np.zeros(COLUMNS, np.int64)
    added = 0
    for power in range(_POWERS):
        due = word(games.due[game, power])
        left = abs(due)
        for slot in range(min(abs(due), SLOTS)):
            order = word(orders[power, slot])
            if order < 0:
                continue
            region = order >> UNIT_SHIFT & PART
            if order & VERB == BUILD and not built[PROVINCE_AT[region]]:
                built[PROVINCE_AT[region]] = True
                builds[added], builders[added] = order, power
                added += 1
            if order & VERB == REMOVE:
                for column in range(count):
                    if games.regions[game, column] == region and not gone[column]:
                        gone[column] = 1
                        left -= 1
        if due < 0:
            _remove_by_rule(games, game, power, left, home_centers, gone)
    kept = 0
    for column in range(count):
        if not gone[column]:
            games.regions[game, kept] = games.regions[game, column]
            games.powers[game, kept] = games.powers[game, column]
            games.fleets[game, kept] = games.fleets[game, column]
            kept += 1
    for index in range(added):
        games.regions[game, kept] = builds[index] >> UNIT_SHIFT & PART
        games.powers[game, kept] = builders[index]
        games.fleets[game, kept] = builds[index] & FLEET != 0
        kept += 1
    games.counts[game] = kept
    sort_units(games, game)
