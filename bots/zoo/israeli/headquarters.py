"""The Military Headquarters: orders at the end of the season.

They follow the agreements that are to be kept.

Source: Kraus, Lehmann, Ephrati (1989), section 3. Ours: an agreement is broken with a power if what that would win
exceeds the profit of keeping it by a factor that grows with loyalty; strategies nearly as good as the best are chosen
among by chance.
"""

from collections import Counter
from dataclasses import replace
from typing import Final

from adjudication.board import Province, province_of
from adjudication.orders import Move, MovementOrder, Order, Support
from adjudication.powers import Power
from bots.values import Values
from bots.view import SeatView
from bots.zoo.deals import faithful, orders_after_moves, pacts_of, standing_of
from bots.zoo.israeli.finder import find, front_values
from bots.zoo.israeli.fitting import Compiled
from bots.zoo.israeli.general import borders
from bots.zoo.israeli.ministry import Cabinet, front_of
from bots.zoo.israeli.strategy import Strategy, aim_of, purposed
from negotiation.diplomacy import DIPLOMACY, Ent, Hlp, order_of, turn_of
from negotiation.foresight import asked_by
from negotiation.ledger import Agreement
from negotiation.printer import format_deal
from negotiation.sense import parts_of
from negotiation.unnamed import keeping_actions

__all__ = ["adjusted", "ordered"]

_NEAR: Final = 0.05
"""Strategies worse by no more than this part are as good."""

_LEAST: Final = 6000.0
_PRICE: Final = 3.0


def ordered(cabinet: Cabinet) -> tuple[MovementOrder, ...]:
    """Orders of all units in a movement phase."""
    keeps = _kept_with(cabinet)
    best = _chosen(cabinet, keeps)
    if best is None:
        return ()
    orders = {province_of(order.region): order for order in best.orders_of(cabinet.me, cabinet.position)}
    return tuple(faithful(_view_of_kept(cabinet, keeps), orders).values())


def adjusted(cabinet: Cabinet) -> tuple[Order, ...]:
    """Retreats, builds and removals that keep peace and zones."""
    kept = _view_of_kept(cabinet, cabinet.known.partners - _fooled(cabinet))
    return orders_after_moves(cabinet.view, _values(cabinet), pacts_of(kept).closed, cabinet.rng)


def _view_of_kept(cabinet: Cabinet, keeps: frozenset[Power]) -> SeatView:
    """The view without agreements that are not kept."""
    kept = tuple(agreement for agreement in cabinet.view.agreements if set(agreement.powers) & keeps)
    return replace(cabinet.view, agreements=kept)


def _values(cabinet: Cabinet) -> Values:
    front = front_of(cabinet, None, frozenset(), cabinet.known.friends)
    return front_values(cabinet.position, cabinet.me, front, cabinet.known.closed.get(cabinet.me, frozenset()))


def _kept_with(cabinet: Cabinet) -> frozenset[Power]:
    """Powers with whom agreements are kept this season."""
    partners = cabinet.known.partners - _fooled(cabinet)
    if cabinet.personality.loyalty >= 1 or not partners:
        return partners
    keeping = _chosen(cabinet, partners, search_only=True)
    if keeping is None:
        return partners
    profit = keeping.profit(cabinet.me)
    price = _PRICE * cabinet.personality.loyalty * max(_LEAST, abs(profit))
    for partner in sorted(partners):
        if not cabinet.in_time() or not borders(cabinet.position, cabinet.me, partner):
            continue
        breaking = _chosen(cabinet, partners - {partner}, search_only=True)
        if breaking is not None and breaking.profit(cabinet.me) > profit + price:
            return partners - {partner}
    return partners


def _fooled(cabinet: Cabinet) -> frozenset[Power]:
    """Powers with whom an agreement was only pretended."""
    return frozenset(
        power
        for agreement in cabinet.view.agreements
        if format_deal(agreement.deal, DIPLOMACY) in cabinet.files.pretended
        for power in agreement.powers
        if power != cabinet.me
    )


def _chosen(cabinet: Cabinet, keeps: frozenset[Power], *, search_only: bool = False) -> Strategy | None:
    """A strategy that keeps the agreements with these powers.

    The best, or by chance one nearly as good.
    """
    me = cabinet.me
    enemies = frozenset(enemy for ally, enemy in cabinet.known.against if ally in keeps) - keeps
    mine, helped = _due(cabinet, keeps)
    acts = tuple(purposed(order, cabinet.position, (me,)) for order in mine)
    front = front_of(cabinet, None, enemies, keeps & cabinet.known.friends)
    holes = Compiled(acts, closed=cabinet.known.closed)
    found = find(cabinet.position, front, cabinet.rng, holes, helped, in_time=cabinet.in_time)
    if not found:
        return None
    most = found[0].profit(me)
    if search_only:
        return found[0]
    return cabinet.rng.choice([each for each in found if each.profit(me) >= most - _NEAR * abs(most)])


def _due(cabinet: Cabinet, keeps: frozenset[Power]) -> tuple[list[MovementOrder], Counter[Province]]:
    """Own orders that agreements with these powers ask for now.

    And the supports that they promise, by destination.
    """
    me, position, rulebook = cabinet.me, cabinet.position, cabinet.view.rulebook
    mine: dict[Province, MovementOrder] = {}
    helped: Counter[Province] = Counter()
    for agreement in cabinet.view.agreements:
        if not set(agreement.powers) & keeps:
            continue
        for each in asked_by(standing_of(cabinet.view, agreement), position, rulebook).due:
            if not isinstance(each.order, MovementOrder):
                continue
            if each.power == me:
                mine.setdefault(province_of(each.order.region), each.order)
            elif each.power in keeps and isinstance(each.order, Support):
                unit = position.unit_at(province_of(each.order.supported))
                if unit is not None and unit.power == me:
                    helped[aim_of(each.order)] += 1
        for order in _by_any_unit(cabinet, agreement):
            if province_of(order.region) not in mine:
                mine[province_of(order.region)] = order
    return _without_clashes(mine), helped


def _by_any_unit(cabinet: Cabinet, agreement: Agreement) -> list[MovementOrder]:
    """Orders for own promises that leave the unit open.

    Those due now.
    """
    now = turn_of(cabinet.position.phase)
    found: list[MovementOrder] = []
    for part in parts_of(agreement.deal):
        promise = part.content
        is_due = part.time == now or (part.time is None and agreement.phase == cabinet.position.phase)
        if not isinstance(promise, Hlp | Ent) or promise.power != cabinet.me or not is_due:
            continue
        for action in keeping_actions(promise, cabinet.position, cabinet.view.rulebook):
            order = order_of(action)[1]
            if isinstance(order, Move | Support):
                found.append(order)
                break
    return found


def _without_clashes(orders: dict[Province, MovementOrder]) -> list[MovementOrder]:
    """The orders, of two moves to one place only the first."""
    taken: set[Province] = set()
    kept: list[MovementOrder] = []
    for order in orders.values():
        if isinstance(order, Move):
            if province_of(order.target) in taken:
                continue
            taken.add(province_of(order.target))
        kept.append(order)
    return kept
