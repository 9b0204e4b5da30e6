"""HoldBot: stays where it is.

The quietest neighbour, and the simplest complete bot.
"""

from dataclasses import dataclass
from random import Random

from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Disband, Hold, Order, Remove, Waive
from bots.agent import Decision, Memory
from bots.view import SeatView

__all__ = ["HoldBot"]


@dataclass(frozen=True, slots=True)
class HoldBot:
    """Holds, disbands what is dislodged, builds nothing; gives up the first of its units when it must."""

    def decide(self, view: SeatView, memory: Memory, rng: Random, seconds: float) -> Decision:
        """The one answer it has for each kind of phase."""
        position, power = view.position, view.power
        orders: list[Order] = []
        match position.phase.kind:
            case "M":
                orders += [Hold(unit.kind, unit.region) for unit in position.units_of(power)]
            case "R":
                units = [dislodged.unit for dislodged in position.dislodged]
                orders += [Disband(unit.kind, unit.region) for unit in units if unit.power == power]
            case "A":
                needed = needed_adjustments(position, power)
                options = legal_orders(position, power, view.rulebook)
                removals = [order for orders in options.values() for order in orders if isinstance(order, Remove)]
                orders += removals[: max(0, -needed)] + [Waive()] * needed
        return Decision(tuple(orders), memory)
