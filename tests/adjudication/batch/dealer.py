"""Positions and order sets by chance, crowded and quarrelsome enough that rules meet each other."""

from collections.abc import Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Final

from adjudication.board import STANDARD, Province, UnitKind
from adjudication.encoding import (
    CONVOY,
    FAR,
    HOLD,
    MOVE,
    PROVINCE_AT,
    REGION_INDEX,
    SUPPORT_HOLD,
    SUPPORT_MOVE,
    VIA,
)
from adjudication.orders import Convoy, Move, Order, Support
from adjudication.phase import Phase
from adjudication.position import Position, Unit
from adjudication.powers import POWERS, Power

KINDS: Final[tuple[UnitKind, ...]] = ("A", "F")
COASTS: Final = tuple(code for code, facts in STANDARD.provinces.items() if facts.kind == "coast")

__all__ = ["deal_orders", "deal_position", "deal_storm"]


def deal_position(rng: Random, units: int, wet: float = 0.5, powers: int = 7) -> Position:
    """A movement phase with so many units of so many powers, grown from random places.

    `wet` is the chance that a coast gets a fleet, and how much likelier a sea is taken than it would be.
    """
    seats = rng.sample(POWERS, powers)
    free = set(STANDARD.provinces)
    held: list[tuple[Power, Province]] = []
    while len(held) < units:
        power = seats[len(held) % powers]
        beside = {near for owner, code in held if owner == power for near in _near(code)} & free
        choice = rng.choice(sorted(beside if beside and rng.random() < 0.8 else free))
        if STANDARD.provinces[choice].kind != "sea" and rng.random() < wet * 0.4:
            continue
        free.discard(choice)
        held.append((power, choice))
    centers = {center: rng.choice(seats) for center in STANDARD.centers if rng.random() < 0.9}
    phase = Phase(rng.choice("SF"), rng.randint(1901, 1920), "M")  # type: ignore[arg-type]
    placed = sorted(_unit(rng, power, code, wet) for power, code in held)
    return Position(phase, tuple(placed), MappingProxyType(centers))


def deal_storm(rng: Random) -> tuple[Position, dict[Power, list[Order]]]:
    """A position full of convoys under attack, with orders that make their fates hang on each other.

    Fleets carry armies; a neighbour of each fleet attacks it; units where the armies land, and
    others, support attackers and fleets; so that some cases are paradoxes.
    """
    seats = rng.sample(POWERS, rng.randint(2, 4))
    units: dict[Province, tuple[Power, UnitKind, str]] = {}
    orders: dict[Province, Order] = {}

    def place(code: Province, kind: UnitKind, region: str | None = None) -> bool:
        if code in units:
            return False
        spots = STANDARD.fleet_regions(code) if kind == "F" else (code,)
        units[code] = (rng.choice(seats), kind, region or rng.choice(spots))
        return True

    for _ in range(rng.randint(1, 4)):
        army = rng.choice(COASTS)
        seas = _way(rng, army, rng.randint(1, 3))
        landing = rng.choice(sorted(code for code in _near(seas[-1]) & set(COASTS) if code != army))
        if army in units or any(sea in units for sea in seas):
            continue
        place(army, "A")
        orders[army] = Move("A", army, landing, rng.random() < 0.5)
        for sea in seas:
            place(sea, "F")
            orders[sea] = Convoy("F", sea, army, landing)
        sea = rng.choice(seas)
        beside = sorted(near for near in STANDARD.fleet_borders[sea] if near[:3] not in units)
        if beside:
            attacker = rng.choice(beside)
            place(attacker[:3], "F", attacker)
            orders[attacker[:3]] = Move("F", attacker, sea)
        place(landing, rng.choice(KINDS))
    for code in rng.sample(sorted(STANDARD.provinces), 12):
        if rng.random() < 0.4 and STANDARD.provinces[code].kind != "inland":
            place(code, "F")
    for code, (_, kind, region) in units.items():
        if code in orders:
            continue
        reach = {near[:3] for near in STANDARD.borders(kind).get(region, ())}
        helps: list[Order] = [
            Support(kind, region, order.kind, order.region, order.target)
            for order in orders.values()
            if isinstance(order, Move) and order.target[:3] in reach and order.region != region
        ]
        helps += [
            Support(kind, region, "F", o.region) for o in orders.values() if isinstance(o, Convoy) and o.region in reach
        ]
        if helps and rng.random() < 0.8:
            orders[code] = rng.choice(helps)
        elif rng.random() < 0.7:
            orders[code] = Move(kind, region, rng.choice(sorted(STANDARD.borders(kind)[region])))
    position = Position(
        Phase("S", 1905, "M"), tuple(sorted(Unit(*unit) for unit in units.values())), MappingProxyType({})
    )
    given: dict[Power, list[Order]] = {power: [] for power in seats}
    for code, order in orders.items():
        given[units[code][0]].append(order)
    return position, given


