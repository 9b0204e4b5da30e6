"""One call for all phases: position and orders in, outcomes and the next position out."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from adjudication.adjustments import adjudicate_adjustments
from adjudication.board import STANDARD, Province
from adjudication.facts import PROVINCE_OF
from adjudication.legality import needed_adjustments
from adjudication.movement.phase import adjudicate_movement
from adjudication.orders import Order
from adjudication.outcomes import Resolution
from adjudication.position import Dislodged, Position, Unit
from adjudication.powers import POWERS, Power
from adjudication.retreats import adjudicate_retreats
from adjudication.rulebook import STANDARD_RULES, Rulebook

__all__ = ["adjudicate", "next_position"]

_CENTERS = frozenset(STANDARD.centers)


def adjudicate(
    position: Position, orders: Mapping[Power, Sequence[Order]], rulebook: Rulebook = STANDARD_RULES
) -> Resolution:
    """Resolve the position's phase.

    Nothing that is ordered can be wrong enough to raise: illegal orders are ignored and say so in
    their outcome. Every unit that needed an order and has no other outcome gets one too.

    `next` is the next phase in which somebody has something to decide; centers change hands as the
    fall ends, whether or not its retreat phase is played. Raises ValueError only where the calendar
    ends, after 9999.
    """
    kind = position.phase.kind
    dislodged: tuple[Dislodged, ...] = ()
    contested: frozenset[Province] = frozenset()
    if kind == "M":
        result = adjudicate_movement(position, orders, rulebook)
        outcomes, units, dislodged, contested = result.outcomes, result.units, result.dislodged, result.contested
    elif kind == "R":
        outcomes, units = adjudicate_retreats(position, orders)
    else:
        outcomes, units = adjudicate_adjustments(position, orders, rulebook)
    return Resolution(outcomes, next_position(position, units, dislodged, contested))


def next_position(
    position: Position,
    units: tuple[Unit, ...],
    dislodged: tuple[Dislodged, ...],
    contested: frozenset[Province],
) -> Position:
    """The position of the next phase with something to decide.

    units: those left on the board. dislodged: units with somewhere to go. contested: provinces left
    empty by a standoff.
    """
    phase = position.phase.following()
    if phase.kind == "R":
        if dislodged:
            return Position(phase, units, position.centers, dislodged, contested)
        phase = phase.following()
    if phase.kind != "A":
        return Position(phase, units, position.centers)
    adjusting = Position(phase, units, _owned_after_fall(position.centers, units))
    if _somebody_adjusts(adjusting):
        return adjusting
    return Position(phase.following(), units, adjusting.centers)


def _somebody_adjusts(position: Position) -> bool:
    """True if any power can build or must remove."""
    balance = dict.fromkeys(POWERS, 0)
    for owner in position.centers.values():
        balance[owner] += 1
    for unit in position.units:
        balance[unit.power] -= 1
    return min(balance.values()) < 0 or any(
        difference and needed_adjustments(position, power) for power, difference in balance.items()
    )


def _owned_after_fall(centers: Mapping[Province, Power], units: Sequence[Unit]) -> Mapping[Province, Power]:
    """Centers with a unit in them belong to its power; the others stay with whom they were."""
    taken = {
        province: unit.power
        for unit in units
        if (province := PROVINCE_OF[unit.region]) in _CENTERS and centers.get(province) != unit.power
    }
    if not taken:
        return centers
    owned = {**centers, **taken}
    return MappingProxyType(owned if len(owned) == len(centers) else dict(sorted(owned.items())))
