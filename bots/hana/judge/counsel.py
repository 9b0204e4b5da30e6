"""Counsel of a guide: an order for each unit of its pupil.

Each has its reason from the board.
It depends on the board and on what the two have said to each other alone, so whatever the guide says within a phase
(advice, proposals, answers, reasons) comes from the same orders.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from adjudication.board import STANDARD, Province, Region, UnitKind, province_of
from adjudication.facts import next_to
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support
from adjudication.phase import FIRST_PHASE
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES, Rulebook
from bots.hana.judge.guiding import Lesson, goals_for, way_to_centers
from bots.hana.judge.reach import reach_of
from negotiation.diplomacy import Tpc

__all__ = ["Counsel", "best_build", "counsel_for", "is_contested"]

_FAR: Final = 99
_LAND: Final = frozenset(map(province_of, STANDARD.borders("A")))


@dataclass(frozen=True, slots=True)
class Counsel:
    """Orders advised to a pupil, with reasons.

    pupil, spared: the powers of pupil and guide. given: provinces whose unit's
    order was promised already. closed: places that the pupil keeps out of."""

    position: Position
    pupil: Power
    spared: Power
    orders: tuple[Order, ...]
    given: frozenset[Province] = frozenset()
    closed: frozenset[Province] = frozenset()

    def order_in(self, place: Province) -> Order | None:
        """The advised order of the unit that stands there."""
        return next((each for each in self.orders if _here(each) == place), None)

    def into(self, place: Province) -> Order | None:
        """The advised order that leads to a place."""
        return next((each for each in self.orders if _target(each) == place), None)

    def reason(self, order: Order) -> Tpc:
        """Why this order, as a topic of a guide's (`negotiation/english/guide.toml`)."""
        here = _here(order)
        if here in self.given:
            return Tpc("guideword", (here,))
        match order:
            case Move():
                return self._of_move(order)
            case Support(target=target) if target is not None:
                return Tpc("guidesecond", (here, province_of(target)))
            case Retreat(target=target):
                return self._of_retreat(here, province_of(target), order.kind)
            case Disband():
                return Tpc("guidegone", (here,))
            case Build():
                goal = self._nearest(order.kind, order.region)
                return Tpc("guideraise", (here, goal)) if goal else Tpc("guidecounts")
            case Remove():
                return Tpc("guidedrop", (here,))
            case _:
                return self._of_hold(here)

    def _nearest(self, kind: UnitKind, region: Region) -> Province | None:
        """The goal closest to a region, other than the place itself."""
        here, goals = province_of(region), self._goals()
        ways = _ways(kind, region, _land_of(self.position, self.spared))
        return next((place for _, place in ways if place in goals and place != here), None)

    def _goals(self) -> frozenset[Province]:
        return frozenset(goals_for(self.position, self.pupil, self.spared) - self.closed)

    def _of_hold(self, here: Province) -> Tpc:
        position = self.position
        if here in STANDARD.centers and position.centers.get(here) != self.pupil:
            return Tpc("guidestay", (here,))
        near = _threats(position, here, self.pupil, self.spared) if here in STANDARD.centers else ()
        if near:
            return Tpc("guideguard", (near[0], here))
        return Tpc("guidekeep" if here in STANDARD.centers else "guiderest", (here,))

    def _of_move(self, order: Move) -> Tpc:
        position, here, target = self.position, _here(order), province_of(order.target)
        if target in STANDARD.centers and position.centers.get(target) != self.pupil:
            return Tpc("guidetake" if target not in position.centers else "guideseize", (here, target))
        unit = position.unit_at(target)
        if target in STANDARD.centers and unit is not None and unit.power == self.pupil:
            return Tpc("guidefill", (here, target))
        near = _threats(position, target, self.pupil, self.spared)
        if near and position.centers.get(target) == self.pupil:
            return Tpc("guidecover", (near[0], here, target))
        taken = {_target(each) for each in self.orders if isinstance(each, Move)}
        around = sorted(_around(order.kind, order.target))
        goals = self._goals()
        nearest = [place for place in around if place in goals]
        for place in sorted(nearest, key=lambda each: each in taken):
            if place not in taken:
                return Tpc("guidenear", (here, target, place))
        for place in around:
            if place in taken and place in goals and self.into(place) != order:
                return Tpc("guidehelper", (here, target, place))
        if carried := self._carried(order, target, goals):
            return Tpc("guidecarry", (here, target, carried))
        goal = self._nearest(order.kind, order.target)
        return Tpc("guidestep", (here, target, goal)) if goal else Tpc("guidemoves")

    def _carried(self, order: Move, target: Province, goals: Collection[Province]) -> Province | None:
        """A center to which an advised fleet could carry the army."""
        if order.kind != "A":
            return None
        seas = {_target(each) for each in self.orders if isinstance(each, Move) and each.kind == "F"}
        for sea in sorted(place for place in seas if place is not None and place not in _LAND):
            coasts = {province_of(each) for each in STANDARD.borders("F")[sea]}
            found = sorted((coasts & set(goals)) - _around("A", target))
            if target in coasts and found:
                return found[0]
        return None

    def _of_retreat(self, here: Province, target: Province, kind: UnitKind) -> Tpc:
        if target in STANDARD.centers:
            return Tpc("guideback", (here, target))
        goal = next((place for _, place in _ways(kind, target) if place in STANDARD.centers and place != target), None)
        return Tpc("guideaway", (here, target, goal)) if goal else Tpc("guidemoves")


