"""Stragotiator's strategy core: move sets by nested evolution.

Source: Fabregues' thesis, 2.5. A move set is a destination for each unit. It begins with units that go to the highest
neighbour or stay, supports before holds, off negative provinces. Uniform recombination; mutation gives each unit
another destination with some chance. The fitness of a move set is the value of the board after it and after the best
answer found by the same search, on a smaller scale, for the turn after. Efforts, and what others are taken to do, are
ours.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Final, TypeVar

from adjudication.board import STANDARD, Province, Region, province_of
from adjudication.engine import adjudicate
from adjudication.facts import reachable_provinces
from adjudication.orders import Hold, Move, MovementOrder, Support
from adjudication.position import Position, Unit
from adjudication.powers import POWERS, Power
from adjudication.rulebook import Rulebook
from bots.zoo.deals import Pacts
from bots.zoo.goals import NO_ORDERS, Orders, orders_toward
from bots.zoo.stragotiator.values import WEIGHTS, Table, Weights, table_of

__all__ = ["EFFORTS", "Effort", "Outlook", "evolve", "first_goals", "shared_orders"]

Gene = TypeVar("Gene")


@dataclass(frozen=True, slots=True)
class Effort:
    """Size of one search. chance: of a mutation, by gene."""

    population: int
    generations: int
    chance: float = 0.2


EFFORTS: Final = (Effort(10, 6), Effort(2, 0))
"""This turn, and inside each of its fitnesses the turn after."""


def _never() -> bool:
    return False


def evolve(
    first: Sequence[Gene],
    fitness: Callable[[tuple[Gene, ...]], float],
    mutate: Callable[[int, Gene], Gene],
    effort: Effort,
    *,
    rng: Random,
    is_over: Callable[[], bool] = _never,
) -> tuple[tuple[Gene, ...], float]:
    """The best genes found, never worse than the first, with their fitness.

    is_over: true when it has to stop.
    Each generation has half as many children as there are individuals: genes of two parents by the toss of a coin,
    some of them mutated. The best survive.
    """

    def mutated(genes: Sequence[Gene]) -> tuple[Gene, ...]:
        return tuple(mutate(i, gene) if rng.random() < effort.chance else gene for i, gene in enumerate(genes))

    known: dict[tuple[Gene, ...], float] = {}
    alive = [tuple(first)]
    known[alive[0]] = fitness(alive[0])

    def admit(genes: tuple[Gene, ...]) -> None:
        if genes not in known and not is_over():
            known[genes] = fitness(genes)
        if genes in known and genes not in alive:
            alive.append(genes)

    for _ in range(effort.population - 1):
        admit(mutated(first))
    for _ in range(effort.generations):
        for _ in range(max(1, effort.population // 2)):
            one, other = rng.choice(alive), rng.choice(alive)
            admit(mutated([mine if rng.random() < 0.5 else theirs for mine, theirs in zip(one, other, strict=True)]))
        alive = sorted(alive, key=lambda genes: -known[genes])[: effort.population]
    best = max(alive, key=lambda genes: known[genes])
    return best, known[best]


def first_goals(
    units: Mapping[Province, Unit], table: Table, fixed: Orders = NO_ORDERS, closed: frozenset[Province] = frozenset()
) -> dict[Province, Region]:
    """The highest place in reach for each unit without an order.

    The unit with the best one chooses first.
    Units gather at one place as long as a rival could be as strong there. Nobody stays on a negative province that has
    a way out.
    """
    competition = table.values.competition
    coming: dict[Province, int] = {}
    for order in fixed.values():
        place = province_of(order.target if isinstance(order, Move) else order.region)
        coming[place] = coming.get(place, 0) + 1
    open_to = {
        province: sorted(_destinations(unit, table, closed), key=lambda region: -table.worth(unit, region))
        for province, unit in units.items()
        if province not in fixed
    }
    goals: dict[Province, Region] = {}
    for province in sorted(open_to, key=lambda each: -table.worth(units[each], open_to[each][0])):
        regions = open_to[province]
        goal = next(
            (region for region in regions if coming.get(province_of(region), 0) <= _needed(region, competition)),
            regions[0],
        )
        goals[province] = goal
        coming[province_of(goal)] = coming.get(province_of(goal), 0) + 1
    return goals


def _needed(region: Region, competition: Mapping[Province, int]) -> int:
    """Helpers that a unit needs to be stronger than any rival."""
    return competition.get(province_of(region), 0)


def _destinations(unit: Unit, table: Table, closed: frozenset[Province]) -> list[Region]:
    """Regions that the unit may be in next turn.

    Never a closed one; its own unless that is to be left.
    """
    ways = [region for region in STANDARD.borders(unit.kind)[unit.region] if province_of(region) not in closed]
    if unit.province in table.negative:
        better = [region for region in ways if province_of(region) not in table.negative]
        if better:
            return better
    return [unit.region, *ways]


@dataclass(frozen=True)
class Outlook:
    """A position as one power sees it.

    wits: by power, the share of its units expected to do what Stragotiator would.
    """

    position: Position
    power: Power
    rulebook: Rulebook
    pacts: Pacts = field(default_factory=Pacts)
    wits: Mapping[Power, float] = field(default_factory=dict)
    weights: Weights = WEIGHTS

    @cached_property
    def tables(self) -> dict[Power, Table]:
        """Values of every power; only its own know of deals."""
        alive = {unit.power for unit in self.position.units}
        return {
            power: table_of(self.position, power, self.pacts.peace, self.pacts.closed, self.weights)
            if power == self.power
            else table_of(self.position, power, frozenset(), frozenset(), self.weights)
            for power in POWERS
            if power in alive or power == self.power
        }

    def move_set(
        self,
        position: Position,
        power: Power,
        goals: Mapping[Province, Region] | None = None,
        fixed: Orders = NO_ORDERS,
    ) -> dict[Province, MovementOrder]:
        """Orders of a power toward goals, its first ones unless given."""
        table = self.tables.get(power)
        units = {unit.province: unit for unit in position.units_of(power)}
        if table is None or not units:
            return {}
        closed = self.pacts.closed if power == self.power else frozenset()
        if goals is None:
            goals = first_goals(units, table, fixed, closed)
        helped = self.pacts.helped(position, power) if power == self.power else {}
        competition = table.values.competition
        return orders_toward(units, goals, table.worth, competition, fixed=fixed, helped=helped, always=True)

    def foreseen(self, rng: Random) -> dict[Power, list[MovementOrder]]:
        """Expected orders of the others.

        They are what they owe, and their first move sets as far as they have the wits.
        """
        owed: dict[Power, dict[Province, MovementOrder]] = {}
        for power, order in self.pacts.promised:
            owed.setdefault(power, {}).setdefault(province_of(order.region), order)
        found: dict[Power, list[MovementOrder]] = {}
        for power in self.tables:
            if power != self.power:
                fixed = owed.get(power, {})
                orders = self.move_set(self.position, power, fixed=fixed)
                share = self.wits.get(power, 1.0)
                found[power] = [
                    order if place in fixed or rng.random() < share else Hold(order.kind, order.region)
                    for place, order in orders.items()
                ]
        return found

    def best(
        self,
        fixed: Orders,
        rng: Random,
        *,
        efforts: Sequence[Effort] = EFFORTS,
        is_over: Callable[[], bool] = _never,
        others: Mapping[Power, Sequence[MovementOrder]] | None = None,
    ) -> tuple[dict[Province, MovementOrder], float]:
        """The best orders found that contain the fixed ones, with their fitness."""
        others = self.foreseen(rng) if others is None else others
        return self._best(self.position, fixed, others, efforts, rng=rng, is_over=is_over)

    def fitness(
        self, orders: Sequence[MovementOrder], others: Mapping[Power, Sequence[MovementOrder]], rng: Random
    ) -> float:
        """Value of the board a turn after these orders.

        In that turn all order their first move sets.
        """
        return self._after(self.position, orders, others, (Effort(1, 0),), rng=rng, is_over=_never)

    def _best(
        self,
        position: Position,
        fixed: Orders,
        others: Mapping[Power, Sequence[MovementOrder]],
        efforts: Sequence[Effort],
        *,
        rng: Random,
        is_over: Callable[[], bool],
    ) -> tuple[dict[Province, MovementOrder], float]:
        table = self.tables[self.power]
        units = {unit.province: unit for unit in position.units_of(self.power)}
        free = [unit for province, unit in units.items() if province not in fixed]
        options = [_destinations(unit, table, self.pacts.closed) for unit in free]
        start = first_goals(units, table, fixed, self.pacts.closed)

        def orders_of(genes: Sequence[Region]) -> dict[Province, MovementOrder]:
            goals = {unit.province: goal for unit, goal in zip(free, genes, strict=True)}
            return self.move_set(position, self.power, goals, fixed)

        def fitness(genes: tuple[Region, ...]) -> float:
            return self._after(position, list(orders_of(genes).values()), others, efforts[1:], rng=rng, is_over=is_over)

        genes, value = evolve(
            [start[unit.province] for unit in free],
            fitness,
            lambda index, _: rng.choice(options[index]),
            efforts[0],
            rng=rng,
            is_over=is_over,
        )
        return orders_of(genes), value

    def _after(
        self,
        position: Position,
        orders: Sequence[MovementOrder],
        others: Mapping[Power, Sequence[MovementOrder]],
        efforts: Sequence[Effort],
        *,
        rng: Random,
        is_over: Callable[[], bool],
    ) -> float:
        after = _next_movement(position, {**others, self.power: orders}, self.rulebook)
        if not efforts or not after.units_of(self.power) or after.phase.kind != "M":
            return self.value_of(after)
        theirs = {power: list(self.move_set(after, power).values()) for power in self.tables if power != self.power}
        return self._best(after, NO_ORDERS, theirs, efforts, rng=rng, is_over=is_over)[1]

    def value_of(self, position: Position) -> float:
        """Value of a board: places of units, centers, and allies' centers."""
        standing = self.tables[self.power].standing
        stood = sum(standing[unit.kind, unit.region] for unit in position.units_of(self.power))
        held = dict(position.centers)
        held |= {unit.province: unit.power for unit in position.units if unit.province in STANDARD.centers}
        centers = sum(
            1.0 if owner == self.power else self.weights.ally if owner in self.pacts.allies else 0.0
            for owner in held.values()
        )
        return stood + 1000.0 * self.weights.center * centers


