"""A slow second opinion on movement phases, by a method of its own.

The engine deduces. This tries every way the moves could come out, all together, and keeps those
that agree with themselves: given which moves succeed, the rules say who is dislodged, which convoys
and supports hold, and from that which moves succeed; a way fits if that gives the same moves again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from adjudication.board import STANDARD
from adjudication.orders import Convoy, Move, MovementOrder, Support
from adjudication.position import Position, Unit
from adjudication.rulebook import Rulebook

__all__ = ["Answer", "Trial", "answers"]

Province = str


@dataclass(frozen=True)
class Answer:
    """One way a phase can come out: successful movers, and the armies whose convoy holds."""

    moved: frozenset[Province]
    sailing: frozenset[Province]


class Trial:
    """A movement phase as plain facts.

    `orders`: the legal order of each unit that has one, by province.
    """

    def __init__(
        self,
        position: Position,
        orders: Mapping[Province, MovementOrder],
        rulebook: Rulebook,
        called_off: frozenset[str],
    ) -> None:
        self.units: dict[Province, Unit] = {unit.region[:3]: unit for unit in position.units}
        self.orders = orders
        self.rulebook = rulebook
        self.called_off = called_off
        self.goals = {at: order.target[:3] for at, order in orders.items() if isinstance(order, Move)}
        self.meant = {at for at in self.goals if self.means_to_sail(at)}

    def carriers(self, army: Province) -> list[Province]:
        return [
            at
            for at, order in self.orders.items()
            if isinstance(order, Convoy) and order.army == army and order.target == self.goals[army]
        ]

    def walks(self, mover: Province) -> bool:
        unit = self.units[mover]
        borders = STANDARD.army_borders if unit.kind == "A" else STANDARD.fleet_borders
        return any(place[:3] == self.goals[mover] for place in borders[unit.region])

    def means_to_sail(self, mover: Province) -> bool:
        order = self.orders[mover]
        assert isinstance(order, Move)
        if self.units[mover].kind == "F":
            return False
        own = any(self.units[fleet].power == self.units[mover].power for fleet in self.carriers(mover))
        return not self.walks(mover) or order.via or own

    # what follows if just these moves succeed

    def beaten(self, moved: frozenset[Province]) -> set[Province]:
        entered = {self.goals[mover] for mover in moved}
        return {at for at in entered if at in self.units and at not in moved}

    def chain(self, army: Province, beaten: set[Province]) -> bool:
        """True if unbeaten carriers link the army's coast with its target's.

        Step by step.
        """
        fleets = {at for at in self.carriers(army) if at not in beaten}

        def touches(sea: Province, coast: Province) -> bool:
            return any(place[:3] == coast for place in STANDARD.fleet_borders[sea])

        reached = {sea for sea in fleets if touches(sea, army)}
        for _ in fleets:
            reached |= {sea for sea in fleets for other in reached if touches(sea, other)}
        return any(touches(sea, self.goals[army]) for sea in reached)

    def follow(self, moved: frozenset[Province]) -> Answer:
        """Moves that the rules let succeed, if `moved` did."""
        beaten = self.beaten(moved)
        sailing = {army for army in self.meant if army not in self.called_off and self.chain(army, beaten)}
        attacking = {
            mover
            for mover in self.goals
            if mover not in self.meant or mover in sailing or (self.rulebook.land_fallback and self.walks(mover))
        }
        given = [at for at in self.orders if self.counts(at, attacking, moved)]

        def head_on(mover: Province) -> bool:
            other = self.goals[mover]
            return self.goals.get(other) == mover and {mover, other} <= attacking - sailing

        def strength(mover: Province, against: str | None) -> int:
            helpers = [order for at in given if isinstance(order := self.orders[at], Support)]
            return 1 + len(
                [
                    order
                    for order in helpers
                    if order.supported[:3] == mover and self.units[order.region[:3]].power != against
                ]
            )

        def succeeds(mover: Province) -> bool:
            goal = self.goals[mover]
            there = self.units.get(goal)
            stays = there is not None and (goal not in moved or head_on(mover))
            if stays and there is not None and there.power == self.units[mover].power:
                return False
            own = strength(mover, there.power if stays and there is not None else None)
            if head_on(mover):
                defence = strength(goal, None)
            elif stays:
                defence = 1 if goal in self.goals else strength(goal, None)
            else:
                defence = 0
            rivals = [
                strength(other, None)
                for other in attacking
                if other != mover and self.goals[other] == goal and not (head_on(other) and goal in moved)
            ]
            return own > max([defence, *rivals])

        return Answer(frozenset(mover for mover in attacking if succeeds(mover)), frozenset(sailing))

    def counts(self, at: Province, attacking: set[Province], moved: frozenset[Province]) -> bool:
        """True if a support matches and is not cut."""
        order = self.orders[at]
        if not isinstance(order, Support):
            return False
        other = self.orders.get(order.supported[:3])
        if order.target is None:
            into = order.supported[:3]
            if into in self.goals:
                return False
        else:
            into = order.target[:3]
            if not isinstance(other, Move) or other.target[:3] != into:
                return False
            if "/" in order.target and self.landing(order.supported[:3]) != order.target:
                return False
        for mover in attacking:
            attacks = self.goals[mover] == at and self.units[mover].power != self.units[at].power
            if attacks and (mover != into or mover in moved):
                return False
        return True

    def landing(self, mover: Province) -> str:
        order = self.orders[mover]
        assert isinstance(order, Move)
        if self.units[mover].kind == "A":
            return order.target
        places = [place for place in STANDARD.fleet_borders[self.units[mover].region] if place.startswith(order.target)]
        return places[0]

    def all_ways(self) -> Iterator[frozenset[Province]]:
        movers = sorted(self.goals)
        for chosen in product((False, True), repeat=len(movers)):
            yield frozenset(mover for mover, moves in zip(movers, chosen, strict=True) if moves)


def answers(
    position: Position,
    orders: Mapping[Province, MovementOrder],
    rulebook: Rulebook,
    called_off: frozenset[Province] = frozenset(),
) -> list[Answer]:
    """All ways the phase can come out that agree with themselves."""
    trial = Trial(position, orders, rulebook, called_off)
    return [answer for moved in trial.all_ways() if (answer := trial.follow(moved)).moved == moved]
