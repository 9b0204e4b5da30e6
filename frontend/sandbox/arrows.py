"""Arrows of a study for orders."""

from collections.abc import Iterable

from adjudication.board import province_of
from adjudication.orders import Convoy, Move, Order, Support, Waive

__all__ = ["arrows_of"]


def arrows_of(orders: Iterable[Order]) -> tuple[str, ...]:
    """Arrows to where units go or help, circles about those that stay.

    As `PAR - BUR` and `MUN`, each once.
    """
    found = []
    for order in orders:
        match order:
            case Move(_, region, target, _) | Support(_, region, _, _, str(target)) | Convoy(_, region, _, target):
                found.append(f"{province_of(region)} - {province_of(target)}")
            case Support(_, region, _, other, _):
                found.append(f"{province_of(region)} - {province_of(other)}")
            case Waive():
                pass
            case _:
                found.append(province_of(order.region))
    return tuple(dict.fromkeys(found))
