"""Positions as arrays: what goes in comes out, and what cannot be is refused."""

from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any, cast

import numpy as np
import pytest

from adjudication.batch import Boards
from adjudication.phase import parse_phase
from adjudication.position import Dislodged, ImpossiblePosition, Position, Unit, opening
from adjudication.powers import Power
from tests.adjudication.batch.dealer import deal_position

START = opening()


def test_positions_come_back() -> None:
    rng = Random(3)
    positions = [START, *(deal_position(rng, rng.randint(0, 40), 0.5) for _ in range(50))]
    boards = Boards.of(positions)
    assert [boards.position(index) for index in range(len(boards))] == positions


def test_no_positions_are_fine() -> None:
    assert len(Boards.of([])) == 0


def standing(*units: Unit) -> Position:
    return replace(START, units=units)


@pytest.mark.parametrize(
    ("position", "field", "reason"),
    [
        (standing(Unit("FRA", "F", "PAR")), "units[0]", "a fleet cannot stand in PAR"),
        (standing(Unit("FRA", "A", "BUR"), Unit("FRA", "A", "NTH")), "units[1]", "an army cannot stand in NTH"),
        (standing(Unit("RUS", "F", "STP")), "units[0]", "a fleet cannot stand in STP"),
        (standing(Unit("RUS", "A", "STP/NC")), "units[0]", "an army cannot stand in STP/NC"),
        (standing(Unit("RUS", "F", "STP/WC")), "units[0]", "'STP/WC' is not a region"),
        (standing(Unit("RUS", "A", "STP"), Unit("ENG", "F", "STP/NC")), "units[1]", "a second unit"),
        (standing(Unit("XXX", "A", "STP")), "units[0]", "'XXX' is not a power"),  # type: ignore[arg-type]
        (standing(Unit("RUS", "B", "STP")), "units[0]", "'B' is neither"),  # type: ignore[arg-type]
        (replace(START, phase=parse_phase("F1901R")), "phase", "F1901R is not a movement phase"),
        (replace(START, phase=parse_phase("W1901A")), "phase", "W1901A is not a movement phase"),
        (replace(START, dislodged=(Dislodged(Unit("FRA", "A", "PAR"), "BUR", ()),)), "dislodged", "only a retreat"),
        (replace(START, centers=MappingProxyType({"BUR": "FRA"})), "centers", "'BUR' is not a supply center"),
        (replace(START, centers=MappingProxyType({"PAR": cast(Power, "XXX")})), "centers", "'XXX' is not a power"),
        (standing(*(Unit("FRA", "A", "PAR") for _ in range(63))), "units", "63 units are more than 62"),
    ],
)
def test_an_impossible_position_is_refused_with_field_and_reason(position: Position, field: str, reason: str) -> None:
    with pytest.raises(ImpossiblePosition) as refused:
        Boards.of([START, position])
    assert refused.value.field == f"positions[1].{field}"
    assert reason in refused.value.reason


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"regions": np.zeros((1, 22), np.int16)}, "regions"),
        ({"regions": np.zeros(22, np.int8)}, "regions"),
        ({"powers": np.zeros((1, 21), np.int8)}, "powers"),
        ({"counts": np.array([23], np.int8)}, "counts[0]"),
        ({"owners": np.zeros((1, 33), np.int8)}, "owners"),
        ({"owners": np.full((1, 34), 7, np.int8)}, "positions[0].centers[0]"),
        ({"powers": np.full((1, 22), 7, np.int8)}, "positions[0].powers[0]"),
        ({"regions": np.full((1, 22), 81, np.int8)}, "positions[0].regions[0]"),
        ({"regions": np.full((1, 22), -1, np.int8)}, "positions[0].regions[0]"),
    ],
)
def test_arrays_that_cannot_be_are_refused(change: dict[str, Any], field: str) -> None:
    good = Boards.of([START])
    with pytest.raises(ImpossiblePosition) as refused:
        replace(good, **change)
    assert refused.value.field == field
