"""The Strategies Finder, by our own worth of places.

The original's is told in Ephrati's thesis (1987, in Hebrew), which nobody here has read: all of this is ours.
It is given the powers that cooperate, their enemies, orders that are certain, holes and closed places. Each strategy is
built around one main attack: a province of an enemy, a unit that goes there, and as many supports of all the powers as
the competition asks for. The rest is completed power by power as in `bots.zoo.thesis`, by DumbBot's values, with the
allies and friends left alone.

The profit of a move is what its unit gains in worth times its chance; of a center that others can enter, what is
likely to be lost. Of all powers together, least is the profit if every move that can fail fails, greatest if none does.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, islice, product
from random import Random
from typing import Final

from adjudication.board import STANDARD, Province, province_of
from adjudication.orders import Hold, Move, MovementOrder, Support
from adjudication.position import Position, Unit
from adjudication.powers import Power
from bots.values import Values, dumbbot_values
from bots.zoo.israeli.fitting import Compiled
from bots.zoo.israeli.strategy import Act, Strategy, aim_of, purposed
from bots.zoo.thesis.strategy import complete_plan

__all__ = ["Front", "find", "front_values"]

_CLOSED: Final = -1e6
"""Worth of a place that is not to be entered."""

_BONUS: Final = 4000.0
"""Additional worth of an enemy's center at full aggressiveness."""

_SCALE: Final = 1e4
"""DumbBot's worth for one of ours, so that profits have the size of those in figure 4."""

_TARGETS: Final = 6
_WAYS: Final = 12
"""Most combinations of orders for the holes."""

_EVEN: Final = 0.5
_BEHIND: Final = 0.15
_LOSS: Final = 0.3


@dataclass(frozen=True, slots=True)
class Front:
    """Powers that cooperate against others.

    powers: the Diplomat first. enemies: nobody means all others. friends: powers that are left alone besides.
    """

    powers: tuple[Power, ...]
    enemies: frozenset[Power] = frozenset()
    friends: frozenset[Power] = frozenset()
    aggressiveness: float = 0.5


@dataclass(slots=True)
class _Desk:
    """A search on one front."""

    position: Position
    front: Front
    holes: Compiled
    rng: Random
    helped: Mapping[Province, int]
    values: dict[Power, Values] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for power in self.front.powers:
            closed = self.holes.closed.get(power, frozenset())
            self.values[power] = front_values(self.position, power, self.front, closed)


def find(
    position: Position,
    front: Front,
    rng: Random,
    holes: Compiled | None = None,
    helped: Mapping[Province, int] | None = None,
    *,
    in_time: Callable[[], bool] = lambda: True,
) -> list[Strategy]:
    """Find strategies of a front, the best for its first power first.

    At least one, unless the holes cannot be filled.

    helped: promised supports of powers not on the front, by the destination of what they help. in_time: asked before
    each strategy but the first.
    """
    desk = _Desk(position, front, holes or Compiled(), rng, helped or {})
    if not desk.holes.possible:
        return []
    found: dict[tuple[Act, ...], Strategy] = {}
    for given in _beginnings(desk):
        if found and not in_time():
            break
        strategy = _completed(desk, given)
        if strategy is not None:
            found.setdefault(strategy.acts, strategy)
    first = front.powers[0]
    return sorted(found.values(), key=lambda each: (-each.profit(first), -each.mean))


def front_values(position: Position, power: Power, front: Front, closed: Collection[Province] = ()) -> Values:
    """DumbBot's values with friends, enemies and closed places.

    Friends are left alone, enemies' centers are worth more, closed places are shunned.
    """
    friends = (set(front.powers) | front.friends) - {power}
    values = dumbbot_values(position, power, friends)
    barred = set(closed)
    for friend in friends:
        barred.update(unit.province for unit in position.units_of(friend))
        barred.update(position.centers_of(friend))
    prey = {center for enemy in front.enemies for center in position.centers_of(enemy)}
    worth = {
        place: _CLOSED
        if (province := province_of(place[1])) in barred
        else value / _SCALE + (_BONUS * front.aggressiveness if province in prey else 0.0)
        for place, value in values.worth.items()
    }
    return replace(values, worth=worth)


# ── beginnings ──────────────────────────────────────────────────────────────────────────────────


def _beginnings(desk: _Desk) -> Iterator[tuple[MovementOrder, ...]]:
    """Orders that strategies begin with.

    What is certain and each filling of the holes, alone and with each attack.
    """
    certain = tuple(act.order for act in desk.holes.acts)
    fillings = [
        joined
        for chosen in islice(product(*(hole.ways for hole in desk.holes.holes)), 4 * _WAYS)
        if (joined := _joined((certain, *chosen))) is not None
    ][:_WAYS]
    for filling in fillings:
        yield filling
    attacks = list(_attacks(desk))
    for filling in fillings[:2]:
        for attack in attacks:
            joined = _joined((filling, attack))
            if joined is not None and joined != filling:
                yield joined


def _joined(parts: Sequence[Sequence[MovementOrder]]) -> tuple[MovementOrder, ...] | None:
    """Orders of all parts.

    None if a unit has two, or two units go to one place.
    """
    orders: dict[Province, MovementOrder] = {}
    for part in parts:
        for order in part:
            if orders.setdefault(province_of(order.region), order) != order:
                return None
    goals = [province_of(order.target) for order in orders.values() if isinstance(order, Move)]
    return tuple(orders.values()) if len(set(goals)) == len(goals) else None


