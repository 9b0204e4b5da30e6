"""Positions for the tests of the players, told in a few words."""

from collections.abc import Mapping
from types import MappingProxyType

from adjudication.board import province_of
from adjudication.phase import parse_phase
from adjudication.position import Dislodged, Position, Unit
from adjudication.powers import as_power


def unit(text: str) -> Unit:
    """`FRA A PAR` as a unit."""
    power, kind, region = text.split()
    return Unit(as_power(power), "A" if kind == "A" else "F", region)


def board(
    phase: str,
    *units: str,
    centers: Mapping[str, str] | None = None,
    dislodged: Mapping[str, tuple[str, tuple[str, ...]]] | None = None,
) -> Position:
    """A position. centers: power to codes separated by blanks. dislodged: unit to (attacker from, retreats)."""
    owners = {code: as_power(power) for power, codes in (centers or {}).items() for code in codes.split()}
    beaten = [
        Dislodged(unit(text), province_of(origin), retreats) for text, (origin, retreats) in (dislodged or {}).items()
    ]
    return Position(
        phase=parse_phase(phase),
        units=tuple(sorted(unit(text) for text in units)),
        centers=MappingProxyType(owners),
        dislodged=tuple(sorted(beaten)),
    )
