"""Positions as bytes and as a word for links, both ways.

The same position always gives the same bytes:

    year (2 bytes), number of the phase in its year (1)
    34 owners of centers, two a byte: 0 to 6 is a power, 7 nobody (17)
    number of units (1), two bytes each: region, then 8 * fleet + power
    retreat phases only: number of dislodged units (1), each as above, then the attacker's province or 255, the number
    of retreats and a byte for each; number of contested provinces (1) and a byte for each

Numbers are those of `adjudication.numbers`. The word is URL-safe base64 without padding.
"""

import base64
import binascii
from collections.abc import Iterator
from typing import Any, Final

from adjudication.numbers import CENTERS, POWER_INDEX, PROVINCES, REGION_INDEX, REGIONS
from adjudication.phase import Phase, PhaseKind, Season
from adjudication.position import ImpossiblePosition, Position, Unit, position_from_dict
from adjudication.powers import POWERS

__all__ = ["LONGEST_WORD", "pack_position", "position_word", "read_word", "unpack_position"]

LONGEST_WORD: Final = 2_000
"""Letters of the longest word that is read."""

_PHASES: Final[tuple[tuple[Season, PhaseKind], ...]] = (("S", "M"), ("S", "R"), ("F", "M"), ("F", "R"), ("W", "A"))
_NOBODY: Final = 7
_UNKNOWN: Final = 255


def pack_position(position: Position) -> bytes:
    """Write the position in the form described above. `unpack_position` is the inverse."""
    phase = position.phase
    owners = [POWER_INDEX[position.centers[center]] if center in position.centers else _NOBODY for center in CENTERS]
    packed = bytearray(phase.year.to_bytes(2))
    packed.append(_PHASES.index((phase.season, phase.kind)))
    packed += bytes(low | high << 4 for low, high in zip(owners[::2], owners[1::2], strict=True))
    packed.append(len(position.units))
    for unit in position.units:
        packed += _unit(unit)
    if phase.kind == "R":
        packed.append(len(position.dislodged))
        for each in position.dislodged:
            origin = REGION_INDEX[each.origin] if each.origin else _UNKNOWN
            packed += bytes([*_unit(each.unit), origin, len(each.retreats)])
            packed += bytes(REGION_INDEX[region] for region in each.retreats)
        packed.append(len(position.contested))
        packed += bytes(sorted(REGION_INDEX[province] for province in position.contested))
    return bytes(packed)


def unpack_position(packed: bytes) -> Position:
    """Read what `pack_position` wrote.

    Raises ImpossiblePosition for anything else.
    """
    try:
        found = position_from_dict(_as_dict(iter(packed)))
    except (StopIteration, IndexError, ValueError) as error:
        if isinstance(error, ImpossiblePosition):
            raise
        raise ImpossiblePosition("position", "this is not a packed position") from None
    if pack_position(found) != packed:
        raise ImpossiblePosition("position", "this is not a packed position")
    return found


def position_word(position: Position) -> str:
    """The position as a word for links. `read_word` is the inverse."""
    return base64.urlsafe_b64encode(pack_position(position)).decode().rstrip("=")


def read_word(word: str) -> Position:
    """Read what `position_word` wrote.

    Raises ImpossiblePosition for anything else.
    """
    try:
        if len(word) > LONGEST_WORD:
            raise ValueError
        packed = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        raise ImpossiblePosition("position", "this is not the word of a position") from None
    return unpack_position(packed)


def _unit(unit: Unit) -> bytes:
    return bytes([REGION_INDEX[unit.region], 8 * (unit.kind == "F") + POWER_INDEX[unit.power]])


def _as_dict(numbers: Iterator[int]) -> dict[str, Any]:
    year = next(numbers) << 8 | next(numbers)
    season, kind = _PHASES[next(numbers)]
    data: dict[str, Any] = {"phase": str(Phase(season, year, kind)), "centers": {}}
    owners = [part for _ in range(len(CENTERS) // 2) for byte in [next(numbers)] for part in (byte & 15, byte >> 4)]
    for center, owner in zip(CENTERS, owners, strict=True):
        if owner != _NOBODY:
            data["centers"].setdefault(POWERS[owner], []).append(center)
    data["units"] = _many(numbers, _unit_text)
    if kind == "R":
        data["dislodged"] = _many(numbers, _dislodged)
        data["contested"] = _many(numbers, lambda rest: PROVINCES[next(rest)])
    return data


def _many(numbers: Iterator[int], read: Any) -> list[Any]:
    return [read(numbers) for _ in range(next(numbers))]


def _unit_text(numbers: Iterator[int]) -> str:
    region, owner = next(numbers), next(numbers)
    return f"{POWERS[owner & 7]} {'F' if owner & 8 else 'A'} {REGIONS[region]}"


def _dislodged(numbers: Iterator[int]) -> dict[str, Any]:
    unit, origin = _unit_text(numbers), next(numbers)
    retreats = _many(numbers, lambda rest: REGIONS[next(rest)])
    return {"unit": unit, "retreats": retreats} | ({} if origin == _UNKNOWN else {"from": PROVINCES[origin]})
