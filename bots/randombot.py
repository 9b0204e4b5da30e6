"""RandomBot: any legal order is as good as any other."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from adjudication.board import Province, province_of
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Build, Order, Remove
from bots.agent import Decision, Memory
from bots.view import SeatView

__all__ = ["RandomBot"]


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Gives each unit one of its legal orders, all equally likely; builds and removes anywhere it may."""

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """A random legal order for everything the power must decide."""
        position, power = view.position, view.power
        options = legal_orders(position, power, view.rulebook)
        orders: list[Order] = []
        if position.phase.kind == "A":
            orders += _adjustments(options.values(), needed_adjustments(position, power), rng)
        else:
            orders += [rng.choice(legal) for legal in options.values()]
        return Decision(tuple(orders), memory)


def _adjustments(options: Iterable[Iterable[Order]], needed: int, rng: Random) -> list[Order]:
    """Builds or removals in different provinces, as many as are needed."""
    wanted = Build if needed > 0 else Remove
    legal = [order for orders in options for order in orders if isinstance(order, Build | Remove)]
    rng.shuffle(legal)
    chosen: dict[Province, Order] = {}
    for order in legal:
        if isinstance(order, wanted) and len(chosen) < abs(needed):
            chosen.setdefault(province_of(order.region), order)
    return list(chosen.values())
