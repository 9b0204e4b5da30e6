"""Deals that make sense, and what is wrong with those that do not: `cases/sense.toml`."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudication.phase import parse_phase
from adjudication.position import Position, opening
from adjudication.powers import as_power
from negotiation.diplomacy import DIPLOMACY
from negotiation.ledger import Agreement
from negotiation.parser import parse_formula
from negotiation.sense import faults
from tests.bots.boards import board

BOARDS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "cases" / "sense.toml").read_text("utf-8"))[
    "board"
]
CASES = [(each, case) for each in BOARDS for case in each["deal"]]


def position_of(told: dict[str, Any]) -> Position:
    if told["units"] == "opening":
        return opening()
    return board(told["phase"], *told["units"], centers=told["centers"])


@pytest.mark.parametrize(("told", "case"), CASES, ids=[f"{told['name']}: {case['says']}" for told, case in CASES])
def test_what_is_wrong_with_a_deal(told: dict[str, Any], case: dict[str, Any]) -> None:
    among = [as_power(power) for power in case.get("among", "FRA GER").split()]
    standing = [
        Agreement(
            parse_phase(told["phase"]),
            tuple(map(as_power, powers.split())),
            parse_formula(deal, DIPLOMACY),  # type: ignore[arg-type]
        )
        for powers, deal in case.get("standing", ())
    ]
    deal: Any = parse_formula(case["deal"], DIPLOMACY)
    found = faults(deal, among, position_of(told), standing=standing)
    assert {str(fault.flaw) for fault in found} == set(case.get("flaws", ()))
