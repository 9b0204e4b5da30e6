"""Positions as JSON, and what cannot be one."""

import json
from random import Random
from typing import Any

import pytest

from adjudication.engine import adjudicate
from adjudication.options import legal_orders
from adjudication.position import ImpossiblePosition, Position, opening, position_as_dict, position_from_dict
from adjudication.powers import POWERS
from tests.adjudication.build import place

RETREAT = {
    "phase": "F1902R",
    "units": ["GER A NWY", "RUS F STP/SC"],
    "centers": {"GER": ["BER"], "RUS": ["MOS", "STP"]},
    "dislodged": [{"unit": "ENG F NWY", "from": "SWE", "retreats": ["BAR", "NTH"]}],
    "contested": ["SKA"],
}


def test_round_trip() -> None:
    assert position_as_dict(position_from_dict(RETREAT)) == RETREAT
    assert position_from_dict(position_as_dict(opening())) == opening()


def test_round_trip_through_whole_games() -> None:
    rng = Random(3)
    position = opening()
    for _ in range(60):
        assert same(position_from_dict(json.loads(json.dumps(position_as_dict(position)))), position)
        orders = {power: [rng.choice(found) for found in legal_orders(position, power).values()] for power in POWERS}
        position = adjudicate(position, orders).next


def same(one: Position, other: Position) -> bool:
    return one == other and dict(one.centers) == dict(other.centers)


def test_looking_things_up() -> None:
    position = opening()
    assert str(position.unit_at("STP")) == "RUS F STP/SC"
    assert position.unit_at("BEL") is None
    assert position.centers_of("TUR") == ("ANK", "CON", "SMY")
    assert [str(unit) for unit in position.units_of("TUR")] == ["TUR A CON", "TUR A SMY", "TUR F ANK"]


def test_optional_fields_of_a_position() -> None:
    position = position_from_dict({"phase": "S1901M", "units": ["FRA A PAR"], "anything": 1})
    assert same(position, place("S1901M", ["FRA A PAR"]))
    beaten = {"unit": "FRA F BRE", "from": "PIC"}
    given = position_from_dict({"phase": "S1901R", "units": ["GER A GAS"], "dislodged": [beaten], "contested": ["MAO"]})
    assert given.dislodged[0].retreats == ("ECH",)


def unit_error(text: str, reason: str) -> tuple[dict[str, Any], str, str]:
    return {"units": ["FRA A PAR", text]}, "units[1]", reason


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"phase": None}, "phase", "must be a text"),
        ({"phase": "S1902A"}, "phase", "there is no phase S1902A"),
        ({"phase": "x"}, "phase", "'x' is not a phase"),
        ({"phase": "W9999A"}, "phase", "the calendar ends"),
        ({"units": None}, "units", "must be a list"),
        ({"units": "FRA A PAR"}, "units", "must be a list"),
        ({"units": [3]}, "units[0]", "must be a text"),
        unit_error("", "'' is not a unit"),
        unit_error("FRA A", "is not a unit"),
        unit_error("XXX A MUN", "'XXX' is not a power"),
        unit_error("FRA X MUN", "'X' is not a kind"),
        unit_error("FRA A XXX", "'XXX' is not a province"),
        unit_error("GER A PAR", "GER A PAR stands where FRA A PAR stands"),
        unit_error("FRA F BUR", "a fleet cannot stand in Burgundy"),
        unit_error("FRA A NTH", "an army cannot stand in the North Sea"),
        unit_error("FRA F SPA", "stands on one coast: NC, SC"),
        unit_error("FRA F SPA/EC", "Spain has no coast 'EC'"),
        unit_error("FRA F BRE/", "Brest has no coast ''"),
        unit_error("FRA A SPA/NC", "stands on no coast"),
        unit_error("FRA A " + "X" * 500, "is not a province"),
        ({"centers": []}, "centers", "must be an object"),
        ({"centers": {"XXX": []}}, "centers", "'XXX' is not a power"),
        ({"centers": {"FRA": "PAR"}}, "centers.FRA", "must be a list"),
        ({"centers": {"FRA": ["XXX"]}}, "centers.FRA[0]", "is not a province"),
        ({"centers": {"FRA": ["BUR"]}}, "centers.FRA[0]", "is not a supply center"),
        ({"centers": {"FRA": ["PAR"], "GER": ["PAR"]}}, "centers.GER[0]", "named twice"),
        ({"phase": "F1902M"}, "dislodged", "is not a retreat phase"),
        ({"dislodged": {}}, "dislodged", "must be a list"),
        ({"dislodged": [3]}, "dislodged[0]", "must be an object"),
        ({"dislodged": [{"unit": "ENG F NWY"}]}, "dislodged[0].from", "say where the attacker came from"),
        ({"dislodged": [{"unit": "ENG F", "from": "SWE"}]}, "dislodged[0].unit", "is not a unit"),
        ({"contested": ["XXX"]}, "contested[0]", "is not a province"),
        ({"contested": ["NWY"]}, "contested", "NWY is occupied"),
    ],
)
def test_impossible(change: dict[str, Any], field: str, reason: str) -> None:
    with pytest.raises(ImpossiblePosition) as caught:
        position_from_dict(RETREAT | change)
    assert caught.value.field == field
    assert reason in caught.value.reason
    assert len(caught.value.reason) < 150


@pytest.mark.parametrize(
    ("retreats", "field", "reason"),
    [
        ("BAR", "dislodged[0].retreats", "must be a list"),
        (["XXX"], "dislodged[0].retreats[0]", "is not a province"),
        (["BAR", "MUN"], "dislodged[0].retreats[1]", "a fleet cannot stand"),
        (["LON"], "dislodged[0].retreats[0]", "cannot reach LON"),
        (["SKA"], "dislodged[0].retreats[0]", "occupied or contested"),
    ],
)
def test_impossible_retreats(retreats: Any, field: str, reason: str) -> None:
    beaten = [{"unit": "ENG F NWY", "from": "SWE", "retreats": retreats}]
    with pytest.raises(ImpossiblePosition) as caught:
        position_from_dict(RETREAT | {"dislodged": beaten})
    assert caught.value.field == field
    assert reason in caught.value.reason


def test_contested_outside_retreats() -> None:
    with pytest.raises(ImpossiblePosition, match="contested: S1901M is not a retreat phase"):
        position_from_dict({"phase": "S1901M", "units": [], "contested": ["BUR"]})


def test_two_dislodged_in_one_province() -> None:
    beaten = [{"unit": "ENG F NWY", "from": "SWE"}, {"unit": "RUS A NWY", "from": "SWE"}]
    with pytest.raises(ImpossiblePosition, match=r"dislodged\[1\]"):
        position_from_dict(RETREAT | {"dislodged": beaten})
