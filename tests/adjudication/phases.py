"""Phases by chance, with sensible and senseless orders, for hypothesis."""

from dataclasses import replace
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from adjudication.engine import adjudicate
from adjudication.options import legal_orders
from adjudication.orders import Order
from adjudication.position import Position, opening
from adjudication.powers import POWERS, Power
from adjudication.rulebook import EDITIONS, Rulebook
from tests.adjudication.random_boards import crowd, orders_for
from tests.adjudication.strategies import adjustments, movements, retreats

__all__ = ["Orders", "a_phase", "mixed", "often", "rulebooks", "seeds", "wild"]

Orders = dict[Power, list[Order]]
rulebooks = st.sampled_from(
    [*EDITIONS.values(), replace(EDITIONS["2023"], paradox="all_hold"), replace(EDITIONS["2023"], paradox="text_2023")]
)
wild = st.lists(st.tuples(st.sampled_from(POWERS), movements | retreats | adjustments), max_size=12)
seeds = st.integers(0, 2**32)
often = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def a_phase(seed: int, rulebook: Rulebook) -> tuple[Position, Orders]:
    """A position of a random game or crowded board, with legal orders."""
    rng = Random(seed)
    if rng.random() < 0.5:
        position = crowd(rng, rng.randint(3, 14))
        orders = orders_for(position, rng, rulebook)
        return position, {power: [orders[unit.province] for unit in position.units_of(power)] for power in POWERS}
    position = opening()
    for _ in range(rng.randint(0, 25)):
        position = adjudicate(position, at_random(position, rulebook, rng), rulebook).next
    return position, at_random(position, rulebook, rng)


def at_random(position: Position, rulebook: Rulebook, rng: Random) -> Orders:
    return {
        power: [rng.choice(found) for found in legal_orders(position, power, rulebook).values()] for power in POWERS
    }


def mixed(orders: Orders, extra: list[tuple[Power, Order]]) -> Orders:
    both = {power: list(given) for power, given in orders.items()}
    for power, order in extra:
        both[power].append(order)
    return both
