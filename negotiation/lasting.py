"""Judge lasting promises: peace, alliance, demilitarized zone, division of centers.

The definitions are in `negotiation.compliance`; here each is asked about one order of one power.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias, assert_never

from adjudication.board import STANDARD, Province, province_of
from adjudication.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    MovementOrder,
    Order,
    Remove,
    Retreat,
    Support,
    Waive,
)
from adjudication.outcomes import Outcome
from adjudication.position import Position, Unit
from adjudication.powers import POWER_NAMES, Power
from adjudication.sentences import order_phrase
from negotiation.diplomacy import Aly, Dmz, Pce, Scd

__all__ = ["LASTING", "Breach", "Lasting", "breach", "lingers", "place_text"]

Lasting: TypeAlias = Pce | Aly | Dmz | Scd
LASTING: Final = (Pce, Aly, Dmz, Scd)


@dataclass(frozen=True, slots=True)
class Breach:
    """Why a promise was not kept. excused: it could not have been; then it is void, not broken."""

    reason: str
    excused: bool = False


def breach(
    content: Lasting, power: Power, one: Outcome, position: Position, outcomes: Sequence[Outcome]
) -> Breach | None:
    """Breach of a lasting promise by an order of `power`, or None.

    one: the outcome of that order, one of `outcomes`, which are all of the phase of `position`.
    """
    judge = _Judge(power, one, position, outcomes)
    if one.result == "illegal":  # it does nothing, but its unit stays
        return judge.stays(content) if isinstance(content, Dmz) else None
    match content:
        case Pce():
            return judge.attacks(content.powers)
        case Aly():
            return judge.attacks(content.powers) or judge.helps(content.against)
        case Dmz():
            return judge.enters(content) or judge.stays(content)
        case Scd():
            return judge.takes(content)
        case _:
            assert_never(content)


def lingers(content: Lasting, power: Power, position: Position, outcomes: Sequence[Outcome]) -> Breach | None:
    """Excused breach by a unit in a zone while no unit moves."""
    if position.phase.kind == "M" or not outcomes or not isinstance(content, Dmz):
        return None
    removed = {one.order.region for one in outcomes if isinstance(one.order, Remove) and one.result == "ok"}
    for unit in position.units_of(power):
        if unit.province in content.provinces and unit.region not in removed:
            name, here = POWER_NAMES[power], place_text(unit.province)
            return Breach(f"A unit of {name} stands in {here}; it can leave when units move next.", excused=True)
    return None


def place_text(province: Province) -> str:
    """`Burgundy`, `the English Channel`."""
    facts = STANDARD.provinces[province]
    return f"the {facts.name}" if facts.kind == "sea" else facts.name


@dataclass(frozen=True, slots=True)
class _Judge:
    power: Power
    one: Outcome
    position: Position
    outcomes: Sequence[Outcome]

    @property
    def order(self) -> Order:
        return self.one.order

    @property
    def ordered(self) -> str:
        return f"{POWER_NAMES[self.power]} ordered {order_phrase(self.order)}, which"

    @property
    def helped(self) -> Unit | None:
        """The unit an order serves, when that is not the one ordered."""
        if isinstance(self.order, Support):
            return self.position.unit_at(province_of(self.order.supported))
        return self.position.unit_at(self.order.army) if isinstance(self.order, Convoy) else None

    def attacks(self, members: Sequence[Power]) -> Breach | None:
        target = _target(self.order)
        victim = next((each for each in members if target is not None and self._hurts(each, target)), None)
        if victim is None or target is None:
            return None
        verb = "helps to attack" if isinstance(self.order, Support | Convoy) else "attacks"
        return Breach(f"{self.ordered} {verb} {POWER_NAMES[victim]} in {place_text(target)}.")

    def _hurts(self, member: Power, target: Province) -> bool:
        helped = self.helped
        if member == self.power or (helped is not None and helped.power == member):
            return False
        unit = self.position.unit_at(target)
        if unit is not None and unit.power == member and not self._leaves(unit):
            return True
        return self.position.centers.get(target) == member

    def _leaves(self, unit: Unit) -> bool:
        return any(
            isinstance(one.order, Move)
            and one.power == unit.power
            and one.result != "illegal"
            and province_of(one.order.region) == unit.province
            for one in self.outcomes
        )

    def helps(self, enemies: Sequence[Power]) -> Breach | None:
        helped = self.helped
        if helped is None or helped.power not in enemies:
            return None
        return Breach(f"{self.ordered} helps {POWER_NAMES[helped.power]}.")

    def enters(self, content: Dmz) -> Breach | None:
        order, helped = self.order, self.helped
        target = province_of(order.region) if isinstance(order, Build) else _target(order)
        if target is None or target not in content.provinces:
            return None
        if (isinstance(order, Build) and self.one.result != "ok") or (
            helped is not None and helped.power not in content.powers
        ):
            return None
        return Breach(f"{POWER_NAMES[self.power]} ordered {order_phrase(order)}.")

    def stays(self, content: Dmz) -> Breach | None:
        """Breach by a unit that stays in the zone."""
        order = self.order
        if not isinstance(order, MovementOrder):
            return None
        unit = self.position.unit_at(province_of(order.region))
        if unit is None or unit.power != self.power or unit.province not in content.provinces:
            return None
        here = place_text(unit.province)
        if not isinstance(order, Move) or self.one.result == "illegal":
            return Breach(f"{POWER_NAMES[self.power]} stays in {here}.")
        return None if self.one.result == "ok" else Breach(f"{here} could not be left. {self.one.text}", excused=True)

    def takes(self, content: Scd) -> Breach | None:
        target, helped = _target(self.order), self.helped
        if self.power == content.power or target not in content.centers:
            return None
        if helped is not None and helped.power == content.power:
            return None
        return Breach(f"{self.ordered} goes for {place_text(target)}, which was for {POWER_NAMES[content.power]}.")


def _target(order: Order) -> Province | None:
    """Destination of an order's unit, its own or another's."""
    match order:
        case Move() | Retreat():
            return province_of(order.target)
        case Support():
            return province_of(order.target) if order.target is not None else None
        case Convoy():
            return order.target
        case Hold() | Disband() | Build() | Remove() | Waive():
            return None
        case _:
            assert_never(order)
