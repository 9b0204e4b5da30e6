"""A bot from three evaluators.

An author says what regions, orders and options are worth; the search is done here.

The source (Fabregues 2012, 6.4.1, figures 6.8 and 6.9) has three evaluators, of a region, of an order, and of an option
("the set of all orders to be performed by the bot"). Each looks at its own dimension in isolation, so that their
combination is not optimal, but trades memory for quality: the more memory, the better. Its example is RandomBot, for
which everything is worth 0. It does not say what an evaluator is given, how orders are combined, or how much is kept.

Invented here: order evaluators see the worth of the regions, option evaluators that of the orders; options grow unit by
unit, the unit with the most to win first, in a beam (`bots.evaluators.beam`) whose width is the memory; evaluators are
asked about unfinished options, too; chance decides between equals; builds and removals are combined one by one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan
from random import Random
from time import monotonic
from typing import Final, TypeAlias

from adjudication.board import province_of
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Order, Waive
from bots.agent import Decision, Memory
from bots.evaluators.beam import best_of_beam
from bots.values import PLACES, Place
from bots.view import SeatView

__all__ = ["EvaluatorBot", "Option", "OptionEvaluator", "OrderEvaluator", "RegionEvaluator"]

Option: TypeAlias = tuple[Order, ...]
"""Orders of a turn, at most one a unit; unfinished while units have none."""

RegionEvaluator: TypeAlias = Callable[[SeatView, Place], float]
"""Worth of a region to `view.power`: of a kind of unit and where it would stand, `("F", "STP/NC")`."""

OrderEvaluator: TypeAlias = Callable[[SeatView, Order, Mapping[Place, float]], float]
"""Worth of an order by itself, given the worth of every region."""

OptionEvaluator: TypeAlias = Callable[[SeatView, Option, Mapping[Order, float]], float]
"""Worth of orders together, given the worth of each by itself. Unfinished options are evaluated, too."""

_TIME_USED: Final = 0.7
"""Part of its time after which a bot stops to compare."""


@dataclass(frozen=True, slots=True)
class EvaluatorBot:
    """Plays the best option that it finds by its three evaluators.

    kept: orders a unit and options that are kept at every stage, at least 1 (the greedy choice). More are never worth
    less by the option evaluator, and cost evaluations by the square. When time runs out, the best option so far is
    played; units that no order was evaluated for by then take their first legal one.

    Raises ValueError for `kept` below 1, and in `decide` where an evaluator gives no number.
    """

    region: RegionEvaluator
    order: OrderEvaluator
    option: OptionEvaluator
    kept: int = 8

    def __post_init__(self) -> None:
        if self.kept < 1:
            raise ValueError(f"An EvaluatorBot keeps at least 1 option, not {self.kept}.")

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """The best option found within the time; the memory as it was."""
        search = _Search(self, view, rng, monotonic() + _TIME_USED * seconds)
        return Decision(search.best(), memory)


class _Search:
    """One decision: legal orders, evaluated and combined."""

    def __init__(self, bot: EvaluatorBot, view: SeatView, rng: Random, deadline: float) -> None:
        self.bot, self.view, self.rng, self.deadline = bot, view, rng, deadline
        self.regions = {place: _number("region", bot.region(view, place), place) for place in PLACES}
        self.worths: dict[Order, float] = {}

    def best(self) -> Option:
        """The option to play; empty where nothing is due."""
        choices = self._choices()
        return best_of_beam(
            len(choices),
            lambda step, option: self._left(choices[step], option),
            lambda option: _number("option", self.bot.option(self.view, option, self.worths), option),
            kept=self.bot.kept,
            in_time=self._in_time,
        )

    def _choices(self) -> list[Sequence[Order]]:
        """Orders to choose from at every step, best first.

        A step is a unit, or one of the adjustments that are due.
        """
        position, power = self.view.position, self.view.power
        legal = legal_orders(position, power, self.view.rulebook)
        if position.phase.kind == "A":
            due = abs(needed_adjustments(position, power))
            every: list[Order] = [
                order for orders in legal.values() for order in orders if not isinstance(order, Waive)
            ]
            if needed_adjustments(position, power) > 0:
                every.append(Waive())
            return [self._ranked(every)] * due if due else []
        units = [self._ranked(orders) for orders in legal.values()]
        self.rng.shuffle(units)
        return sorted(units, key=lambda orders: -self.worths[orders[0]])

    def _ranked(self, orders: Sequence[Order]) -> Sequence[Order]:
        """Orders by worth, equals by chance.

        The first alone where time is over.
        """
        if not self._in_time():
            self.worths[orders[0]] = 0.0
            return orders[:1] if self.view.position.phase.kind != "A" else self._unranked(orders)
        shuffled = list(orders)
        self.rng.shuffle(shuffled)
        for order in shuffled:
            self.worths[order] = _number("order", self.bot.order(self.view, order, self.regions), order)
        return sorted(shuffled, key=lambda order: -self.worths[order])

    def _unranked(self, orders: Sequence[Order]) -> Sequence[Order]:
        self.worths |= dict.fromkeys(orders, 0.0)
        return orders

    def _left(self, orders: Sequence[Order], option: Option) -> Iterator[Order]:
        """Orders that may join an option.

        In adjustments no province twice; builds may be waived again.
        """
        if self.view.position.phase.kind != "A":
            return iter(orders)
        taken = {province_of(each.region) for each in option if not isinstance(each, Waive)}
        return (each for each in orders if isinstance(each, Waive) or province_of(each.region) not in taken)

    def _in_time(self) -> bool:
        return monotonic() < self.deadline


def _number(evaluator: str, worth: float, of: object) -> float:
    """Check the number of an evaluator.

    Raises ValueError for what cannot be compared.
    """
    if not isinstance(worth, int | float) or isnan(worth):
        raise ValueError(f"The {evaluator} evaluator gave {worth!r:.40} for {of!r:.200}; it must give a number.")
    return float(worth)
