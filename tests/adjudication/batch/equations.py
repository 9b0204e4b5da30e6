"""The textbook's equations (DATC 5.B) as a check: does an answer agree with itself?

Nothing is decided here. Given which moves are said to succeed, every strength follows from its
definition, and every move must then succeed or fail as was said. Written from the definitions alone;
shares no code and no idea with kernel or reference.
"""

from adjudication.board import STANDARD, Province, province_of
from adjudication.orders import Convoy, Move, MovementOrder, Support
from adjudication.position import Unit

__all__ = ["Equations"]


class Equations:
    """One order set (every unit has a legal order) and the moves that are said to succeed, by origin."""

    def __init__(self, orders: dict[Unit, MovementOrder], succeeded: set[Province]) -> None:
        self.units = {unit.province: unit for unit in orders}
        self.orders = {unit.province: order for unit, order in orders.items()}
        self.moves = {place: order for place, order in self.orders.items() if isinstance(order, Move)}
        self.succeeded = succeeded

    def disagreements(self) -> list[Province]:
        """The origins of moves whose success or failure is not what the equations say."""
        return [place for place in self.moves if self.succeeds(place) != (place in self.succeeded)]

    def target(self, place: Province) -> Province:
        return province_of(self.moves[place].target)

    def attackers(self, place: Province) -> list[Province]:
        return [origin for origin in self.moves if self.target(origin) == place]

    def dislodged(self, place: Province) -> bool:
        stays = place in self.units and place not in self.succeeded
        return stays and any(origin in self.succeeded for origin in self.attackers(place))

    def carriers(self, place: Province) -> list[Province]:
        move = self.moves[place]
        return [
            sea
            for sea, order in self.orders.items()
            if isinstance(order, Convoy) and (order.army, order.target) == (move.region, move.target)
        ]

    def by_sea(self, place: Province) -> bool:
        """Marked VIA, no way by land, or a fleet of the same power offers (4.A.3)."""
        move = self.moves[place]
        if move.kind == "F":
            return False
        own = any(self.units[sea].power == self.units[place].power for sea in self.carriers(place))
        return move.via or own or move.target not in STANDARD.army_borders[move.region]

    def has_path(self, place: Province) -> bool:
        if not self.by_sea(place):
            return True
        seas = {sea for sea in self.carriers(place) if not self.dislodged(sea)}
        reached = {sea for sea in seas if self._touches(sea, place)}
        for _ in seas:
            reached |= {sea for sea in seas if any(near in reached for near in STANDARD.fleet_borders[sea])}
        return any(self._touches(sea, self.target(place)) for sea in reached)

    @staticmethod
    def _touches(sea: Province, coast: Province) -> bool:
        return any(province_of(near) == coast for near in STANDARD.fleet_borders[sea])

    def given(self, place: Province, order: Support) -> bool:
        """Not cut by anybody but the unit attacked, and not dislodged."""
        into = province_of(order.target or order.supported)
        cut = any(
            self.units[origin].power != self.units[place].power and origin != into and self.has_path(origin)
            for origin in self.attackers(place)
        )
        return not cut and not self.dislodged(place)

    def supporters(self, place: Province) -> list[Unit]:
        """Units that give a support matching the order of this place's unit."""
        found = []
        for helper, order in self.orders.items():
            if not isinstance(order, Support) or province_of(order.supported) != place:
                continue
            move = self.moves.get(place)
            meant = (None,) if move is None else (move.target, province_of(move.target))
            if order.target in meant and self.given(helper, order):
                found.append(self.units[helper])
        return found

    def head_to_head(self, place: Province) -> bool:
        other = self.target(place)
        return other in self.moves and self.target(other) == place and not self.by_sea(place) and not self.by_sea(other)

    def hold_strength(self, place: Province) -> int:
        if place not in self.units or place in self.succeeded:
            return 0
        return 1 if place in self.moves else 1 + len(self.supporters(place))

    def attack_strength(self, place: Province) -> int:
        if not self.has_path(place):
            return 0
        goal = self.target(place)
        if goal not in self.units or (goal in self.succeeded and not self.head_to_head(place)):
            return 1 + len(self.supporters(place))
        victim = self.units[goal].power
        if victim == self.units[place].power:
            return 0
        return 1 + sum(helper.power != victim for helper in self.supporters(place))

    def prevent_strength(self, place: Province) -> int:
        if not self.has_path(place) or (self.head_to_head(place) and self.target(place) in self.succeeded):
            return 0
        return 1 + len(self.supporters(place))

    def succeeds(self, place: Province) -> bool:
        goal = self.target(place)
        attack = self.attack_strength(place)
        defence = 1 + len(self.supporters(goal)) if self.head_to_head(place) else self.hold_strength(goal)
        rivals = (self.prevent_strength(other) for other in self.attackers(goal) if other != place)
        return attack > defence and all(attack > rival for rival in rivals)
