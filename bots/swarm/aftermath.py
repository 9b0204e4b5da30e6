"""Compiled retreats, changes of owners, builds and removals.

Between DumbBots only: nobody convoys, so no attacker ever came by sea.
"""

from typing import NamedTuple

import numpy as np

from adjudication.batch.legal import STEPS
from adjudication.encoding import PROVINCE_AT
from bots.swarm.tables import BUILD_SITES, CENTER_PLACES, PLACE_COUNT, SEATS, WINTER, swarm
from bots.swarm.thinking import Chance, Whole, insert, remove, shuffle, walk
from bots.swarm.worth import Bytes, Flags, Opinion, Reach, Row, Words, write_opinion, write_reach

__all__ = ["Fate", "adjust", "retreat", "take_centers"]

_MOST = 64


class Fate(NamedTuple):
    """Outcomes of one board's movement.

    The arrays of one row of `adjudication.batch.resolving.Outcomes`.
    """

    after: Bytes
    attackers: Bytes
    contested: Words


class _Beaten(NamedTuple):
    """Dislodged units by number: region, owner, fleet, the province of the attacker, where it goes (-1: disband)."""

    regions: Words
    powers: Words
    fleets: Flags
    origins: Words
    targets: Words


@swarm
def retreat(  # noqa: PLR0917 - compiled functions take their arguments by position
    row: Row, fate: Fate, season: Whole, reach: Reach, opinion: Opinion, chance: Chance
) -> Whole:
    """Put every unit where it is after movement and retreats.

    Returns how many are left, in the first columns.
    """
    beaten = _Beaten(
        np.zeros(_MOST, np.int64),
        np.zeros(_MOST, np.int64),
        np.zeros(_MOST, np.bool_),
        np.zeros(_MOST, np.int64),
        np.full(_MOST, -1, np.int64),
    )
    dislodged = 0
    for unit in range(row.units):
        if fate.attackers[unit] >= 0:
            beaten.regions[dislodged] = row.regions[unit]
            beaten.powers[dislodged] = row.powers[unit]
            beaten.fleets[dislodged] = row.fleets[unit]
            beaten.origins[dislodged] = PROVINCE_AT[row.regions[fate.attackers[unit]]]
            dislodged += 1
    standing = 0
    for unit in range(row.units):
        if fate.attackers[unit] < 0:
            standing = _place(row, standing, fate.after[unit], row.powers[unit], row.fleets[unit])
    if dislodged == 0:
        return standing

    now = Row(row.regions, row.powers, row.fleets, standing, row.owners)
    write_reach(now, reach)
    closed = np.zeros(PLACE_COUNT, np.bool_)
    for unit in range(standing):
        closed[PROVINCE_AT[row.regions[unit]]] = True
    for province in range(PLACE_COUNT):
        if fate.contested[province >> 6] >> (province & 63) & 1:
            closed[province] = True
    arrivals = np.zeros(PLACE_COUNT, np.int64)
    for power in range(SEATS):
        if np.any(beaten.powers[:dislodged] == power):
            write_opinion(now, season, power, reach, opinion)
            _choose_retreats(power, dislodged, beaten, closed, arrivals, opinion, chance)
    for index in range(dislodged):
        target = beaten.targets[index]
        if target >= 0 and arrivals[PROVINCE_AT[target]] == 1:
            standing = _place(row, standing, target, beaten.powers[index], beaten.fleets[index])
    return standing


@swarm
def _choose_retreats(  # noqa: PLR0917
    power: Whole,
    dislodged: Whole,
    beaten: _Beaten,
    closed: Flags,
    arrivals: Words,
    opinion: Opinion,
    chance: Chance,
) -> None:
    waiting = np.empty(_MOST, np.int64)
    count = 0
    for index in range(dislodged):
        if beaten.powers[index] == power:
            waiting[count] = index
            count += 1
    shuffle(waiting, count, chance)
    taken = np.zeros(PLACE_COUNT, np.bool_)
    worths = np.empty(_MOST, np.float64)
    items = np.empty(_MOST, np.int64)
    for place in range(count):
        index = waiting[place]
        kind = 1 if beaten.fleets[index] else 0
        candidates = 0
        for near in STEPS[kind, beaten.regions[index]]:
            if near < 0:
                break
            province = PROVINCE_AT[near]
            if not closed[province] and not taken[province] and province != beaten.origins[index]:
                candidates = insert(worths, items, candidates, opinion.worth[kind, near], near)
        if candidates > 0:
            target = items[walk(worths, candidates, chance)]
            beaten.targets[index] = target
            taken[PROVINCE_AT[target]] = True
            arrivals[PROVINCE_AT[target]] += 1


