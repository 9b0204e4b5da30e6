"""Why an order is not legal.

The same checks decide what an order is worth when a phase is adjudicated and what a player is told
when it is typed. They look at one order alone (DATC 4.E.2): whether others make it useless, such as
a third build where two are due, is for the adjudication to say.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from adjudication.board import STANDARD, Province, province_of
from adjudication.facts import CONVOY, MOVE, SUPPORT, OrderFacts, exact, facts_of
from adjudication.orders import (
    Build,
    Disband,
    Move,
    MovementOrder,
    Order,
    Remove,
    Retreat,
    Waive,
)
from adjudication.position import Position, Unit
from adjudication.powers import Power
from adjudication.reasons import Reason
from adjudication.rulebook import STANDARD_RULES, Rulebook
from adjudication.seas import SEA_BIT, SeaMask, can_carry, mask_of, useful_seas
from adjudication.sentences import refusal_sentence

__all__ = [
    "Refusal",
    "adjustment_refusal",
    "fleets_at_sea",
    "movement_refusal",
    "needed_adjustments",
    "refusal",
    "retreat_refusal",
]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an order cannot be given.

    `by` names provinces that stand in the way, where that means something.
    """

    power: Power
    order: Order
    reason: Reason
    by: tuple[Province, ...] = ()

    @property
    def text(self) -> str:
        """One sentence for the player."""
        return refusal_sentence(self.power, self.order, self.reason, self.by)


def refusal(position: Position, power: Power, order: Order, rulebook: Rulebook = STANDARD_RULES) -> Refusal | None:
    """Why `power` may not give this order in this position, or None if it may."""
    kind = position.phase.kind
    reason: Reason | None
    if kind == "M" and isinstance(order, MovementOrder):
        reason = _movement(position, power, order, rulebook)
    elif kind == "R" and isinstance(order, (Retreat, Disband)):
        reason = retreat_refusal(position, power, order)
    elif kind == "A" and isinstance(order, (Build, Remove, Waive)):
        reason = adjustment_refusal(position, power, order)
    else:
        reason = Reason.WRONG_PHASE
    return None if reason is None else Refusal(power, order, reason)


def fleets_at_sea(units: Mapping[Province, Unit]) -> SeaMask:
    """The seas with a fleet in them."""
    return mask_of(units)


def _movement(position: Position, power: Power, order: MovementOrder, rulebook: Rulebook) -> Reason | None:
    standing = position.standing
    unit = standing.get(province_of(order.region))
    if unit is None:
        return Reason.NO_UNIT
    if unit.power != power:
        return Reason.FOREIGN_UNIT
    return movement_refusal(facts_of(exact(order, unit, standing)), standing, fleets_at_sea(standing), rulebook)


def movement_refusal(
    facts: OrderFacts, standing: Mapping[Province, Unit], fleets: SeaMask, rulebook: Rulebook
) -> Reason | None:
    """Why the exact order of a unit that stands there is not legal, or None.

    standing: all units by province. fleets: the seas with a fleet in them.
    """
    if facts.refusal is not None:
        return facts.refusal
    if facts.verb == MOVE:
        return _move_refusal(facts, fleets, rulebook)
    if facts.verb == SUPPORT:
        return _support_refusal(facts, standing, fleets, rulebook)
    if facts.verb == CONVOY:
        return _convoy_refusal(facts, standing, fleets, rulebook)
    return None


def _move_refusal(facts: OrderFacts, fleets: SeaMask, rulebook: Rulebook) -> Reason | None:
    if facts.walks and (not facts.via or (rulebook.land_fallback and rulebook.convoys)):
        return None
    if not rulebook.convoys:
        return Reason.CONVOYS_OFF if facts.via else Reason.NOT_ADJACENT
    return None if facts.sails and can_carry(facts.source, facts.target, fleets) else Reason.NO_ROUTE