def counsel_for(
    position: Position,
    lesson: Lesson,
    *,
    given: Mapping[Province, Order] | None = None,
    before: Mapping[Province, Order] | None = None,
    closed: Collection[Province] = (),
    rulebook: Rulebook = STANDARD_RULES,
) -> Counsel:
    """Counsel for the pupil in this phase.

    given: orders that it promised, by province; they stay, unless they need a convoy that is not among them. before:
    orders advised in this phase already; they stay where these leave them room. closed: places that it keeps out of.
    """
    me, spared = lesson.pupil, lesson.guide
    legal = legal_orders(position, me, rulebook)
    known = {order for orders in legal.values() for order in orders}
    fixed = _carried_out({place: order for place, order in (given or {}).items() if order in known})
    match position.phase.kind:
        case "M":
            book = lesson.spring if position.phase == FIRST_PHASE else ()
            early = [*(before or {}).values(), *book]
            moving = _Moving(position, me, spared, legal, fixed, frozenset(closed))
            early = [order for order in early if order in known and not _needs_convoy(order)]
            orders: Sequence[Order] = moving.orders(early)
        case "R":
            orders = [_best_retreat(position, me, options) for options in legal.values()]
        case _:
            orders = _adjusted(position, me, spared, legal, frozenset(closed))
    return Counsel(position, me, spared, tuple(orders), frozenset(fixed), frozenset(closed))


def _needs_convoy(order: Order) -> bool:
    return isinstance(order, Move) and order.target not in STANDARD.borders(order.kind).get(order.region, ())


def _carried_out(fixed: Mapping[Province, Order]) -> dict[Province, Order]:
    """Leave out moves without their convoy, and their supports."""

    def goes(order: Order) -> bool:
        if not isinstance(order, Move) or not _needs_convoy(order):
            return True
        here, there = province_of(order.region), province_of(order.target)
        fleets = {
            place
            for place, each in fixed.items()
            if isinstance(each, Convoy) and (province_of(each.army), province_of(each.target)) == (here, there)
        }
        reached = {here}
        while more := {each for each in fleets - reached if any(each in next_to(place) for place in reached)}:
            reached |= more
        return any(there in next_to(place) for place in reached - {here})

    left = {place: order for place, order in fixed.items() if goes(order)}
    lost = set(fixed) - set(left)
    return {
        place: order
        for place, order in left.items()
        if not (isinstance(order, Support) and province_of(order.supported) in lost)
    }


