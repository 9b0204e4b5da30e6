"""A retreat phase: dislodged units go or leave the board."""

from collections.abc import Mapping, Sequence

from adjudication.board import Province, Region, province_of
from adjudication.legality import retreat_refusal
from adjudication.movement.phase import UNIT_ORDER
from adjudication.orders import Disband, Order, Retreat
from adjudication.outcomes import Outcome
from adjudication.position import Dislodged, Position, Unit, make_unit
from adjudication.powers import Power
from adjudication.reasons import Reason

__all__ = ["adjudicate_retreats"]


def adjudicate_retreats(
    position: Position, orders: Mapping[Power, Sequence[Order]]
) -> tuple[tuple[Outcome, ...], tuple[Unit, ...]]:
    """Adjudicate retreats: outcomes, and the units on the board afterwards, sorted.

    Units that retreat to one province all leave the board, and so does a unit without a legal
    order or with two different ones (DATC 4.D.3).
    """
    waiting = {each.unit.province: each for each in position.dislodged}
    written = [(power, order, _read(position, power, order)) for power, given in orders.items() for order in given]
    chosen: dict[Province, set[Region | None]] = {}
    for _, _, order in written:
        if not isinstance(order, Reason):
            province = province_of(order.region)
            chosen.setdefault(province, set()).add(_landing(order, waiting[province].retreats))
    goals = {province: next(iter(landings)) for province, landings in chosen.items() if len(landings) == 1}
    arrivals: dict[Province, list[Province]] = {}
    for province, landing in goals.items():
        if landing is not None:
            arrivals.setdefault(province_of(landing), []).append(province)
    outcomes = [
        Outcome(power, order, "illegal", read) if isinstance(read, Reason) else _outcome(power, read, goals, arrivals)
        for power, order, read in written
    ]
    outcomes += [
        Outcome(each.unit.power, Disband(each.unit.kind, each.unit.region), "ok", Reason.NOT_RETREATED, _attacker(each))
        for province, each in waiting.items()
        if province not in goals
    ]
    retreated = [
        make_unit(waiting[sources[0]].unit.power, waiting[sources[0]].unit.kind, landing)
        for sources in arrivals.values()
        if len(sources) == 1 and (landing := goals[sources[0]]) is not None
    ]
    return tuple(outcomes), tuple(sorted([*position.units, *retreated], key=UNIT_ORDER))


def _read(position: Position, power: Power, order: Order) -> Retreat | Disband | Reason:
    """The order if it is legal, else why not."""
    if not isinstance(order, (Retreat, Disband)):
        return Reason.WRONG_PHASE
    return retreat_refusal(position, power, order) or order


def _landing(order: Retreat | Disband, open_places: Sequence[Region]) -> Region | None:
    """Region a legal retreat ends in, its coast filled in.

    None for a disband.
    """
    if isinstance(order, Disband):
        return None
    if order.target in open_places:
        return order.target
    return next(place for place in open_places if province_of(place) == province_of(order.target))


def _outcome(
    power: Power,
    order: Retreat | Disband,
    goals: Mapping[Province, Region | None],
    arrivals: Mapping[Province, Sequence[Province]],
) -> Outcome:
    province = province_of(order.region)
    if province not in goals:
        return Outcome(power, order, "illegal", Reason.TWO_ORDERS)
    landing = goals[province]
    if landing is None:
        return Outcome(power, order, "ok", Reason.DISBANDED)
    others = tuple(sorted(other for other in arrivals[province_of(landing)] if other != province))
    if others:
        return Outcome(power, order, "fail", Reason.RETREATS_MET, others)
    return Outcome(power, order, "ok", Reason.RETREATED)


def _attacker(dislodged: Dislodged) -> tuple[Province, ...]:
    return (dislodged.origin,) if dislodged.origin else ()