def _way(rng: Random, army: Province, length: int) -> list[Province]:
    seas: list[Province] = []
    code = army
    while len(seas) < length:
        ahead = sorted(near for near in _near(code) - set(seas) if STANDARD.provinces[near].kind == "sea")
        if not ahead:
            break
        code = rng.choice(ahead)
        seas.append(code)
    return seas


def _near(code: Province) -> set[Province]:
    borders: Sequence[Mapping[str, tuple[str, ...]]] = (STANDARD.army_borders, STANDARD.fleet_borders)
    return {near[:3] for table in borders for region, nears in table.items() if region[:3] == code for near in nears}


def _unit(rng: Random, power: Power, code: Province, wet: float) -> Unit:
    afloat = {"sea": 1.0, "inland": 0.0, "coast": wet}[STANDARD.provinces[code].kind]
    kind: UnitKind = "F" if rng.random() < afloat else "A"
    return Unit(power, kind, rng.choice(STANDARD.fleet_regions(code)) if kind == "F" else code)


def deal_orders(rng: Random, units: Sequence[Unit], legal: Sequence[Sequence[int]], moving: float = 0.55) -> list[int]:
    """One legal order a unit: some move, most others support or convoy what is really ordered."""
    orders = [next(code for code in codes if code & 15 == HOLD) for codes in legal]
    movers = [unit for unit in range(len(units)) if rng.random() < moving]
    for unit in movers:
        moves = [code for code in legal[unit] if code & 15 == MOVE]
        wet = [code for code in moves if code & (VIA | FAR)]
        moves = wet if wet and rng.random() < 0.5 else moves
        if moves:
            orders[unit] = rng.choice(moves)
    at = {PROVINCE_AT[REGION_INDEX[unit.region]]: index for index, unit in enumerate(units)}
    for unit in range(len(units)):
        if orders[unit] & 15 != HOLD:
            continue
        chance = rng.random()
        if chance < 0.1:
            continue
        if chance < 0.25:
            orders[unit] = rng.choice(legal[unit])
            continue
        fitting = [code for code in legal[unit] if _fits(code, orders, at)]
        convoys = [code for code in fitting if code & 15 == CONVOY]
        fitting = convoys if convoys and rng.random() < 0.8 else fitting
        if fitting:
            orders[unit] = rng.choice(fitting)
    return orders


def _fits(code: int, orders: Sequence[int], at: Mapping[int, int]) -> bool:
    """True if a support or convoy matches the other unit's order."""
    verb = code & 15
    if verb not in (SUPPORT_HOLD, SUPPORT_MOVE, CONVOY):
        return False
    other = orders[at[PROVINCE_AT[code >> 11 & 127]]]
    if verb == SUPPORT_HOLD:
        return other & 15 != MOVE
    return other & 15 == MOVE and other >> 18 & 127 == code >> 18 & 127
