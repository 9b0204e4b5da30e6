"""Deals of D-Brane in L as constraints on orders, and back.

A deal holds promised orders (`Do`) and demilitarised zones (`dmz`) of this turn. A zone without an end would last as
long as the game, so it carries the turn as its time, which needs level 6. Everything else is no deal of D-Brane.
"""

from collections.abc import Iterator

from adjudication.board import STANDARD
from adjudication.legality import refusal
from adjudication.orders import Hold, Move, MovementOrder, Support
from adjudication.position import Position
from adjudication.powers import Power
from bots.view import SeatView
from bots.zoo.dbrane.bounds import FREE, Bounds
from negotiation.compliance import State, is_due
from negotiation.diplomacy import Dmz, Hld, Mto, Sup, Turn, action_of, order_of, turn_of
from negotiation.sense import Part, parts_of
from negotiation.terms import Commit, Commits, Deal, Do, both

__all__ = ["ZONE_LEVEL", "bounds_in_force", "bounds_of", "deal_of"]

ZONE_LEVEL = 6
"""Level from which on a deal may name its time."""


def bounds_in_force(view: SeatView) -> Bounds:
    """Constraints of the deals in force.

    Nothing is expected of a power that broke its word.
    """
    liars = {line.agent for line in view.ledger if line.state is State.BROKEN}
    found = FREE
    parts = [part for each in view.agreements for part in parts_of(each.deal) if _is_now(part, each.phase, view)]
    # Its own promises first: help for an order that they rule out is lost.
    for part in sorted(parts, key=lambda part: part.agent not in {None, view.power}):
        for power, bounds in _bounds_of_part(part, view):
            if power == view.power or power not in liars:
                found = found.joined([bounds], view.position) or found
    return found


def bounds_of(view: SeatView, deal: Deal) -> Bounds | None:
    """Constraints of a proposed deal; None if D-Brane makes no such deal."""
    found: list[Bounds] = []
    for part in parts_of(deal):
        zone = isinstance(part.content, Dmz)
        bounds = [each for _, each in _bounds_of_part(part, view)]
        if not bounds or part.time not in ({turn_of(view.position.phase)} if zone else {None}):
            return None
        found += bounds
    return FREE.joined(found, view.position)


def deal_of(bounds: Bounds, powers: tuple[Power, Power], position: Position) -> Deal:
    """The deal between two powers that says this."""
    items: list[Commit] = []
    for power, other in (powers, powers[::-1]):
        orders = [Do(action_of(power, order, position)) for owner, order in bounds.orders if owner == power]
        if orders:
            items.append(Commit(power, (other,), both(orders)))
        if closed := bounds.closed_to(power):
            items.append(Commit(power, (other,), Dmz((power,), tuple(sorted(closed))), turn_of(position.phase)))
    return Commits(tuple(items))


def _is_now(part: Part, made: object, view: SeatView) -> bool:
    """True if a promise in force is due in this phase."""
    now = turn_of(view.position.phase)
    if isinstance(part.content, Dmz):
        return part.time == now or not isinstance(part.time, Turn) or not is_due(part.time, view.position)
    return part.time == now or (part.time is None and made == view.position.phase)


def _bounds_of_part(part: Part, view: SeatView) -> Iterator[tuple[Power, Bounds]]:
    """Constraints of one promise, with the power that is bound.

    None for anything but orders and zones.
    """
    match part.content:
        case Dmz(powers, provinces):
            for power in powers:
                if part.agent in {None, power}:
                    yield power, Bounds(zones=tuple(sorted((power, province) for province in provinces)))
        case Do(action) if isinstance(action, Hld | Mto | Sup):
            power, order = order_of(action)
            if (
                part.agent in {None, power}
                and isinstance(order, Hold | Move | Support)
                and _is_legal(view, power, order)
            ):
                yield power, Bounds(orders=((power, order),))
        case _:
            return


def _is_legal(view: SeatView, power: Power, order: MovementOrder) -> bool:
    """True if it can be ordered, without a convoy."""
    if isinstance(order, Move) and order.target not in STANDARD.borders(order.kind).get(order.region, ()):
        return False
    return refusal(view.position, power, order, view.rulebook) is None