@dataclass(frozen=True, slots=True)
class _Moving:
    """Orders of a movement phase."""

    position: Position
    me: Power
    spared: Power
    legal: Mapping[Region, Sequence[Order]]
    fixed: Mapping[Province, Order]
    closed: frozenset[Province]

    def orders(self, early: Sequence[Order]) -> list[Order]:
        """Fixed and early orders; winning moves; help, guards and steps."""
        found: dict[Province, Order] = dict(self.fixed)
        wins = way_to_centers(self.position, self.me, spared=self.spared)
        for order in (*early, *(each for each in wins if isinstance(each, Move))):
            self._add(found, order)
        for order in (each for each in wins if isinstance(each, Hold)):
            self._add(found, self._support(self.legal[order.region], found) or order)
        for region, options in sorted(self.legal.items()):
            here = province_of(region)
            if here not in found:
                self._add(found, self._of_unit(here, options, found))
        return [found[province_of(region)] for region in sorted(self.legal) if province_of(region) in found]

    def _add(self, found: dict[Province, Order], order: Order) -> None:
        """Keep an order that gets in no other's way."""
        here, target = _here(order), _target(order)
        if here in found or (isinstance(order, Move) and (target in self.closed or target in _targets(found))):
            return
        found[here] = order

    def _of_unit(self, here: Province, options: Sequence[Order], found: Mapping[Province, Order]) -> Order:
        hold = next(order for order in options if isinstance(order, Hold))
        support = self._support(options, found)
        own = self.position.centers.get(here) == self.me
        if support is not None:
            return support
        if own and _threats(self.position, here, self.me, self.spared):
            return hold
        goals = frozenset(goals_for(self.position, self.me, self.spared)) - _targets(found) - self.closed
        steps = [order for order in options if isinstance(order, Move) and self._is_open(order, found)]
        covers = [each for each in steps if self._covers(each)]
        if covers:
            return min(covers, key=lambda each: each.target)
        land = _land_of(self.position, self.spared)
        far = {each: _steps(each.kind, each.target, goals, land) for each in steps}
        best = min(steps, key=lambda each: (far[each], each.target), default=None)
        return best if best is not None and far[best] < _steps(hold.kind, hold.region, goals, land) else hold

    def _support(self, options: Sequence[Order], found: Mapping[Province, Order]) -> Support | None:
        """Help for a found move; its unit defends as by a hold."""
        return next((each for each in options if isinstance(each, Support) and self._helps(each, found)), None)

    def _covers(self, order: Move) -> bool:
        """True if it enters an own center that others could take."""
        place = province_of(order.target)
        threats = _threats(self.position, place, self.me, self.spared)
        return self.position.centers.get(place) == self.me and bool(threats)

    def _helps(self, support: Support, found: Mapping[Province, Order]) -> bool:
        helped = found.get(province_of(support.supported))
        if support.target is None or not isinstance(helped, Move):
            return False
        place = province_of(support.target)
        if self.position.centers.get(place) == self.me:  # there a bounce keeps others out
            return False
        return place == province_of(helped.target) and is_contested(self.position, place, {self.me, self.spared})

    def _is_open(self, order: Move, found: Mapping[Province, Order]) -> bool:
        """True if a step leads to a free, open place."""
        place = province_of(order.target)
        unit = self.position.unit_at(place)
        leaves = unit is not None and unit.power == self.me and isinstance(found.get(place), Move)
        spared = self.position.centers.get(place) == self.spared or place in STANDARD.homes[self.spared]
        return (
            order.target in STANDARD.borders(order.kind).get(order.region, ())
            and (unit is None or leaves)
            and not spared
            and place not in self.closed
            and place not in _targets(found)
        )


def best_build(position: Position, lesson: Lesson, closed: Collection[Province] = ()) -> Build | None:
    """Find the best build in a free center at home.

    closed: places that it keeps out of.
    """
    me = lesson.pupil
    homes = [home for home in STANDARD.homes[me] if position.centers.get(home) == me]
    free = [home for home in homes if (unit := position.unit_at(home)) is None or unit.power == me]
    goals = frozenset(goals_for(position, me, lesson.guide).difference(closed))
    land = _land_of(position, lesson.guide)
    builds = [Build("A", home) for home in free]
    builds += [Build("F", region) for home in free for region in STANDARD.fleet_regions(home)]
    return min(
        builds, key=lambda each: (_steps(each.kind, each.region, goals, land), each.kind, each.region), default=None
    )


