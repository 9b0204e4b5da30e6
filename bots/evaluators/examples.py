"""Two bots of three evaluators: RandomBot, and a kin of DumbBot.

The first is the example of the source. Of the second only the worth of regions is from a paper (Diplominator, 4.1;
`bots.values`); its other evaluators are ours.
"""

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from math import inf
from typing import Final

from adjudication.board import Province, province_of
from adjudication.orders import Build, Convoy, Disband, Hold, Move, Order, Remove, Retreat, Support, UnitOrder, Waive
from adjudication.position import Position
from adjudication.powers import Power
from bots.evaluators.bot import EvaluatorBot, Option
from bots.values import Place, Values, dumbbot_values
from bots.view import SeatView

__all__ = ["evaluating_dumbbot", "random_bot"]

_HELP: Final = 0.5
"""Part of a supported move's gain that its support counts for by itself."""

_EVEN: Final = 0.5
"""Chance of a move that is as strong as its rivals together could be."""

_BEHIND: Final = 0.2
"""Chance of a move that is weaker."""


def random_bot() -> EvaluatorBot:
    """The source's example: everything is worth 0, so chance decides.

    Unlike `bots.randombot` it may waive builds.
    """
    return EvaluatorBot(lambda view, place: 0, lambda view, order, worths: 0, lambda view, option, worths: 0, kept=1)


def evaluating_dumbbot(kept: int = 8) -> EvaluatorBot:
    """Build a bot of DumbBot's values that compares whole options."""
    return EvaluatorBot(_region, _order, _option, kept)


def _region(view: SeatView, place: Place) -> float:
    return _values(view.position, view.power).worth[place]


def _order(view: SeatView, order: Order, worths: Mapping[Place, float]) -> float:
    """Worth of where the unit will be.

    A support adds a part of what the supported unit wins by its move. Foreign units are not supported, and
    nothing is carried.
    """
    match order:
        case Move(kind, _, target, via):
            return -inf if via else worths.get((kind, target), -inf)
        case Retreat(kind, _, target):
            return worths[kind, target]
        case Hold(kind, region) | Build(kind, region):
            return worths[kind, region]
        case Support(kind, region, other, supported, target):
            unit = view.position.unit_at(province_of(supported))
            if unit is None or unit.power != view.power:
                return -inf
            gain = worths.get((other, target), -inf) - worths[other, unit.region] if target else 0.0
            return worths[kind, region] + _HELP * gain
        case Remove(kind, region):
            return -worths[kind, region]
        case Disband() | Convoy() | Waive():
            return -inf


def _option(view: SeatView, option: Option, worths: Mapping[Order, float]) -> float:
    """Sum of where the units will be.

    That is, by the chance of a move, either its target or where it began.
    The chance follows from its supports and the rivals in reach; where two of the option end in one place, none gets
    there. A support of a unit that has no order yet counts as it does by itself.
    """
    values = _values(view.position, view.power)
    units = [order for order in option if not isinstance(order, Waive)]
    goals = {province_of(order.region): _goal(order) for order in units}
    ends = Counter(goals.values())
    helped = Counter(
        _helped(order)
        for order in units
        if isinstance(order, Support) and goals.get(province_of(order.supported)) == _helped(order)
    )
    total = 0.0
    for order in option:
        if isinstance(order, Move) and worths[order] > -inf:
            place = _goal(order)
            margin = 1 + helped[place] - values.competition[place]
            chance = 0.0 if ends[place] > 1 else 1.0 if margin > 0 else _EVEN if margin == 0 else _BEHIND
            total += chance * worths[order] + (1 - chance) * values.worth[order.kind, order.region]
        elif isinstance(order, Support) and worths[order] > -inf and province_of(order.supported) in goals:
            total += values.worth[order.kind, order.region]
        elif isinstance(order, Retreat) and ends[_goal(order)] > 1:
            continue
        else:
            total += worths[order]
    return total


def _helped(support: Support) -> Province:
    """Province where the supported unit will be."""
    return province_of(support.target or support.supported)


def _goal(order: UnitOrder) -> Province:
    """Province of the unit after the order, if all goes well."""
    return province_of(order.target if isinstance(order, Move | Retreat) else order.region)


@lru_cache(maxsize=64)
def _values(position: Position, power: Power) -> Values:
    return dumbbot_values(position, power)
