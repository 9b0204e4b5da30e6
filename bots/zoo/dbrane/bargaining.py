"""Search for deals that two powers both gain by.

Source: the paper cites NB3 (its reference 4; de Jonge, Sierra 2015), best-first search over deals with an aspiration
that falls in time. Neither algorithm was at hand. Invented here:

- A clause is a promise of one power that betters the other's chance of a center: a support of a move, which the other
  promises to make, or to stay out of that center.
- Nodes are sets of clauses. The node with the highest sum of both utilities is expanded next, by one clause more.
- The utility of a power under a deal is that of its best plans under it (`strategy.think`). The no-deal solution is
  its best plans under the deals in force.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from adjudication.board import STANDARD, province_of
from adjudication.orders import Move, Support
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import Rulebook
from bots.zoo.dbrane.bounds import Bounds
from bots.zoo.dbrane.front import Front, front_of
from bots.zoo.dbrane.plans import plans_for
from bots.zoo.dbrane.strategy import chance_of, think

__all__ = ["GAIN", "Found", "aspiration", "clauses_for", "find_deals", "utility"]

GAIN: Final = 0.05
"""Least worth of a deal, in centers."""
MOST_CLAUSES: Final = 3
MOST_PROMISES: Final = 4
MOST_NODES: Final = 10
"""Nodes looked at with one other power."""
_WIDTH: Final = 3
"""Clauses of each side that are looked at."""


@dataclass(frozen=True, slots=True)
class Found:
    """A deal with another power.

    terms: what it says. mine, theirs: the gain of each over the no-deal solution.
    """

    partner: Power
    terms: Bounds
    mine: float
    theirs: float


def aspiration(best: float, step: int, steps: int) -> float:
    """The gain asked for at a step of the talk.

    The best known at first, in the end next to nothing.
    """
    return max(GAIN, best * (1 - step / steps))


def utility(position: Position, power: Power, bounds: Bounds, rulebook: Rulebook, is_over: Callable[[], bool]) -> float:
    """Centers that a power may count on under deals."""
    return think(front_of(position, power, bounds, rulebook), is_over).utility


def find_deals(
    position: Position,
    powers: tuple[Power, Power],
    base: Bounds,
    rulebook: Rulebook,
    is_over: Callable[[], bool],
    *,
    zones: bool,
) -> list[Found]:
    """Deals by which both powers gain.

    The best for the first power comes first. zones: whether deals may hold them.
    """
    me, partner = powers
    mine = clauses_for(position, me, partner, base, rulebook, is_over=is_over, zones=zones)[:_WIDTH]
    theirs = clauses_for(position, partner, me, base, rulebook, is_over=is_over, zones=zones)[:_WIDTH] if mine else []
    if not mine or not theirs or is_over():
        return []
    before = [utility(position, power, base, rulebook, is_over) for power in powers]
    clauses = [*mine, *theirs]
    # The root's children are not looked at one by one: a clause gives to one side only.
    queue: list[tuple[float, int, frozenset[int]]] = []
    for one in range(len(mine)):
        for other in range(len(mine), len(clauses)):
            heappush(queue, (0.0, len(queue), frozenset({one, other})))
    seen: set[frozenset[int]] = set()
    found: list[Found] = []
    pushed, looked = len(queue), 0
    while queue and looked < MOST_NODES and not is_over():
        _, _, node = heappop(queue)
        terms = _terms(node, clauses, position)
        if node in seen or terms is None or len(terms.orders) + len(terms.zones) > MOST_PROMISES:
            continue
        seen.add(node)
        whole = base.joined([terms], position)
        if whole is None:
            continue
        looked += 1
        gains = [
            utility(position, power, whole, rulebook, is_over) - old for power, old in zip(powers, before, strict=True)
        ]
        if is_over():
            break
        if min(gains) >= GAIN:
            found.append(Found(partner, terms, gains[0], gains[1]))
        if len(node) < MOST_CLAUSES:
            for clause in range(len(clauses)):
                if clause not in node:
                    pushed += 1
                    heappush(queue, (-sum(gains), pushed, node | {clause}))
    return sorted(found, key=lambda deal: (-deal.mine, -deal.theirs, str(deal.terms)))


def _terms(node: frozenset[int], clauses: Sequence[Bounds], position: Position) -> Bounds | None:
    return Bounds().joined([clauses[index] for index in sorted(node)], position)


def clauses_for(
    position: Position,
    power: Power,
    giver: Power,
    base: Bounds,
    rulebook: Rulebook,
    *,
    is_over: Callable[[], bool],
    zones: bool,
) -> list[Bounds]:
    """Promises that better the power's chance of a center, best first.

    giver: the power that would promise them.
    """
    front = front_of(position, power, base, rulebook)
    found: list[tuple[float, Bounds]] = []
    for center in STANDARD.centers:
        if center in front.safe or not any(place == center or center in front.steps[place] for place in front.mine):
            continue
        if is_over():
            break
        before = _outlook(front, center)
        for terms in _offers(position, power, giver, center, base, zones=zones):
            whole = base.joined([terms], position)
            if whole is not None:
                rise = _outlook(front_of(position, power, whole, rulebook), center) - before
                if rise >= GAIN:
                    found.append((rise, terms))
    return [terms for _, terms in sorted(found, key=lambda each: (-each[0], str(each[1])))]


def _outlook(front: Front, center: str) -> float:
    """Chance of a center by its best plan.

    Each order of the plan costs a tenth.
    """
    if center in front.safe:
        return 1.0
    return max((chance_of(plan) - len(plan.orders) / 10 for plan in plans_for(front, center)), default=0.0)


def _offers(
    position: Position, power: Power, giver: Power, center: str, base: Bounds, *, zones: bool
) -> Iterator[Bounds]:
    """Promises of the giver about one center."""
    front = {unit.province: unit for unit in position.units_of(giver)}
    occupant = position.unit_at(center)
    reach = {place for place, unit in front.items() if center in _steps(unit.kind, unit.region)}
    if zones and reach and position.centers.get(center) != giver and center not in front:
        yield Bounds(zones=((giver, center),))
    if occupant is not None and occupant.power in {power, giver}:
        return
    for unit in position.units_of(power):
        regions = [region for region in STANDARD.borders(unit.kind)[unit.region] if province_of(region) == center]
        if not regions or base.order_of(unit.province) is not None:
            continue
        move = Move(unit.kind, unit.region, regions[0])
        for place in sorted(reach):
            helper = front[place]
            support = Support(helper.kind, helper.region, unit.kind, unit.region, regions[0])
            orders = sorted([(power, move), (giver, support)], key=str)
            yield Bounds(orders=tuple(orders))  # type: ignore[arg-type]


def _steps(kind: str, region: str) -> set[str]:
    return {province_of(each) for each in STANDARD.borders("A" if kind == "A" else "F")[region]}