def _support_refusal(
    facts: OrderFacts, standing: Mapping[Province, Unit], fleets: SeaMask, rulebook: Rulebook
) -> Reason | None:
    """A supporting fleet cannot be part of the convoy the supported army needs (DATC 6.D.31)."""
    if facts.other not in standing:
        return Reason.SUPPORTED_MISSING
    if facts.to_hold or facts.walks:
        return None
    carriers = fleets & ~SEA_BIT.get(facts.source, 0)
    if rulebook.convoys and can_carry(facts.other, facts.target, carriers):
        return None
    return Reason.SUPPORTED_CANNOT


def _convoy_refusal(
    facts: OrderFacts, standing: Mapping[Province, Unit], fleets: SeaMask, rulebook: Rulebook
) -> Reason | None:
    if not rulebook.convoys:
        return Reason.CONVOYS_OFF
    carried = standing.get(facts.other)
    if carried is None or carried.kind == "F":
        return Reason.NO_ARMY
    useful = useful_seas(facts.other, facts.target, fleets) & SEA_BIT[facts.source]
    return None if useful else Reason.CONVOY_USELESS


def retreat_refusal(position: Position, power: Power, order: Retreat | Disband) -> Reason | None:
    """Why a dislodged unit may not do this, or None.

    A fleet's target needs a coast only where two are open.
    """
    province = province_of(order.region)
    dislodged = next((each for each in position.dislodged if each.unit.province == province), None)
    if dislodged is None:
        return Reason.NO_UNIT if position.unit_at(province) is None else Reason.NOT_DISLODGED
    if dislodged.unit.power != power:
        return Reason.FOREIGN_UNIT
    if isinstance(order, Disband):
        return None
    unit = dislodged.unit
    facts = facts_of(Move(unit.kind, unit.region, order.target))
    open_here = [place for place in dislodged.retreats if province_of(place) == facts.target]
    if order.target in open_here or (open_here and unit.kind == "A"):
        return None
    if len(open_here) == 1 and order.target == facts.target:
        return None
    if facts.refusal is not None:
        return facts.refusal
    if not facts.walks:
        return Reason.NOT_ADJACENT
    if position.unit_at(facts.target) is not None:
        return Reason.OCCUPIED
    return Reason.TO_ATTACKER if facts.target == dislodged.origin else Reason.CONTESTED


def needed_adjustments(position: Position, power: Power) -> int:
    """Number of units a power may build (+) or must remove (-).

    Builds are limited by the free home centers.
    """
    difference = len(position.centers_of(power)) - len(position.units_of(power))
    if difference <= 0:
        return difference
    free = [
        home for home in STANDARD.homes[power] if position.centers.get(home) == power and home not in position.standing
    ]
    return min(difference, len(free))


def adjustment_refusal(position: Position, power: Power, order: Build | Remove | Waive) -> Reason | None:
    """Why a power may not adjust so, or None.

    Looks at one order alone, not at how many are given.
    """
    difference = len(position.centers_of(power)) - len(position.units_of(power))
    match order:
        case Waive():
            return None if difference > 0 else Reason.NO_BUILD_DUE
        case Remove(_, region):
            unit = position.unit_at(province_of(region))
            if unit is None:
                return Reason.NO_UNIT
            if unit.power != power:
                return Reason.FOREIGN_UNIT
            return None if difference < 0 else Reason.NO_REMOVAL_DUE
        case Build(kind, region):
            return _build_refusal(position, power, kind, region, difference)


def _build_refusal(position: Position, power: Power, kind: str, region: str, difference: int) -> Reason | None:
    province = province_of(region)
    if STANDARD.home_of.get(province) != power:
        return Reason.NOT_HOME
    if position.centers.get(province) != power:
        return Reason.NOT_OWNED
    if position.unit_at(province) is not None:
        return Reason.OCCUPIED
    if kind == "F":
        places = STANDARD.fleet_regions(province)
        if not places:
            return Reason.WRONG_TERRAIN
        if region not in places:
            return Reason.COAST_NEEDED
    return None if difference > 0 else Reason.NO_BUILD_DUE
