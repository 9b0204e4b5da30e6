"""Detect plans that conflict with a request and so may refuse it.

Asked to send a fleet elsewhere, `my fleet stays` is no; offered support into a place, so is not to go there.
Nobody said no, so it is asked about.
"""

from collections.abc import Sequence

from adjudication.powers import Power
from negotiation.diplomacy import Cvy, Dmz, Ent, Hld, Hlp, Mto, Sup
from negotiation.levels import subterms
from negotiation.terms import Commits, Deal, Do, Inform, Propose, Utterance

__all__ = ["crossed"]


def crossed(said: Sequence[Utterance], deals: Sequence[Deal], me: Power) -> list[Deal]:
    """The deals that what is said crosses: a unit of mine does something else in it, or keeps from where it is to go.

    Where others are to do something as well, it makes another proposal and crosses nothing.
    """
    told = [one.deal if isinstance(one, Propose) else getattr(one, "content", None) for one in said]
    if not all(isinstance(one, Commits) for one in told) or not all(isinstance(one, Propose | Inform) for one in said):
        return []
    items = [item for one in told if isinstance(one, Commits) for item in one.items]
    if any(item.agent != me for item in items):
        return []
    mine = [item.content for item in items]
    orders = [one.action for one in mine if isinstance(one, Do) and isinstance(one.action, Mto | Hld | Sup | Cvy)]
    closed = {code for one in mine if isinstance(one, Dmz) for code in one.provinces}
    return [deal for deal in deals if _other(orders, deal) or closed & _entered(deal, me)]


def _other(orders: Sequence[Mto | Hld | Sup | Cvy], deal: Deal) -> bool:
    """True if a unit is to do something else in a deal."""
    asked = [one.action for one in subterms(deal) if isinstance(one, Do)]
    units = {one.unit for one in asked if isinstance(one, Mto | Hld | Sup | Cvy)}
    return any(order.unit in units and order not in asked for order in orders)


def _entered(deal: Deal, me: Power) -> set[str]:
    """Provinces a deal has me enter, or be helped into."""
    terms = list(subterms(deal))
    asked = [one.action for one in terms if isinstance(one, Do)]
    served = [one.action if isinstance(one, Sup) else one for one in asked]
    moves = [one for one in served if isinstance(one, Mto)]
    return {
        *(one.region.province for one in moves if one.unit.power == me),
        *(one.province for one in terms if isinstance(one, Ent) and one.power == me),
        *(one.province for one in terms if isinstance(one, Hlp) and one.helped == me),
    }
