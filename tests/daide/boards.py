"""Games by chance, for boards with everything on them."""

from collections.abc import Iterator
from random import Random

from adjudication.engine import adjudicate
from adjudication.options import legal_orders, needed_adjustments
from adjudication.orders import Order
from adjudication.outcomes import Resolution
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power

__all__ = ["a_game", "orders_by_chance"]


def orders_by_chance(position: Position, power: Power, rng: Random) -> list[Order]:
    """Draw a legal order for each unit, or the adjustments due."""
    options = legal_orders(position, power)
    chosen = [rng.choice(each) for _, each in sorted(options.items())]
    if position.phase.kind == "A":
        rng.shuffle(chosen)
        return chosen[: abs(needed_adjustments(position, power))]
    return chosen


def a_game(seed: int, phases: int) -> Iterator[tuple[Position, Resolution]]:
    """The phases of a game by chance."""
    rng, position = Random(seed), opening()
    for _ in range(phases):
        found = adjudicate(position, {power: orders_by_chance(position, power, rng) for power in POWERS})
        yield position, found
        position = found.next
