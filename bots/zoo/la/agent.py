"""LA Diplomat: plays the orders whose patterns have the most weight.

All legal orders of each unit are matched against the table; combinations are cut by the beam of `bots.evaluators`,
which is ours: the source compares all. The worth of a region is the weight of standing there, that of an order adds
its other patterns, that of an option those of its pairs.
"""

from collections.abc import Callable, Mapping, Sequence

from adjudication.orders import Move, Order, Retreat, Waive
from bots.evaluators import EvaluatorBot
from bots.values import Place
from bots.view import SeatView
from bots.zoo.la.patterns import order_patterns, pair_patterns, sight, stand_pattern
from bots.zoo.la.weights import shipped

__all__ = ["la_diplomat", "pattern_bot"]


def la_diplomat() -> EvaluatorBot:
    """Build the bot with the weights that come with it."""
    return pattern_bot(shipped())


def pattern_bot(weights: Sequence[float], kept: int = 6, doubt: Callable[[], float] = lambda: 0.0) -> EvaluatorBot:
    """Build a bot of a table of weights.

    doubt: added to the worth of each order, so that it tries others while it learns.
    """

    def region(view: SeatView, place: Place) -> float:
        return weights[stand_pattern(view.power, place)]

    def order(view: SeatView, order: Order, worths: Mapping[Place, float]) -> float:
        if isinstance(order, Waive):
            return 0.0
        *patterns, _ = order_patterns(sight(view.position, view.power), order)
        stands = (order.kind, order.target if isinstance(order, Move | Retreat) else order.region)
        return sum(weights[pattern] for pattern in patterns) + worths.get(stands, 0.0) + doubt()

    def option(view: SeatView, option: Sequence[Order], worths: Mapping[Order, float]) -> float:
        pairs = pair_patterns(sight(view.position, view.power), option)
        return sum(worths[each] for each in option) + sum(weights[pattern] for pattern in pairs)

    return EvaluatorBot(region, order, option, kept)