def _attacks(desk: _Desk) -> Iterator[tuple[MovementOrder, ...]]:
    """Main attacks, those on the places worth most first."""
    position, front = desk.position, desk.front
    units = [unit for power in front.powers for unit in position.units_of(power)]
    reached: dict[Province, list[tuple[float, Unit, str]]] = {}
    for unit in units:
        worth = desk.values[unit.power].worth
        for region in STANDARD.borders(unit.kind)[unit.region]:
            place = province_of(region)
            if _is_prey(desk, place) and worth[unit.kind, region] > _CLOSED:
                reached.setdefault(place, []).append((worth[unit.kind, region], unit, region))
    targets = sorted(reached, key=lambda place: (-max(each[0] for each in reached[place]), place))[:_TARGETS]
    for place in targets:
        for _, mover, region in sorted(reached[place], key=lambda each: (-each[0], each[1]))[:2]:
            move = Move(mover.kind, mover.region, region)
            need = desk.values[mover.power].competition[place]
            able = [unit for unit in units if unit != mover and _reaches(unit, place)]
            # Those of the mover's own power first: an ally's help has its price.
            able.sort(key=lambda unit: unit.power != mover.power)
            for size in sorted({min(need, len(able)), min(need + 1, len(able)), 0}):
                for helpers in islice(combinations(able, size), 2):
                    yield (move, *(Support(h.kind, h.region, mover.kind, mover.region, region) for h in helpers))


def _is_prey(desk: _Desk, place: Province) -> bool:
    """True if a place is worth a main attack.

    A center or a unit of an enemy, or a center of nobody.
    """
    position, front = desk.position, desk.front
    unit, owner = position.unit_at(place), position.centers.get(place)
    others = {unit.power if unit else None, owner} - {None}
    if others & ({*front.powers} | front.friends):
        return False
    if not others:
        return place in STANDARD.centers
    return not front.enemies or bool(others & front.enemies)


def _reaches(unit: Unit, place: Province) -> bool:
    return any(province_of(region) == place for region in STANDARD.borders(unit.kind)[unit.region])


# ── completion and profit ───────────────────────────────────────────────────────────────────────


def _completed(desk: _Desk, given: Sequence[MovementOrder]) -> Strategy | None:
    """A strategy that begins with these orders.

    None if one of them is of a unit that is not on the front.
    """
    position, front = desk.position, desk.front
    orders: list[MovementOrder] = []
    taken: set[Province] = set()
    ordered = {province_of(order.region): order for order in given}
    if any((unit := position.unit_at(place)) is None or unit.power not in front.powers for place in ordered):
        return None
    for power in front.powers:
        own = [order for place, order in ordered.items() if _power_at(position, place) == power]
        others = [order for order in given if order not in own]
        helped = Counter(desk.helped)
        helped.update(aim_of(order) for order in others if isinstance(order, Support) and _is_of(order, own))
        goals = taken | {province_of(order.target) for order in others if isinstance(order, Move)}
        plan = complete_plan(
            position, power, desk.rng, own, helped, backs=True, values=_without(desk.values[power], goals)
        )
        taken.update(aim_of(order) for order in plan.orders if isinstance(order, Move))
        orders += plan.orders
    acts = tuple(purposed(order, position, front.powers) for order in orders)
    return _with_profits(desk, acts)


def _power_at(position: Position, place: Province) -> Power | None:
    unit = position.unit_at(place)
    return None if unit is None else unit.power


def _is_of(support: Support, orders: Sequence[MovementOrder]) -> bool:
    return any(province_of(order.region) == province_of(support.supported) for order in orders)


def _without(values: Values, places: Collection[Province]) -> Values:
    if not places:
        return values
    worth = {place: _CLOSED if province_of(place[1]) in places else value for place, value in values.worth.items()}
    return replace(values, worth=worth)


def _with_profits(desk: _Desk, acts: tuple[Act, ...]) -> Strategy:
    """The strategy of these orders, with what it promises."""
    goals = {act.place: act.space for act in acts if isinstance(act.order, Move | Hold)}
    goals |= {act.place: act.place for act in acts if isinstance(act.order, Support)}
    helps: Counter[Province] = Counter(desk.helped)
    for act in acts:
        if isinstance(act.order, Support) and goals.get(province_of(act.order.supported)) == act.space:
            helps[act.space] += 1
    ends = Counter(goals.values())
    profits: dict[Power, float] = {power: 0.0 for power in desk.front.powers if desk.position.units_of(power)}
    least = greatest = 0.0
    for act in acts:
        power = _power_at(desk.position, act.place)
        if power is None:
            continue
        values, order = desk.values[power], act.order
        rivals = values.competition[goals.get(act.place, act.place)]
        margin = 1 + helps[goals.get(act.place, act.place)] - rivals
        if isinstance(order, Move):
            here = values.worth[order.kind, order.region]
            there = values.worth[order.kind, order.target]
            # To leave a place that is closed is no gain of a million.
            gain = there - here if min(here, there) > _CLOSED / 2 else 0.0
            chance = 0.0 if ends[act.space] > 1 else 1.0 if margin > 0 else _EVEN if margin == 0 else _BEHIND
            profits[power] += chance * gain
            if chance:
                least += gain if chance == 1.0 else min(gain, 0.0)
                greatest += gain if chance == 1.0 else max(gain, 0.0)
            robbed = desk.position.centers.get(act.space)
            if robbed is not None and robbed != power and robbed in profits:
                price = max(
                    desk.values[robbed].worth["A" if act.space in STANDARD.army_borders else "F", act.space], 0.0
                )
                profits[robbed] -= price
                least -= price
                greatest -= price
        elif desk.position.centers.get(act.place) == power and margin <= 0:
            loss = _LOSS * max(values.worth[order.kind, order.region], 0.0)
            profits[power] -= loss
            least -= loss / _LOSS
    return Strategy(
        acts,
        round(sum(profits.values())),
        round(least),
        round(greatest),
        tuple((power, round(profit)) for power, profit in sorted(profits.items())),
    )