@swarm
def take_centers(row: Row) -> None:
    """A center with a unit in it belongs to that unit's power."""
    holder = np.full(PLACE_COUNT, -1, np.int64)
    for unit in range(row.units):
        holder[PROVINCE_AT[row.regions[unit]]] = row.powers[unit]
    for center in range(len(CENTER_PLACES)):
        if holder[CENTER_PLACES[center]] >= 0:
            row.owners[center] = holder[CENTER_PLACES[center]]


@swarm
def adjust(row: Row, reach: Reach, opinion: Opinion, chance: Chance) -> Whole:
    """Build and remove.

    Returns how many units there are then, in the first columns.
    """
    write_reach(row, reach)
    occupied = np.zeros(PLACE_COUNT, np.bool_)
    due = np.zeros(SEATS, np.int64)
    for unit in range(row.units):
        occupied[PROVINCE_AT[row.regions[unit]]] = True
        due[row.powers[unit]] -= 1
    for owner in row.owners:
        if owner >= 0:
            due[owner] += 1
    built = np.empty((_MOST, 3), np.int64)
    builds = 0
    gone = np.zeros(_MOST, np.bool_)
    for power in range(SEATS):
        if due[power] == 0:
            continue
        write_opinion(row, WINTER, power, reach, opinion)
        if due[power] > 0:
            builds = _choose_builds(row, power, due[power], occupied, opinion, chance, built, builds)
        else:
            _choose_removals(row, power, -due[power], opinion, chance, gone)
    left = 0
    for unit in range(row.units):
        if not gone[unit]:
            left = _place(row, left, row.regions[unit], row.powers[unit], row.fleets[unit])
    for index in range(builds):
        left = _place(row, left, built[index, 1], built[index, 0], built[index, 2] == 1)
    return left


@swarm
def _choose_builds(  # noqa: PLR0917
    row: Row,
    power: Whole,
    due: Whole,
    occupied: Flags,
    opinion: Opinion,
    chance: Chance,
    built: Words,
    builds: Whole,
) -> Whole:
    """Write (power, region, fleet) of each build behind the others.

    Returns how many there are then.
    """
    sites = BUILD_SITES[power]
    worths = np.empty(_MOST, np.float64)
    items = np.empty(_MOST, np.int64)
    candidates = 0
    for site in range(len(sites)):
        kind, region, province, center = sites[site, 0], sites[site, 1], sites[site, 2], sites[site, 3]
        if kind >= 0 and row.owners[center] == power and not occupied[province]:
            candidates = insert(worths, items, candidates, opinion.worth[kind, region], site)
    while candidates > 0 and due > 0:
        chosen = items[walk(worths, candidates, chance)]
        built[builds, 0] = power
        built[builds, 1] = sites[chosen, 1]
        built[builds, 2] = sites[chosen, 0]
        builds += 1
        due -= 1
        for at in range(candidates - 1, -1, -1):
            if sites[items[at], 2] == sites[chosen, 2]:
                candidates = remove(worths, items, candidates, at)
    return builds


@swarm
def _choose_removals(  # noqa: PLR0917
    row: Row, power: Whole, due: Whole, opinion: Opinion, chance: Chance, gone: Flags
) -> None:
    worths = np.empty(_MOST, np.float64)
    items = np.empty(_MOST, np.int64)
    candidates = 0
    for unit in range(row.units):
        if row.powers[unit] == power:
            kind = 1 if row.fleets[unit] else 0
            candidates = insert(worths, items, candidates, opinion.worth[kind, row.regions[unit]], unit)
    # The walk starts with the lowest worth.
    worths[:candidates] = worths[:candidates][::-1].copy()
    items[:candidates] = items[:candidates][::-1].copy()
    for _ in range(due):
        chosen = walk(worths, candidates, chance)
        gone[items[chosen]] = True
        candidates = remove(worths, items, candidates, chosen)


@swarm
def _place(row: Row, at: Whole, region: Whole, power: Whole, fleet: Whole) -> Whole:
    row.regions[at] = region
    row.powers[at] = power
    row.fleets[at] = fleet
    return at + 1
