"""Orders that come to nothing by the plan they are in, put to some use: plans of the same worth may hold them.

A unit that is sent where another one of its own stays, or that supports what another one of its own does not do,
supports what that one does, or holds.
"""

from collections.abc import Iterator, Mapping

from adjudication.batch import decode_order, encode_order
from adjudication.board import Province, province_of
from adjudication.orders import Hold, Move, MovementOrder, Support
from bots.hana.search.problem import Movement

__all__ = ["tidied"]


def tidied(phase: Movement, plan: Mapping[int, int]) -> dict[int, int]:
    """The plan, code by column, without what is idle in it; nor what is idle because of that."""
    found = dict(plan)
    for _ in found:
        neat = _tidied_once(phase, found)
        if neat == found:
            break
        found = neat
    return found


def _tidied_once(phase: Movement, plan: Mapping[int, int]) -> dict[int, int]:
    orders = {column: order for column, code in plan.items() if isinstance(order := decode_order(code), MovementOrder)}
    standing = {province_of(order.region): order for order in orders.values()}
    found = dict(plan)
    for column, order in orders.items():
        other = _idle_beside(order, standing)
        if other is not None:
            legal = {int(code) for code in phase.legal.of(column)}
            found[column] = next(code for code in map(encode_order, _instead(order, other)) if code in legal)
    return found


def _idle_beside(order: MovementOrder, standing: Mapping[Province, MovementOrder]) -> MovementOrder | None:
    """The order of the own unit by which an order comes to nothing; None for an order that may do something."""
    match order:
        case Move(target=target):
            other = standing.get(province_of(target))
            return None if isinstance(other, Move) else other
        case Support(supported=supported, target=target):
            other = standing.get(province_of(supported))
            goal = province_of(other.target) if isinstance(other, Move) else None
            meant = province_of(target) if target is not None else None
            return other if goal != meant else None
        case _:
            return None


def _instead(order: MovementOrder, other: MovementOrder) -> Iterator[MovementOrder]:
    """Better orders for a unit beside another one of its own, the best first."""
    target = other.target if isinstance(other, Move) else None
    yield Support(order.kind, order.region, other.kind, other.region, target)
    yield Hold(order.kind, order.region)
