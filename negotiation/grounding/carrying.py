"""Convoys of a power's own armies: the army is to go, and the fleet that takes it is told where only one can."""

from collections.abc import Sequence

from negotiation.diplomacy import Cvy, Mto
from negotiation.grounding.anyhow import Deed

__all__ = ["carried"]


def carried(deeds: Sequence[Deed]) -> list[tuple[Deed, ...]]:
    """Every way to carry out a convoy: of an army of one's own its move, with the fleet if no other would do."""
    ways: dict[tuple[Deed, ...], None] = {}
    for deed in deeds:
        if not isinstance(deed, Cvy) or deed.army.power != deed.unit.power:
            ways[(deed,)] = None
            continue
        fleets = [one for one in deeds if isinstance(one, Cvy) and _same(one, deed)]
        move = Mto(deed.army, deed.region)
        ways[(move, deed) if len(fleets) == 1 else (move,)] = None
    return list(ways)


def _same(one: Cvy, other: Cvy) -> bool:
    """True if one power's fleets carry an army to one place."""
    return (one.unit.power, one.army, one.region) == (other.unit.power, other.army, other.region)
