"""Positions as arrays: many movement phases side by side, checked when built."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Final, NoReturn, Self

import numpy as np
import numpy.typing as npt

from adjudication.batch.layout import MAX_UNITS, Units
from adjudication.board import STANDARD
from adjudication.encoding import (
    CENTERS,
    PART,
    POWER_INDEX,
    PROVINCE_AT,
    REGION_INDEX,
    REGION_OF_RANK,
    REGIONS,
    UNITS,
    unit_numbers,
)
from adjudication.facts import PROVINCE_OF
from adjudication.phase import Phase
from adjudication.position import ImpossiblePosition, Position, Unit
from adjudication.powers import POWERS

__all__ = ["Boards"]

STANDS: Final = np.zeros((2, 128), np.bool_)
"""By kind (army 0, fleet 1) and region: whether such a unit may stand there."""
for _region in STANDARD.army_borders:
    STANDS[0, REGION_INDEX[_region]] = True
for _region in STANDARD.fleet_borders:
    STANDS[1, REGION_INDEX[_region]] = True

_CENTER_INDEX: Final = {center: index for index, center in enumerate(CENTERS)}


@dataclass(frozen=True, eq=False, slots=True)
class Boards:
    """Movement phases as arrays, one row a position, one column a unit.

    regions: int8 (positions, units), the number of each unit's region; the rest of a row is padding.
    powers: int8, same shape, index in POWERS. fleets: bool, same shape.
    counts: int8 (positions,), how many units of the row are real.
    owners: int8 (positions, 34), the power owning each center in sorted order, -1 for nobody.
    turns: int32 (positions,), twice the year, plus one in the fall.

    Unit i of a position made by `of` is `position.units[i]`. Raises ImpossiblePosition when arrays do not fit
    together or a position cannot be: a fleet inland, two units in a province, an unknown number.
    """

    regions: npt.NDArray[np.int8]
    powers: npt.NDArray[np.int8]
    fleets: npt.NDArray[np.bool_]
    counts: npt.NDArray[np.int8]
    owners: npt.NDArray[np.int8]
    turns: npt.NDArray[np.int32]

    @classmethod
    def of(cls, positions: Sequence[Position]) -> Self:
        """The arrays of these positions.

        Raises ImpossiblePosition, naming the first field that is wrong.
        """
        rows: list[list[int]] = []
        owners: list[list[int]] = []
        sound = True
        for index, position in enumerate(positions):
            numbers = _sound_numbers(position)
            if numbers is None:
                sound = False
                _check_values(position, f"positions[{index}].")
                numbers = unit_numbers(position.units)
            rows.append(numbers)
            owners.append(_owners(position))
        width = max(map(len, rows), default=0)
        table = np.array([row + [0] * (width - len(row)) for row in rows], np.int64).reshape(len(rows), width)
        arrays: tuple[npt.NDArray[Any], ...] = (
            REGION_OF_RANK[table & PART].astype(np.int8),
            (table >> 8).astype(np.int8),
            table >> 7 & 1 != 0,
            np.array(list(map(len, rows)), np.int8),
            np.array(owners, np.int8).reshape(len(rows), len(CENTERS)),
            np.array([2 * p.phase.year + (p.phase.season == "F") for p in positions], np.int32),
        )
        if not sound:
            return cls(*arrays)
        boards = object.__new__(cls)
        for field, array in zip(fields(cls), arrays, strict=True):
            object.__setattr__(boards, field.name, array)
        return boards

    def __post_init__(self) -> None:
        _check_shapes(self)
        _check_units(self)

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def width(self) -> int:
        """Number of columns of the arrays, at least one per unit."""
        return int(self.regions.shape[1])

    @property
    def units(self) -> Units:
        """Arrays of units in the form the kernel reads."""
        return Units(self.regions, self.powers, self.counts)

    def unit(self, index: int, column: int) -> Unit:
        """One unit of the position at this index."""
        power, region = POWERS[self.powers[index, column]], REGIONS[self.regions[index, column]]
        return Unit(power, "F" if self.fleets[index, column] else "A", region)

    def position(self, index: int) -> Position:
        """The position at this index as a value; its units come sorted."""
        turn = int(self.turns[index])
        units = [self.unit(index, column) for column in range(self.counts[index])]
        centers = {
            center: POWERS[owner] for center, owner in zip(CENTERS, self.owners[index], strict=True) if owner >= 0
        }
        phase = Phase("F" if turn % 2 else "S", turn // 2, "M")
        return Position(phase, tuple(sorted(units)), MappingProxyType(centers))


def _sound_numbers(position: Position) -> list[int] | None:
    """The numbers of a sound position's units; None if in doubt."""
    try:
        numbers = unit_numbers(position.units)
        provinces = {PROVINCE_OF[unit.region] for unit in position.units}
    except KeyError:
        return None
    sound = (
        position.phase.kind == "M"
        and not position.dislodged
        and len(provinces) == len(numbers) <= MAX_UNITS
        and UNITS.keys() >= set(numbers)
        and _CENTER_INDEX.keys() >= position.centers.keys()
        and POWER_INDEX.keys() >= set(position.centers.values())
    )
    return numbers if sound else None


