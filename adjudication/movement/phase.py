"""A whole movement phase: from what was written to what became of it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from adjudication.board import Province, province_of
from adjudication.facts import PROVINCE_OF, OrderFacts, exact, facts_of, known_facts, reachable_regions
from adjudication.legality import movement_refusal
from adjudication.movement.field import Fate, Field, Why
from adjudication.movement.resolver import resolve
from adjudication.orders import Disband, Hold, MovementOrder, Order, Waive
from adjudication.outcomes import Outcome
from adjudication.position import Dislodged, Position, Unit, make_unit
from adjudication.powers import Power
from adjudication.reasons import RESULT_OF, Reason
from adjudication.rulebook import Rulebook
from adjudication.seas import SeaMask, mask_of

__all__ = ["UNIT_ORDER", "MovementResult", "adjudicate_movement"]

UNIT_ORDER = attrgetter("power", "kind", "region")
"""Sorting key for units, the order in which `Unit` values sort."""

_CARRIED_OUT: Final[tuple[Why, Why, Why]] = ((Reason.HELD, ()), (Reason.MOVED, ()), (Reason.SUPPORTED, ()))
"""Why a hold, move or support came about that nothing stopped; by verb."""


@dataclass(frozen=True, slots=True)
class MovementResult:
    """units: those not dislodged, sorted. dislodged: those with somewhere to go, sorted."""

    outcomes: tuple[Outcome, ...]
    units: tuple[Unit, ...]
    dislodged: tuple[Dislodged, ...]
    contested: frozenset[Province]


def adjudicate_movement(
    position: Position, orders: Mapping[Power, Sequence[Order]], rulebook: Rulebook
) -> MovementResult:
    """Resolve a movement phase. Units without a legal order hold."""
    standing = {PROVINCE_OF[unit.region]: unit for unit in position.units}
    fleets = mask_of(standing)
    chosen: dict[Province, OrderFacts] = {}
    doubled: set[Province] = set()
    written: list[tuple[Power, Order, OrderFacts | Reason]] = []
    for power, given in orders.items():
        for order in given:
            # Nearly every order is one met before, whose unit stands where it says and needs no more asking.
            facts = known_facts(order)
            if (
                facts is None
                or (unit := standing.get(facts.source)) is None
                or unit.power != power
                or unit.region != facts.region
                or unit.kind != facts.kind
                or (facts.other_kind is not None and not _supported_stands(facts, standing))
            ):
                read = _read(power, order, standing, fleets, rulebook)
                written.append((power, order, read))
                if not isinstance(read, OrderFacts):
                    continue
                facts = read
            elif facts.plain or (refusal := movement_refusal(facts, standing, fleets, rulebook)) is None:
                written.append((power, facts.order, facts))
            else:
                written.append((power, order, refusal))
                continue
            source = facts.source
            if source not in chosen:
                chosen[source] = facts
            elif chosen[source].order != facts.order:
                doubled.add(source)
    if doubled:
        chosen = {source: facts for source, facts in chosen.items() if source not in doubled}
        written = [(power, order, _unless_doubled(read, doubled)) for power, order, read in written]
    field = Field(standing, chosen, rulebook)
    fate = resolve(field)
    units = _arrive(standing, field, fate)
    dislodged, lost = _retreats(standing, units, field, fate) if fate.dislodged else ((), [])
    because = fate.because
    outcomes = [
        (read.carried_out.get(power) or _success(power, read))
        if isinstance(read, OrderFacts) and read.source not in because and order is read.order
        else _outcome(power, order, read, because)
        for power, order, read in written
    ]
    if len(chosen) < len(standing):
        outcomes += _unordered(standing, orders, fate)
    outcomes += lost
    return MovementResult(tuple(outcomes), units, dislodged, frozenset(fate.contested))


def _supported_stands(facts: OrderFacts, standing: Mapping[Province, Unit]) -> bool:
    """True if the supported unit stands exactly where the support names it."""
    other = standing.get(facts.other)
    return other is not None and other.region == facts.other_region and other.kind == facts.other_kind


def _read(
    power: Power, order: Order, standing: Mapping[Province, Unit], fleets: SeaMask, rulebook: Rulebook
) -> OrderFacts | Reason:
    """The facts of a legal order, or why it is not legal."""
    if not isinstance(order, MovementOrder):
        return Reason.WRONG_PHASE
    unit = standing.get(province_of(order.region))
    if unit is None:
        return Reason.NO_UNIT
    if unit.power != power:
        return Reason.FOREIGN_UNIT
    facts = facts_of(exact(order, unit, standing))
    return movement_refusal(facts, standing, fleets, rulebook) or facts


def _arrive(standing: Mapping[Province, Unit], field: Field, fate: Fate) -> tuple[Unit, ...]:
    """The units after the phase without the dislodged, sorted."""
    moved, dislodged, moves = fate.moved, fate.dislodged, field.moves
    units: list[Unit] = []
    for province, unit in standing.items():
        if moved.get(province):
            units.append(make_unit(unit.power, unit.kind, moves[province].landing))
        elif province not in dislodged:
            units.append(unit)
    units.sort(key=UNIT_ORDER)
    return tuple(units)


def _retreats(
    standing: Mapping[Province, Unit], units: Sequence[Unit], field: Field, fate: Fate
) -> tuple[tuple[Dislodged, ...], list[Outcome]]:
    """The dislodged units that have somewhere to go, and the end of those that have not (DATC 4.E.6)."""
    closed = {PROVINCE_OF[unit.region] for unit in units} | fate.contested
    dislodged: list[Dislodged] = []
    lost: list[Outcome] = []
    for province, origin in sorted(fate.dislodged.items()):
        unit = standing[province]
        by_sea = origin in fate.sailing and field.rulebook.convoyed_origin == "open"
        places = tuple(
            place
            for place in reachable_regions(unit.kind, unit.region)
            if place[:3] not in closed and (by_sea or place[:3] != origin)
        )
        if places:
            dislodged.append(Dislodged(unit, origin, places))
        else:
            lost.append(Outcome(unit.power, Disband(unit.kind, unit.region), "ok", Reason.NO_RETREAT, (origin,)))
    return tuple(sorted(dislodged)), lost


def _unless_doubled(read: OrderFacts | Reason, doubled: set[Province]) -> OrderFacts | Reason:
    """Of two different legal orders to one unit none counts (DATC 4.D.3)."""
    return Reason.TWO_ORDERS if isinstance(read, OrderFacts) and read.source in doubled else read


def _success(power: Power, facts: OrderFacts) -> Outcome:
    """The outcome of a hold, move or support that was carried out, made once."""
    outcome = Outcome(power, facts.order, "ok", *_CARRIED_OUT[facts.verb])
    facts.carried_out[power] = outcome
    return outcome


def _outcome(power: Power, order: Order, read: OrderFacts | Reason, because: Mapping[Province, Why]) -> Outcome:
    if isinstance(read, Reason):
        return Outcome(power, order, "illegal", read)
    why = because.get(read.source) or _CARRIED_OUT[read.verb]
    if order is not read.order:
        return Outcome(power, order, RESULT_OF[why[0]], *why)
    outcome = read.outcomes.get((power, why))
    if outcome is None:
        outcome = read.outcomes[power, why] = Outcome(power, order, RESULT_OF[why[0]], *why)
    return outcome


def _unordered(
    standing: Mapping[Province, Unit], orders: Mapping[Power, Sequence[Order]], fate: Fate
) -> Iterator[Outcome]:
    """Holds for the units that nobody named in an order, rightly or wrongly."""
    named = {
        (power, order.region[:3]) for power, given in orders.items() for order in given if not isinstance(order, Waive)
    }
    for province, unit in standing.items():
        if (unit.power, province) not in named:
            order = Hold(unit.kind, unit.region)
            if province in fate.dislodged:
                yield Outcome(unit.power, order, "fail", Reason.DISLODGED, (fate.dislodged[province],))
            else:
                yield Outcome(unit.power, order, "ok", Reason.NO_ORDER)
