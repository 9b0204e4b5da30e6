"""Of several readings, those that fit together: a unit belongs to one power throughout what is said.

Where no position is known `Par - Bur` may be either side's order. A list of such orders is read as one side's,
and a unit that is moved in it is the same unit when it is supported.
"""

from collections.abc import Sequence

from negotiation.diplomacy import Cvy, Dmz, Mto, Sup, Unit
from negotiation.grounding.parts import Common, Promise, Reading
from negotiation.levels import subterms
from negotiation.terms import Do

__all__ = ["chained", "fitting", "moved_out"]


def fitting(readings: Sequence[Reading]) -> list[Reading]:
    """The readings in which no province has units of two powers, and of lists of orders those that bind one power only.

    All of them when no reading is such.
    """
    whole = [one for one in readings if _consistent(one)] or list(readings)
    lists = {len(one) for one in whole if _orders_only(one) and _one_sided(one)}
    return [one for one in whole if _one_sided(one) or not _orders_only(one) or len(one) not in lists]


def _consistent(reading: Reading) -> bool:
    owners: dict[str, str] = {}
    return all(
        owners.setdefault(unit.region.province, unit.power) == unit.power for part in reading for unit in _units(part)
    )


def _units(part: object) -> list[Unit]:
    if not isinstance(part, Promise | Common):
        return []
    actions = [term.action for term in subterms(part.content) if isinstance(term, Do)]
    units = [action.unit for action in actions if hasattr(action, "unit")]
    units += [action.action.unit for action in actions if isinstance(action, Sup)]
    return [*units, *(action.army for action in actions if isinstance(action, Cvy))]


def _one_sided(reading: Reading) -> bool:
    return len({part.agent for part in reading if isinstance(part, Promise)}) == 1


def _orders_only(reading: Reading) -> bool:
    """Whether a reading is a plain list of orders; a bargain always binds both sides."""
    return all(isinstance(part, Promise) and isinstance(part.content, Do) for part in reading)


def moved_out(reading: Reading, left: Reading) -> bool:
    """Whether all that is said to be left is where units move out of: `move P1 to P2 and withdraw from P1`."""
    moves = [
        part.content.action
        for part in reading
        if isinstance(part, Promise) and isinstance(part.content, Do) and isinstance(part.content.action, Mto)
    ]
    starts = {(move.unit.power, move.unit.region.province) for move in moves}
    zones = [part.content for part in left if isinstance(part, Promise | Common) and isinstance(part.content, Dmz)]
    return len(zones) == len(left) > 0 and all(
        (power, code) in starts for zone in zones for power in zone.powers for code in zone.provinces
    )


def chained(reading: Reading) -> bool:
    """Whether a unit is to go on from where another order takes it, which is not the same turn."""
    moves = [
        part.content.action
        for part in reading
        if isinstance(part, Promise) and isinstance(part.content, Do) and isinstance(part.content.action, Mto)
    ]
    targets = {(move.unit.power, move.region.province) for move in moves}
    return any((move.unit.power, move.unit.region.province) in targets for move in moves)
