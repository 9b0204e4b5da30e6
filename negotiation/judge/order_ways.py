"""Orders that names side by side may tell, by the board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Any, TypeAlias

from adjudication.board import STANDARD, Province, province_of
from adjudication.facts import reachable_provinces
from adjudication.position import Position
from adjudication.position import Unit as BoardUnit
from adjudication.powers import Power
from negotiation.diplomacy import Cvy, Ent, Hld, Hlp, Mto, Region, Sup, region_of, unit_of
from negotiation.judge.naming import Named
from negotiation.terms import Do, Formula, Not

__all__ = ["OrderWays", "Part", "Way", "reaches"]

Part: TypeAlias = tuple[Power | None, Formula]
"""The power that acts, None for both, and the content."""


@dataclass(frozen=True, slots=True)
class Way:
    """Something that a span may tell.

    parts: none where it tells nothing; label: kind, side and roles of the names, for learnt weights; facts: what the
    board says of it.
    """

    parts: tuple[Part, ...]
    label: str
    facts: tuple[str, ...] = ()


class OrderWays:
    """Ways to give orders by the places of one text."""

    def __init__(self, named: Named, position: Position) -> None:
        self.position = position
        self.me, self.you = named.context.speaker, named.context.hearers[0]
        self.pair: tuple[Power, ...] = tuple(sorted((self.me, self.you)))
        self.sides: dict[Power, str] = {self.me: "me", self.you: "you"}
        self.kinds = {one.name: one.kind for one in named.places}
        seas = any(STANDARD.provinces[one].kind == "sea" for one in named.provinces)
        self.convoys = seas or "convoy" in named.themes or "c" in named.words

    def of_places(self, given: Sequence[Province], before: Sequence[Province]) -> Iterator[Way]:
        """Orders of the places side by side, with those named before them."""
        places = tuple(dict.fromkeys(given))
        if len(given) == 1:
            yield from self._entered(places[0])
            yield from self._beside(places[0], before)
        elif len(places) == 2:
            yield from self._two(*places, before)
        elif len(places) == 3:
            yield from self._three(places)
        elif len(places) == 4:
            yield from self._four(places)

    def _entered(self, place: Province) -> Iterator[Way]:
        """Somebody goes to a place, or helps there."""
        facts = (self.fact(place), f"held {self.held(place)}")
        for power, other in ((self.me, self.you), (self.you, self.me)):
            side = self.sides[power]
            movers = self._movers(power, place)
            told = (*facts, f"movers {min(len(movers), 2)}")
            yield Way(((power, self.entering(power, place)),), f"ent {side}", told)
            kind = self.kinds.get(place)
            for unit in movers if len(movers) > 1 else ():
                alike = sum(one.kind == unit.kind for one in movers)
                yield Way(((power, Do(_mto(unit, place))),), f"ent1 {side}", (*told, f"{unit.kind}{alike} {kind}"))
            if len(movers) == 1:
                yield Way(((power, Not(Do(_mto(movers[0], place)))),), f"¬ent {side}", told)
            yield from self._helped(power, other, place)
        both = [self.entering(power, place) for power in (self.me, self.you)]
        yield Way(((self.me, both[0]), (self.you, both[1])), "bounce both", facts)

    def _helped(self, power: Power, other: Power, place: Province) -> Iterator[Way]:
        helpers = [unit for unit in self.position.units_of(power) if reaches(unit, place)]
        side, facts = self.sides[power], (self.fact(place), f"helpers {min(len(helpers), 2)}")
        if not helpers:
            return
        unit = self.position.unit_at(place)
        if unit is not None and unit.power == other:
            yield Way(((power, self._lending(helpers, Hld(unit_of(unit)), other)),), f"hlph {side}", facts)
        movers = self._movers(other, place)
        if movers:
            told = Hlp(power, other, place)
            only = Do(Sup(unit_of(helpers[0]), _mto(movers[0], place))) if len(helpers) == len(movers) == 1 else told
            yield Way(((power, only),), f"hlp {side}", (*facts, f"movers {min(len(movers), 2)}"))
            if len(movers) == 1:
                yield Way(((power, only), (other, Do(_mto(movers[0], place)))), f"hlp+ent {side}", facts)

    def _lending(self, helpers: Sequence[BoardUnit], action: Hld | Mto, other: Power) -> Formula:
        if len(helpers) == 1:
            return Do(Sup(unit_of(helpers[0]), action))
        at = action.unit.region.province
        to = action.region.province if isinstance(action, Mto) else at
        return Hlp(helpers[0].power, other, to, at)

    def lent(self, before: Sequence[Province]) -> Iterator[Way]:
        """Support without a name, of what was named last."""
        for place in before[:1]:
            yield from self._helped(self.me, self.you, place)
            yield from self._helped(self.you, self.me, place)
        for start, goal in _pairs(before[:2]):
            unit = self.position.unit_at(start)
            move = _mto(unit, goal) if unit is not None else None
            for power in self.pair if move is not None and unit is not None else ():
                helpers = [one for one in self.position.units_of(power) if reaches(one, goal) and one != unit]
                if helpers and unit is not None and move is not None:
                    how = "ut" if start == before[0] else "tu"
                    lent = self._lending(helpers, move, unit.power)
                    yield Way(((power, lent),), f"sup? {self.sides[power]} {how}", (f"helpers {min(len(helpers), 2)}",))

    def _beside(self, place: Province, before: Sequence[Province]) -> Iterator[Way]:
        """Orders of a place with those named before it."""
        near = [one for one in before if one != place]
        for at, other in enumerate(near[:2]):
            yield from self._moves(place, other, f"u-{at}")
            yield from self._moves(other, place, f"-{at}t")
        for one in near[:1]:
            yield from self._supports(place, one, "h-")
            yield from self._supports(one, place, "-h")
        if len(near) > 1:
            yield from self._supported(place, near[1], near[0], "h--")
            yield from self._supported(place, near[0], near[1], "h--'")
            yield from self._carries(place, near[1], near[0], "c--")

    def _two(self, one: Province, other: Province, before: Sequence[Province]) -> Iterator[Way]:
        near = [each for each in before if each not in (one, other)]
        for first, second, order in ((one, other, "12"), (other, one, "21")):
            yield from self._moves(first, second, order)
            yield from self._supports(first, second, order)
            if near:
                yield from self._supported(first, second, near[0], f"{order}-")
                yield from self._supported(first, near[0], second, f"{order[0]}-{order[1]}")
            unit = self.position.unit_at(first)
            mover = _mto(unit, second) if unit is not None else None
            if unit is not None and mover is not None and unit.power in self.pair:
                foe = self.you if unit.power == self.me else self.me
                meets = ((unit.power, Do(mover)), (foe, self.entering(foe, second)))
                yield Way(meets, f"bounce {self.sides[unit.power]} {order}")
                helpers = [each for each in self.position.units_of(foe) if reaches(each, second)]
                if helpers:
                    lent = self._lending(helpers, mover, unit.power)
                    yield Way(((foe, lent),), f"hlpm {self.sides[foe]} {order}", (self.fact(second),))
                    if len(helpers) > 1:
                        told: Formula = Hlp(foe, unit.power, second)
                        yield Way(((foe, told),), f"hlpt {self.sides[foe]} {order}", (self.fact(second),))
        if len(near) > 1:
            helps = self._both_help(one, other, near[1], near[0])
            yield Way(helps, "sup2 - --", (self.fact(one),))
            yield Way(self._both_help(one, other, near[0], near[1]), "sup2 - --'", (self.fact(one),))

    def _three(self, places: Sequence[Province]) -> Iterator[Way]:
        order = {place: str(at) for at, place in enumerate(places, 1)}
        for helper, start, goal in permutations(places):
            roles = order[helper] + order[start] + order[goal]
            yield from self._supported(helper, start, goal, roles, also=True)
            yield from self._carries(helper, start, goal, roles)
            if helper < start:
                units = [self.position.unit_at(helper), self.position.unit_at(start)]
                moves = [_mto(unit, goal) if unit is not None else None for unit in units]
                if None not in moves and all(unit is not None and unit.power in self.pair for unit in units):
                    parts = tuple((move.unit.power, Do(move)) for move in moves if move is not None)
                    yield Way(parts, f"mto2 {'+'.join(self.sides[power] for power, _ in parts)} {order[goal]}")

    def _four(self, places: Sequence[Province]) -> Iterator[Way]:
        for helpers in combinations(places, 2):
            rest = [place for place in places if place not in helpers]
            for start, goal in (rest, rest[::-1]):
                yield Way(self._both_help(*helpers, start, goal), f"sup2 {places.index(start)}{places.index(goal)}")

    def _both_help(self, one: Province, other: Province, start: Province, goal: Province) -> tuple[Part, ...]:
        unit = self.position.unit_at(start)
        move = _mto(unit, goal) if unit is not None and unit.power in self.pair else None
        helpers = [self.position.unit_at(place) for place in (one, other)]
        able = [each for each in helpers if each is not None and each.power in self.pair and reaches(each, goal)]
        if move is None or len(able) < len(helpers):
            return ()
        return tuple((each.power, Do(Sup(unit_of(each), move))) for each in able)

    def _moves(self, start: Province, goal: Province, order: str) -> Iterator[Way]:
        unit = self.position.unit_at(start)
        if unit is None or unit.power not in self.pair:
            return
        move = _mto(unit, goal) or (self._over_sea(unit, goal) if self.convoys else None)
        if move is not None:
            side, facts = self.sides[unit.power], (self.fact(goal), f"at {order}")
            yield Way(((unit.power, Do(move)),), f"mto {side} {order}", facts)
            yield Way(((unit.power, Not(Do(move))),), f"¬mto {side} {order}", facts)

    def _supports(self, at: Province, to: Province, order: str) -> Iterator[Way]:
        """Support of the unit at another place, or of one going there."""
        helper = self.position.unit_at(at)
        if helper is None or helper.power not in self.pair or not reaches(helper, to):
            return
        side, unit = self.sides[helper.power], self.position.unit_at(to)
        if unit is not None and unit.power in self.pair:
            whose = self._whose(unit.power, helper.power)
            support = Do(Sup(unit_of(helper), Hld(unit_of(unit))))
            yield Way(((helper.power, support),), f"suh {side} {order}", (whose,))
        for power in self.pair:
            movers = [one for one in self._movers(power, to) if one != helper]
            for mover in movers[:2]:
                move = _mto(mover, to)
                if move is not None:
                    facts = (self._whose(power, helper.power), f"movers {min(len(movers), 2)}", self.fact(to))
                    support = Do(Sup(unit_of(helper), move))
                    yield Way(((helper.power, support),), f"sup? {side} {order}", facts)
                    if len(movers) == 1:
                        parts = ((helper.power, support), (power, Do(move)))
                        yield Way(parts, f"sup?+mto {side} {order}", facts)

    def _supported(
        self, at: Province, start: Province, goal: Province, order: str, *, also: bool = False
    ) -> Iterator[Way]:
        helper, unit = self.position.unit_at(at), self.position.unit_at(start)
        if helper is None or unit is None or helper.power not in self.pair or not reaches(helper, goal):
            return
        move = _mto(unit, goal) or (self._over_sea(unit, goal) if self.convoys else None)
        if move is None or unit == helper:
            return
        side, support = self.sides[helper.power], Do(Sup(unit_of(helper), move))
        facts = (self._whose(unit.power, helper.power), self.fact(goal))
        yield Way(((helper.power, support),), f"sup {side} {order}", facts)
        if also and unit.power in self.pair:
            yield Way(((helper.power, support), (unit.power, Do(move))), f"sup+mto {side} {order}", facts)

    def _carries(self, at: Province, start: Province, goal: Province, order: str) -> Iterator[Way]:
        fleet, army = self.position.unit_at(at), self.position.unit_at(start)
        if fleet is None or army is None or fleet.kind != "F" or fleet.power not in self.pair:
            return
        move = self._over_sea(army, goal)
        if STANDARD.provinces[at].kind != "sea" or not reaches(fleet, start) or move is None:
            return
        convoy: Part = (fleet.power, Do(Cvy(unit_of(fleet), unit_of(army), move.region)))
        facts = (self._whose(army.power, fleet.power), f"near {reaches(fleet, goal):d}")
        yield Way((convoy,), f"cvy {self.sides[fleet.power]} {order}", facts)
        if army.power in self.pair:
            yield Way((convoy, (army.power, Do(move))), f"cvy+mto {self.sides[fleet.power]} {order}", facts)

    # ── the board ───────────────────────────────────────────────────────────────────────────────

    def entering(self, power: Power, place: Province) -> Any:
        """A move to the place, by its unit if only one can."""
        movers = self._movers(power, place)
        return Do(_mto(movers[0], place)) if len(movers) == 1 else Ent(power, place)

    def _movers(self, power: Power, place: Province) -> list[BoardUnit]:
        return [unit for unit in self.position.units_of(power) if reaches(unit, place)]

    def _over_sea(self, unit: BoardUnit, goal: Province) -> Mto | None:
        coasts = STANDARD.provinces[goal].kind == "coast" and STANDARD.provinces[unit.province].kind == "coast"
        far = unit.kind == "A" and coasts and unit.province != goal
        return Mto(unit_of(unit), Region(goal, "amy")) if far else None

    def _whose(self, power: Power, helper: Power) -> str:
        return "own" if power == helper else "theirs" if power in self.pair else "third"

    def fact(self, place: Province) -> str:
        """Owner of the unit at a place, and kind of the place."""
        unit = self.position.unit_at(place)
        stands = "-" if unit is None else self.sides.get(unit.power, "third")
        return f"{stands} {'center' if place in STANDARD.centers else STANDARD.provinces[place].kind}"

    def held(self, place: Province) -> str:
        owner = self.position.centers.get(place)
        return "-" if owner is None else self.sides.get(owner, "third")


def reaches(unit: BoardUnit, place: Province) -> bool:
    """True if a unit can move to a place without a convoy."""
    return place in reachable_provinces(unit.kind, unit.region)


def _mto(unit: BoardUnit, place: Province) -> Any:
    regions = [region for region in STANDARD.borders(unit.kind)[unit.region] if province_of(region) == place]
    return Mto(unit_of(unit), region_of(unit.kind, regions[0])) if regions else None


def _pairs(places: Sequence[Province]) -> list[tuple[Province, Province]]:
    return list(permutations(places, 2)) if len(set(places)) == 2 else []