def is_contested(position: Position, place: Province, friends: Collection[Power]) -> bool:
    """True if a power other than the friends could go there."""
    return any(place in reach_of(position, power) for power in {unit.power for unit in position.units} - set(friends))


# ── retreats, builds ────────────────────────────────────────────────────────────────────────────


def _best_retreat(position: Position, me: Power, options: Sequence[Order]) -> Order:
    """Retreat to a center or near one; else disband."""

    def rank(order: Retreat) -> tuple[bool, bool, int, Region]:
        place = province_of(order.target)
        far = _steps(order.kind, order.target, frozenset(STANDARD.centers))
        return position.centers.get(place) != me, place not in STANDARD.centers, far, order.target

    retreats = [order for order in options if isinstance(order, Retreat)]
    return min(retreats, key=rank, default=next(order for order in options if isinstance(order, Disband)))


def _adjusted(
    position: Position, me: Power, spared: Power, legal: Mapping[Region, Sequence[Order]], closed: frozenset[Province]
) -> list[Build | Remove]:
    """Builds nearest to centers, or removals of the farthest units."""
    due = needed_adjustments(position, me)
    options = [order for orders in legal.values() for order in orders]
    found: dict[Province, Build | Remove] = {}
    if due > 0:
        goals = frozenset(goals_for(position, me, spared)) - closed
        builds = [order for order in options if isinstance(order, Build)]
        land = _land_of(position, spared)
        ranks = {each: (_steps(each.kind, each.region, goals, land), each.kind, each.region) for each in builds}
        for order in sorted(builds, key=lambda each: ranks[each]):
            found.setdefault(_here(order), order)
    else:
        homes = frozenset(STANDARD.homes[me])
        removals = [order for order in options if isinstance(order, Remove)]
        for one in sorted(removals, key=lambda each: (-_steps(each.kind, each.region, homes), each.region)):
            found.setdefault(_here(one), one)
    return list(found.values())[: abs(due)]


# ── the board ───────────────────────────────────────────────────────────────────────────────────


def _here(order: Order) -> Province:
    return province_of(getattr(order, "region", "")) if hasattr(order, "region") else ""


def _target(order: Order) -> Province | None:
    if isinstance(order, Move | Retreat):
        return province_of(order.target)
    return _here(order) if isinstance(order, Hold | Build) else None


def _targets(found: Mapping[Province, Order]) -> set[Province]:
    """Places where units are after these orders."""
    return {place for order in found.values() if (place := _target(order)) is not None}


def _around(kind: UnitKind, region: Region) -> set[Province]:
    return {province_of(each) for each in STANDARD.borders(kind).get(region, ())}


def _threats(position: Position, place: Province, me: Power, spared: Power) -> list[Power]:
    """Other powers than the two with a unit that could come in."""
    units = (unit for unit in position.units if unit.power not in {me, spared})
    return sorted({unit.power for unit in units if place in _around(unit.kind, unit.region)})


def _land_of(position: Position, power: Power) -> frozenset[Province]:
    """A power's home and its centers."""
    return frozenset({*STANDARD.homes[power], *position.centers_of(power)})


def _ways(kind: UnitKind, region: Region, around: frozenset[Province] = frozenset()) -> Iterator[tuple[int, Province]]:
    """Provinces by their distance for a unit, its own first.

    around: places it does not pass through.
    """
    seen, edge, steps = {region}, [region], 0
    while edge:
        yield from ((steps, province_of(each)) for each in edge)
        edge = sorted({to for each in edge for to in STANDARD.borders(kind).get(each, ())} - seen)
        edge = [each for each in edge if province_of(each) not in around]
        seen.update(edge)
        steps += 1


@lru_cache(maxsize=4096)
def _steps(
    kind: UnitKind, region: Region, goals: frozenset[Province], around: frozenset[Province] = frozenset()
) -> int:
    return next((steps for steps, place in _ways(kind, region, around) if place in goals), _FAR)
