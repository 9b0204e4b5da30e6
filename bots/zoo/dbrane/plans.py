"""Battle plans, invincible plans and invincible pairs.

Source: definitions 17 to 19 and note 6 of the paper. A plan is invincible if no orders of the others that the deals
allow keep the power from conquering the center. Here that is computed, not tried out: for each unit that could spoil
the plan, the hits are counted that the others lack, where a hit is a support of the spoiler or a cut support of ours,
one a unit.

Beyond the appendix, so that a plan holds under the rules of the board, too:

- where the attacked unit could move against its attacker, it must be beaten there as well;
- a unit that has to leave the center may fail to, and then holds without support;
- a cut does not come out of the center, and supports by the occupant's power do not dislodge it;
- two units of a plan never go to one place.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, islice, product
from typing import Final

from adjudication.board import STANDARD, Province
from bots.zoo.dbrane.front import Front
from bots.zoo.dbrane.oneshot import DipOrder, MoveTo, SupportOf

__all__ = ["BattlePlan", "Pair", "centers_in_reach", "invincible_pairs", "is_pair", "plans_for", "stoppers"]

MOST_HELPERS: Final = 3
"""Supports and cuts of a plan."""
MOST_CHECKS: Final = 400
"""Plans looked at for one center and one unit that would conquer it."""
MOST_PAIRS: Final = 300
"""Pairs looked at in one position."""
_NEAR_MISSES: Final = 6
"""Plans of one center that are tried in pairs."""


@dataclass(frozen=True, slots=True)
class BattlePlan:
    """Orders by which one unit is to conquer a center (definition 17).

    stoppers: the fewest units of others that must act to spoil it, beside one that only stays; None for an invincible
    plan.
    """

    conqueror: MoveTo
    supports: tuple[SupportOf, ...] = ()
    cuts: tuple[MoveTo, ...] = ()
    stoppers: int | None = 0

    @property
    def center(self) -> Province:
        """The center it is for."""
        return self.conqueror.target

    @property
    def orders(self) -> tuple[DipOrder, ...]:
        """All its orders, those of the coalition included."""
        return (self.conqueror, *self.supports, *self.cuts)


@dataclass(frozen=True, slots=True)
class Pair:
    """An invincible pair of plans (definition 19).

    One of them conquers its center for sure. The lower center comes first.
    """

    one: BattlePlan
    other: BattlePlan

    @property
    def orders(self) -> tuple[DipOrder, ...]:
        """The orders of both."""
        return self.one.orders + self.other.orders


@dataclass(frozen=True, slots=True)
class _Spoiler:
    """A way to spoil a plan, by a unit and its helpers.

    hits: how many are lacking. acts: whether the unit does more than stay.
    """

    unit: int
    helpers: int
    hits: int
    acts: bool


def centers_in_reach(front: Front) -> tuple[Province, ...]:
    """Supply centers with a micro-game.

    A unit of the power could be there, and the center is not safe anyway.
    """
    near = {province for unit in front.mine for province in (*front.steps[unit], unit)}
    return tuple(center for center in STANDARD.centers if center in near - front.safe)


def stoppers(front: Front, plan: BattlePlan) -> int | None:
    """The fewest units that must act to spoil a plan.

    None if the others cannot.
    """
    best: int | None = None
    for spoiler in _spoilers(front, plan):
        cost = spoiler.hits + spoiler.acts
        if best is not None and cost >= best:
            continue
        if _hits(front, spoiler, plan) >= spoiler.hits:
            best = cost
    return best


def _spoilers(front: Front, plan: BattlePlan) -> Iterator[_Spoiler]:
    place, start = plan.conqueror.target, plan.conqueror.unit
    force = (3 if plan.conqueror.holds else 2) + 2 * len(plan.supports)  # forces are counted in halves
    cut = sum(front.bit[order.target] for order in plan.cuts)
    helpers = front.supports.get(place, 0) & ~cut
    occupant = front.bit.get(place, 0)
    if occupant:
        stays = helpers & ~occupant if not occupant & front.must_go else 0
        yield _Spoiler(occupant, stays, _lacking(force, 3), acts=False)
        if start in front.walks[place]:
            against = front.supports.get(start, 0) & ~cut & ~occupant
            yield _Spoiler(occupant, against, _lacking(force, 2), acts=True)
    movers = front.enters.get(place, 0)
    while movers:
        mover = movers & -movers
        movers ^= mover
        yield _Spoiler(mover, helpers & ~mover, _lacking(force, 2), acts=True)


def _lacking(force: int, other: int) -> int:
    """Hits that bring a force down to another one; both in halves."""
    return max(0, (force - other + 1) // 2)


def _hits(front: Front, spoiler: _Spoiler, plan: BattlePlan) -> int:
    """The most hits of the others, up to those lacking."""
    found = spoiler.helpers.bit_count()
    if found >= spoiler.hits or not plan.supports:
        return found
    rest = ~(spoiler.helpers | spoiler.unit)
    slots = [front.enters.get(order.unit, 0) & rest for order in plan.supports]
    return found + _matched(slots)


def _matched(slots: Sequence[int]) -> int:
    """Size of a largest matching of units to slots.

    Each slot is a mask of the units that fit it.
    """
    used: dict[int, int] = {}

    def place(slot: int, tried: set[int]) -> bool:
        mask = slots[slot]
        while mask:
            unit = mask & -mask
            mask ^= unit
            if unit in tried:
                continue
            tried.add(unit)
            if unit not in used or place(used[unit], tried):
                used[unit] = slot
                return True
        return False

    return sum(place(slot, set()) for slot in range(len(slots)))


# ── the plans of one center ─────────────────────────────────────────────────────────────────────


def plans_for(front: Front, center: Province) -> tuple[BattlePlan, ...]:
    """Battle plans for a center, the smallest first.

    Left out are plans that are no harder to stop than a part of them.
    """
    found: list[BattlePlan] = []
    for unit in front.mine:
        conqueror = MoveTo(unit, center)
        if (unit == center or center in front.near[unit]) and front.may(conqueror, center):
            found += islice(_plans_with(front, conqueror), MOST_CHECKS)
    return tuple(sorted(found, key=lambda plan: len(plan.orders)))


def _plans_with(front: Front, conqueror: MoveTo) -> Iterator[BattlePlan]:
    allied = _allied(front, conqueror)
    helpers = _helpers(front, conqueror)
    kept: list[tuple[frozenset[DipOrder], int | None]] = []
    checks = 0
    for size in range(min(MOST_HELPERS, len(helpers)) + 1):
        for chosen in combinations(helpers, size):
            for orders in product(*chosen):
                checks += 1
                if checks > MOST_CHECKS:
                    return
                whole = frozenset(orders)
                parts = [needed for part, needed in kept if part <= whole]
                if None in parts or len({order.target for order in orders if isinstance(order, MoveTo)}) < sum(
                    isinstance(order, MoveTo) for order in orders
                ):
                    continue
                plan = BattlePlan(
                    conqueror,
                    (*allied, *(order for order in orders if isinstance(order, SupportOf))),
                    tuple(order for order in orders if isinstance(order, MoveTo)),
                )
                needed = stoppers(front, plan)
                if needed is not None and any(part is not None and part >= needed for part in parts):
                    continue
                kept.append((whole, needed))
                yield BattlePlan(plan.conqueror, plan.supports, plan.cuts, needed)


def _allied(front: Front, conqueror: MoveTo) -> tuple[SupportOf, ...]:
    """Promised supports by others.

    None by the power whose unit would be dislodged.
    """
    occupant = front.position.unit_at(conqueror.target)
    return tuple(
        SupportOf(place, conqueror.unit)
        for place in front.allied.get(conqueror, ())
        if occupant is None or (ally := front.position.unit_at(place)) is None or ally.power != occupant.power
    )


def _helpers(front: Front, conqueror: MoveTo) -> list[tuple[DipOrder, ...]]:
    """For each helper, its ways to help: a support, or cuts."""
    center = conqueror.target
    rivals = front.supports.get(center, 0)
    found: list[tuple[DipOrder, ...]] = []
    for unit in front.mine:
        if unit == conqueror.unit:
            continue
        ways: list[DipOrder] = []
        support = SupportOf(unit, conqueror.unit)
        if center in front.near[unit] and front.may(support, center):
            ways.append(support)
        if unit != center:
            for target in sorted(front.near[unit]):
                cut = MoveTo(unit, target)
                if front.bit.get(target, 0) & rivals and front.may(cut, target):
                    ways.append(cut)
        if ways:
            found.append(tuple(ways))
    # Those that can support come first: of many combinations only the first are looked at.
    return sorted(found, key=lambda ways: isinstance(ways[0], MoveTo))


# ── pairs ───────────────────────────────────────────────────────────────────────────────────────


def invincible_pairs(front: Front, plans: Sequence[BattlePlan]) -> list[Pair]:
    """Invincible pairs among plans that are not invincible alone."""
    by_center: dict[Province, list[BattlePlan]] = {}
    for plan in plans:
        if plan.stoppers and len(plan.orders) <= 2:
            by_center.setdefault(plan.center, []).append(plan)
    centers = sorted(by_center)
    found: list[Pair] = []
    checks = 0
    for one, other in combinations(centers, 2):
        if not _threats(front, one) & _threats(front, other):
            continue
        for first, second in product(by_center[one][:_NEAR_MISSES], by_center[other][:_NEAR_MISSES]):
            if not _can_pair(first, second):
                continue
            checks += 1
            if checks > MOST_PAIRS:
                return found
            pair = Pair(first, second)
            if is_pair(front, pair):
                found.append(pair)
    return found


def _threats(front: Front, center: Province) -> int:
    return front.enters.get(center, 0) | front.supports.get(center, 0) | front.bit.get(center, 0)


def _can_pair(one: BattlePlan, other: BattlePlan) -> bool:
    """True if two plans can make a pair.

    Both can be played, and neither starts in the other's center.
    """
    if one.conqueror.unit == other.center or other.conqueror.unit == one.center:
        return False
    return not Footprint(one.orders).clashes(Footprint(other.orders))


def is_pair(front: Front, pair: Pair) -> bool:
    """True if the others cannot spoil both plans at once."""
    return not any(
        one.unit != other.unit and _both_spoiled(front, (pair.one, pair.other), (one, other))
        for one in _spoilers(front, pair.one)
        for other in _spoilers(front, pair.other)
    )


def _both_spoiled(front: Front, plans: tuple[BattlePlan, BattlePlan], spoilers: tuple[_Spoiler, _Spoiler]) -> bool:
    """True if units enough are left to help both spoilers."""
    rest = ~(spoilers[0].unit | spoilers[1].unit)
    ways: list[list[list[int]]] = []
    for plan, spoiler in zip(plans, spoilers, strict=True):
        cuts = [front.enters.get(order.unit, 0) & rest for order in plan.supports]
        ways.append(
            [
                [*chosen, *[spoiler.helpers & rest] * (spoiler.hits - size)]
                for size in range(min(spoiler.hits, len(cuts)) + 1)
                for chosen in combinations(cuts, size)
            ]
        )
    return any(_matched([*one, *other]) == len(one) + len(other) for one, other in product(*ways))


# ── orders that fit together ────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Footprint:
    """Orders beside others of the same power."""

    orders: tuple[DipOrder, ...]

    @cached_property
    def by_unit(self) -> dict[Province, DipOrder]:
        """The order of each unit."""
        return {order.unit: order for order in self.orders}

    @cached_property
    def places(self) -> dict[Province, Province]:
        """The unit in each province afterwards, if all goes well."""
        return {order.target if isinstance(order, MoveTo) else order.unit: order.unit for order in self.orders}

    def clashes(self, other: "Footprint") -> bool:
        """True if these orders and others exclude each other.

        A unit has two orders, two go to one place, or two change places.
        """
        for unit, order in self.by_unit.items():
            if other.by_unit.get(unit, order) != order:
                return True
            place = order.target if isinstance(order, MoveTo) else unit
            if other.places.get(place, unit) != unit:
                return True
            back = other.by_unit.get(place)
            if place != unit and isinstance(back, MoveTo) and back.target == unit:
                return True
        return False