def _owners(position: Position) -> list[int]:
    owners = [-1] * len(CENTERS)
    for center, owner in position.centers.items():
        owners[_CENTER_INDEX[center]] = POWER_INDEX[owner]
    return owners


def _check_values(position: Position, where: str) -> None:
    """Raise ImpossiblePosition for what has no number or no room in the arrays."""

    def refuse(field: str, reason: str) -> NoReturn:
        raise ImpossiblePosition(where + field, reason)

    if position.phase.kind != "M":
        refuse("phase", f"{position.phase} is not a movement phase")
    if position.dislodged:
        refuse("dislodged", "only a retreat phase has dislodged units")
    if len(position.units) > MAX_UNITS:
        refuse("units", f"{len(position.units)} units are more than {MAX_UNITS}")
    for column, unit in enumerate(position.units):
        if unit.region not in REGION_INDEX:
            refuse(f"units[{column}]", f"{unit.region!r} is not a region of the board")
        if unit.power not in POWER_INDEX:
            refuse(f"units[{column}]", f"{unit.power!r} is not a power")
        if unit.kind not in ("A", "F"):
            refuse(f"units[{column}]", f"{unit.kind!r} is neither an army (A) nor a fleet (F)")
    for center, owner in position.centers.items():
        if center not in CENTERS:
            refuse("centers", f"{center!r} is not a supply center")
        if owner not in POWER_INDEX:
            refuse("centers", f"{owner!r} is not a power")


def _check_shapes(boards: Boards) -> None:
    number = len(boards.counts)
    shapes: dict[str, tuple[tuple[int, ...], type[np.generic]]] = {
        "regions": (boards.regions.shape, np.int8),
        "powers": (boards.regions.shape, np.int8),
        "fleets": (boards.regions.shape, np.bool_),
        "counts": ((number,), np.int8),
        "owners": ((number, len(CENTERS)), np.int8),
        "turns": ((number,), np.int32),
    }
    if boards.regions.ndim != 2 or len(boards.regions) != number:
        raise ImpossiblePosition("regions", f"the shape is {boards.regions.shape}, not ({number}, units)")
    for field, (shape, kind) in shapes.items():
        array: npt.NDArray[np.generic] = getattr(boards, field)
        if array.shape != shape or array.dtype != kind:
            expected = f"{kind.__name__} {shape}"
            raise ImpossiblePosition(field, f"the array is {array.dtype} {array.shape}, not {expected}")
    wrong = np.flatnonzero((boards.counts < 0) | (boards.counts > min(boards.width, MAX_UNITS)))
    if len(wrong):
        raise ImpossiblePosition(
            f"counts[{wrong[0]}]", f"{boards.counts[wrong[0]]} is not between 0 and {boards.width}"
        )


def _check_units(boards: Boards) -> None:
    real = np.arange(boards.width) < boards.counts[:, None]
    _refuse(
        "powers", real & ((boards.powers < 0) | (boards.powers >= len(POWERS))), "there is no power {}", boards.powers
    )
    unknown = real & ((boards.regions < 0) | (boards.regions >= len(REGIONS)))
    _refuse("regions", unknown, "there is no region {}", boards.regions)
    regions = np.where(real, boards.regions, 0)
    stands = STANDS[boards.fleets.astype(np.intp), regions]
    for kind, name in ((False, "an army"), (True, "a fleet")):
        wrong = real & ~stands & (boards.fleets == kind)
        _refuse("units", wrong, name + " cannot stand in {}", boards.regions, REGIONS)
    places = np.where(real, PROVINCE_AT[regions], 128 + np.arange(boards.width))
    order = np.argsort(places, axis=1, kind="stable")
    ranked = np.take_along_axis(places, order, axis=1)
    twice = np.zeros(places.shape, np.bool_)
    np.put_along_axis(twice, order[:, 1:], ranked[:, 1:] == ranked[:, :-1], axis=1)
    _refuse("units", twice, "a second unit in the province of {}", boards.regions, REGIONS)
    owners = boards.owners
    _refuse("centers", (owners < -1) | (owners >= len(POWERS)), "there is no power {}", owners)


def _refuse(
    field: str,
    wrong: npt.NDArray[np.bool_],
    reason: str,
    values: npt.NDArray[np.int8],
    names: Sequence[str] | None = None,
) -> None:
    """Raise ImpossiblePosition for the first place where `wrong`, with the value there put into the reason."""
    if not wrong.any():
        return
    index, column = (int(number) for number in np.argwhere(wrong)[0])
    value = int(values[index, column])
    raise ImpossiblePosition(f"positions[{index}].{field}[{column}]", reason.format(names[value] if names else value))