def _next_movement(position: Position, orders: Mapping[Power, Sequence[MovementOrder]], rulebook: Rulebook) -> Position:
    """The board when units move next: who is dislodged disbands, nobody builds."""
    after = adjudicate(position, orders, rulebook).next
    for _ in range(2):
        if after.phase.kind == "M":
            break
        after = adjudicate(after, {}, rulebook).next
    return after


def shared_orders(
    outlook: Outlook, ally: Power
) -> tuple[tuple[Power, MovementOrder], tuple[Power, MovementOrder]] | None:
    """The best support between two powers, with the move that it helps.

    It is a positive partial move set; None if there is none.
    Own units and the ally's are planned together, each toward its own power's goals.
    """
    mine, theirs = outlook.move_set(outlook.position, outlook.power), outlook.move_set(outlook.position, ally)
    best: tuple[float, tuple[tuple[Power, MovementOrder], tuple[Power, MovementOrder]]] | None = None
    sides = ((outlook.power, mine, ally, theirs), (ally, theirs, outlook.power, mine))
    for mover, moves, helper, helpers in sides:
        table = outlook.tables[mover]
        for order in moves.values():
            if not isinstance(order, Move) or order.via:
                continue
            place = province_of(order.target)
            victim = outlook.position.unit_at(place)
            if victim is not None and victim.power in {helper, mover, *outlook.pacts.peace}:
                continue
            need = table.values.competition[place]
            strength = 1 + sum(
                isinstance(other, Support) and other.target is not None and province_of(other.target) == place
                for other in moves.values()
            )
            if strength > need:
                continue
            for unit in outlook.position.units_of(helper):
                given = helpers[unit.province]
                busy = isinstance(given, Move) and helper == outlook.power
                if place not in reachable_provinces(unit.kind, unit.region) or busy:
                    continue
                worth = table.worth(Unit(mover, order.kind, order.region), order.target)
                if best is None or worth > best[0]:
                    support = Support(unit.kind, unit.region, order.kind, order.region, order.target)
                    best = worth, ((helper, support), (mover, order))
    return best[1] if best is not None else None
