"""Promises that leave open which unit keeps them: `hlp` and `ent`."""

from adjudication.board import province_of
from adjudication.options import legal_orders
from adjudication.orders import Move, Order, Support
from adjudication.position import Position
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES, Rulebook
from negotiation.diplomacy import Action, Ent, Unnamed, action_of, actor_of
from negotiation.terms import Do, Formula

__all__ = ["doer_of", "keeping_actions", "keeps"]


def doer_of(content: Formula) -> Power | None:
    """Power whose orders do it, with a unit named or not.

    None otherwise.
    """
    done = content.action if isinstance(content, Do) else content
    return actor_of(done) if isinstance(done, Action | Unnamed) else None


def keeps(promise: Unnamed, order: Order, position: Position) -> bool:
    """True if the power's order does what it promised."""
    if isinstance(promise, Ent):
        return isinstance(order, Move) and province_of(order.target) == promise.province
    if not isinstance(order, Support):
        return False
    origin = province_of(order.supported)
    helped = position.unit_at(origin)
    if helped is None or helped.power != promise.helped or promise.origin not in (None, origin):
        return False
    aim = origin if order.target is None else province_of(order.target)
    return aim == promise.province and (order.target is None or promise.origin != promise.province)


def keeping_actions(promise: Unnamed, position: Position, rulebook: Rulebook = STANDARD_RULES) -> tuple[Action, ...]:
    """Every action that would keep the promise in this phase of moves, none twice; none where no unit can."""
    if position.phase.kind != "M":
        return ()
    orders = (order for found in legal_orders(position, promise.power, rulebook).values() for order in found)
    found = (action_of(promise.power, order, position) for order in orders if keeps(promise, order, position))
    return tuple(dict.fromkeys(found))
