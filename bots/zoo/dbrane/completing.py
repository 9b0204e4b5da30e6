"""Orders for units without a battle plan, by DumbBot's values."""

from collections import Counter
from collections.abc import Collection, Mapping
from random import Random

from adjudication.board import STANDARD, Province, province_of
from bots.values import Values
from bots.zoo.dbrane.front import Front
from bots.zoo.dbrane.oneshot import DipOrder, MoveTo, SupportOf

__all__ = ["Completion"]


class Completion:
    """Given orders, completed to one for each unit. Lives for one decision."""

    def __init__(self, front: Front, values: Values, given: Mapping[Province, DipOrder], rng: Random) -> None:
        self.front = front
        self.values = values
        self.orders: dict[Province, DipOrder] = dict(given)
        """The orders of all units, once it is built."""
        self.strength = Counter(map(_goal, given.values()))
        for order in given.values():
            if isinstance(order, SupportOf) and isinstance(helped := given.get(order.supported), MoveTo):
                self.strength[helped.target] += 1
        self.backed = Counter[Province]()
        """Units that hold to support an order into the province."""
        self.waiting = [unit for unit in front.mine if unit not in given]
        rng.shuffle(self.waiting)
        self._send()
        self._review()

    def _send(self) -> None:
        """Send units where they are worth most, best first."""
        while self.waiting:
            choices = [self._best(unit) for unit in self.waiting]
            _, order, backed = max(choices, key=lambda choice: choice[0])
            self.waiting.remove(order.unit)
            self.orders[order.unit] = order
            self.strength[_goal(order)] += 1
            if backed is not None:
                self.backed[backed] += 1

    def _best(self, unit: Province) -> tuple[float, MoveTo, Province | None]:
        """The best free place of a unit.

        Its own one where it is to support an order into a better place, which is the last item.
        """
        front = self.front
        taken = {_goal(order) for order in self.orders.values()}
        places = self._best_first(unit, front.steps[unit])
        free = [place for place in places if place not in taken and self._is_open(unit, place)]
        options = [(self._worth(unit, place), MoveTo(unit, place)) for place in free[:1]]
        if unit in front.staying and unit not in taken:
            options.append((self._worth(unit, unit), MoveTo(unit, unit)))
        if not options:  # it may not stay, or another one arrives here: try to go anywhere
            return 0.0, MoveTo(unit, places[0] if places else unit), None
        worth, order = max(options, key=lambda option: option[0])
        if unit in front.staying and unit not in taken:
            for place in self._best_first(unit, front.near[unit] & taken):
                strength = self.strength[place] + self.backed[place]
                if self._worth(unit, place) > worth and strength <= self.values.competition[place]:
                    return self._worth(unit, place), MoveTo(unit, unit), place
        return worth, order, None

    def _is_open(self, unit: Province, place: Province) -> bool:
        """True if no own unit may stay there or comes from there."""
        if place in self.waiting:
            return False
        leaving = self.orders.get(place)
        return not (isinstance(leaving, MoveTo) and leaving.target == unit)

    def _best_first(self, unit: Province, places: Collection[Province]) -> list[Province]:
        """Places by their worth to a unit, equals by name."""
        return sorted(places, key=lambda place: (-self._worth(unit, place), place))

    def _worth(self, unit: Province, place: Province) -> float:
        mine = self.front.mine[unit]
        regions = [mine.region] if place == unit else STANDARD.borders(mine.kind)[mine.region]
        return max(
            (self.values.worth[mine.kind, region] for region in regions if province_of(region) == place), default=0.0
        )

    def _review(self) -> None:
        """Let units that hold support orders that need it.

        Those are no stronger than their competition. On the board a unit that supports holds its place as well.
        """
        changed = True
        while changed:
            changed = False
            for unit, order in list(self.orders.items()):
                if not isinstance(order, MoveTo) or not order.holds or unit in self.front.given:
                    continue
                goals = {
                    other.target: other.unit
                    for other in self.orders.values()
                    if isinstance(other, MoveTo) and other.unit != unit and other.target in self.front.near[unit]
                }
                useful = [place for place in goals if self.strength[place] <= self.values.competition[place]]
                if useful:
                    place = max(useful, key=lambda each: (self._worth(unit, each), each))
                    self.orders[unit] = SupportOf(unit, goals[place])
                    self.strength[place] += 1
                    changed = True


def _goal(order: DipOrder) -> Province:
    return order.target if isinstance(order, MoveTo) else order.unit
