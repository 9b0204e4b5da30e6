"""Adjustment phases."""

from dataclasses import replace

import pytest

from adjudication.adjustments import distance
from adjudication.notation import format_order
from adjudication.reasons import Reason
from adjudication.rulebook import STANDARD_RULES
from tests.adjudication.build import place, play

HOME_RULE = replace(STANDARD_RULES, disorder="home_centers")


def test_builds_up_to_the_number_due() -> None:
    position = place("W1901A", ["FRA A BUR"], {"FRA": ["PAR", "BRE", "MAR"]})
    resolution = play(position, {"FRA": ["BUILD A PAR", "BUILD F BRE", "BUILD F MAR", "A BUR H"]})
    assert [(each.result, each.reason) for each in resolution.outcomes] == [
        ("ok", Reason.BUILT),
        ("ok", Reason.BUILT),
        ("fail", Reason.NO_BUILD_DUE),
        ("illegal", Reason.WRONG_PHASE),
    ]
    assert [str(unit) for unit in resolution.next.units] == ["FRA A BUR", "FRA A PAR", "FRA F BRE"]
    assert str(resolution.next.phase) == "S1902M"


def test_builds_left_unused() -> None:
    position = place("W1901A", ["FRA A BUR"], {"FRA": ["PAR", "BRE", "MAR"]})
    resolution = play(position, {"FRA": ["WAIVE"]})
    assert [(format_order(each.order), each.reason) for each in resolution.outcomes] == [
        ("WAIVE", Reason.WAIVED),
        ("WAIVE", Reason.NOT_BUILT),
    ]


def test_waives_count() -> None:
    position = place("W1901A", ["FRA A BUR"], {"FRA": ["PAR", "BRE"]})
    resolution = play(position, {"FRA": ["WAIVE", "BUILD A PAR", "WAIVE"]})
    assert [each.reason for each in resolution.outcomes] == [Reason.WAIVED, Reason.NO_BUILD_DUE, Reason.NO_BUILD_DUE]


def test_an_army_built_on_a_coast_stands_in_the_province() -> None:
    position = place("W1901A", [], {"RUS": ["STP"]})
    assert [str(unit) for unit in play(position, {"RUS": ["BUILD A STP/NC"]}).next.units] == ["RUS A STP"]


def test_removals() -> None:
    position = place("W1901A", ["FRA A BUR", "FRA A PAR", "FRA F MAO"], {"FRA": ["PAR"]})
    resolution = play(position, {"FRA": ["REMOVE A BUR", "REMOVE A BUR", "REMOVE A PAR", "REMOVE F MAO"]})
    assert [each.reason for each in resolution.outcomes] == [
        Reason.REMOVED,
        Reason.TWICE,
        Reason.REMOVED,
        Reason.NO_REMOVAL_DUE,
    ]
    assert [str(unit) for unit in resolution.next.units] == ["FRA F MAO"]


def test_removals_by_rule_after_those_ordered() -> None:
    position = place("W1901A", ["FRA A BUR", "FRA A PAR", "FRA F MAO"], {"FRA": ["PAR"]})
    resolution = play(position, {"FRA": ["REMOVE A PAR"]})
    assert [format_order(each.order) for each in resolution.outcomes] == ["REMOVE A PAR", "REMOVE F MAO"]
    assert resolution.outcomes[1].reason is Reason.DISORDER


def test_a_power_without_centers_loses_all() -> None:
    resolution = play(place("W1901A", ["FRA A BUR", "FRA F GOL"]), {})
    assert resolution.next.units == ()
    assert {each.reason for each in resolution.outcomes} == {Reason.NO_CENTERS}, "nothing was left to order"


@pytest.mark.parametrize(
    ("units", "centers", "owned", "home"),
    [
        # The rules differ in the centers they count from ...
        (["ITA A WAR", "ITA A TUS"], ["WAR"], "ITA A TUS", "ITA A WAR"),
        # ... and in the ways a fleet may count: from Rumania to Trieste it is far by water.
        (["AUS F RUM", "AUS A SIL"], ["BUD"], "AUS A SIL", "AUS F RUM"),
        (["RUS F SKA", "RUS F BER"], ["STP"], "RUS F BER", "RUS F BER"),
    ],
)
def test_both_distance_rules(units: list[str], centers: list[str], owned: str, home: str) -> None:
    position = place("W1901A", units, {units[0][:3]: centers})
    for rulebook, gone in ((STANDARD_RULES, owned), (HOME_RULE, home)):
        assert [str(unit) for unit in play(position, {}, rulebook).next.units] == sorted(set(units) - {gone})


def test_distance() -> None:
    assert distance("A", "PAR", frozenset({"PAR"})) == 0
    assert distance("A", "GRE", frozenset({"NAP"})) == 2
    assert distance("F", "ROM", frozenset({"VEN"})) == 3
    assert distance("A", "ROM", frozenset({"VEN"})) == 1
    assert distance("F", "SEV", frozenset({"MOS"})) == 99
    assert distance("A", "PAR", frozenset()) == 99
