"""Why orders are refused, and that the orders offered are not."""

from dataclasses import replace
from random import Random

import pytest

from adjudication.legality import refusal
from adjudication.notation import format_order, parse_order
from adjudication.options import legal_orders, needed_adjustments
from adjudication.position import Position, opening
from adjudication.powers import POWERS, as_power
from adjudication.reasons import Reason
from adjudication.rulebook import EDITIONS, STANDARD_RULES, Rulebook
from tests.adjudication.build import place, region_of
from tests.adjudication.random_boards import crowd

SPRING = place(
    "S1902M",
    [
        "FRA A PAR",
        "FRA A BRE",
        "FRA F MAR",
        "FRA F POR",
        "ENG F ECH",
        "ENG F MAO",
        "ENG A LON",
        "GER A MUN",
        "RUS F STP/SC",
    ],
)
LANDWARD = replace(STANDARD_RULES, land_fallback=True)


@pytest.mark.parametrize(
    ("power", "text", "reason"),
    [
        ("FRA", "A PAR - BUR", None),
        ("FRA", "A PAR - MUN", Reason.NOT_ADJACENT),
        ("FRA", "A PAR - ECH", Reason.WRONG_TERRAIN),
        ("FRA", "A PAR - PAR", Reason.SAME_PLACE),
        ("FRA", "F MAR - PAR", Reason.WRONG_TERRAIN),
        ("FRA", "F POR - SPA", Reason.COAST_NEEDED),
        ("FRA", "F MAR - SPA", None),
        ("FRA", "F MAR - SPA/NC", Reason.WRONG_COAST),
        ("FRA", "F MAR - GAS", Reason.NOT_ADJACENT),
        ("FRA", "A GAS H", Reason.NO_UNIT),
        ("FRA", "A MUN H", Reason.FOREIGN_UNIT),
        ("FRA", "A BRE - LON", None),
        ("FRA", "A BRE - NWY", Reason.NO_ROUTE),
        ("FRA", "A BRE - PIC VIA", None),
        ("FRA", "A PAR - PIC VIA", Reason.NO_ROUTE),
        ("FRA", "F MAR - GOL VIA", None),
        ("FRA", "A PAR S A MUN - BUR", None),
        ("FRA", "A PAR S A PAR", Reason.SUPPORTS_ITSELF),
        ("FRA", "A PAR S A MUN - RUH", Reason.SUPPORT_OUT_OF_REACH),
        ("FRA", "A PAR S A GAS - BUR", Reason.SUPPORTED_MISSING),
        ("FRA", "A PAR S F MAR - BUR", Reason.SUPPORTED_CANNOT),
        ("FRA", "A PAR S A LON - PIC", None),
        ("FRA", "A PAR S A LON - BUR", Reason.SUPPORTED_CANNOT),
        ("FRA", "F POR S F MAR - SPA/SC", None),
        ("FRA", "F POR S F MAR - SPA/NC", Reason.SUPPORTED_CANNOT),
        ("ENG", "F ECH S A LON - BRE", Reason.SUPPORTED_CANNOT),
        ("ENG", "F ECH C A LON - BRE", None),
        ("ENG", "F MAO C A LON - BRE", Reason.CONVOY_USELESS),
        ("ENG", "F ECH C A LON - LON", Reason.SAME_PLACE),
        ("ENG", "F ECH C A LON - MUN", Reason.CONVOY_NOWHERE),
        ("ENG", "F ECH C A PIC - LON", Reason.NO_ARMY),
        ("ENG", "F ECH C A POR - LON", Reason.NO_ARMY),
        ("FRA", "F MAR C A LON - BRE", Reason.NOT_AT_SEA),
        ("RUS", "F STP/NC - BAR", Reason.NOT_ADJACENT),
        ("RUS", "F STP/NC - GOB", None),
        ("RUS", "A STP - LVN", None),
        ("RUS", "BUILD A MOS", Reason.WRONG_PHASE),
    ],
)
def test_movement(power: str, text: str, reason: Reason | None) -> None:
    found = refusal(SPRING, as_power(power), parse_order(text))
    assert (found.reason if found else None) is reason
    if found:
        assert found.text.endswith(".")
        assert found.power == power


@pytest.mark.parametrize(
    ("text", "rulebook", "reason"),
    [
        ("A BRE - LON", EDITIONS["dipgame"], Reason.NOT_ADJACENT),
        ("A BRE - PIC VIA", EDITIONS["dipgame"], Reason.CONVOYS_OFF),
        ("A PAR S A LON - PIC", EDITIONS["dipgame"], Reason.SUPPORTED_CANNOT),
        ("A PAR - PIC VIA", LANDWARD, None),
        ("A BRE - NWY VIA", LANDWARD, Reason.NO_ROUTE),
    ],
)
def test_optional_rules(text: str, rulebook: Rulebook, reason: Reason | None) -> None:
    found = refusal(SPRING, "FRA", parse_order(text), rulebook)
    assert (found.reason if found else None) is reason


def test_convoys_off() -> None:
    order = parse_order("F ECH C A LON - BRE")
    found = refusal(SPRING, "ENG", order, EDITIONS["dipgame"])
    assert found is not None
    assert found.reason is Reason.CONVOYS_OFF


FALL = place(
    "F1902R",
    ["GER A MUN", "GER A KIE"],
    dislodged=[("FRA A BUR", "MUN", ["GAS", "PIC"]), ("ITA F GRE", "SER", ["BUL/SC", "ALB"])],
)


@pytest.mark.parametrize(
    ("power", "text", "reason"),
    [
        ("FRA", "A BUR - GAS", None),
        ("FRA", "DISBAND A BUR", None),
        ("FRA", "A BUR - MUN", Reason.OCCUPIED),
        ("FRA", "A BUR - PAR", Reason.CONTESTED),
        ("FRA", "A BUR - BOH", Reason.NOT_ADJACENT),
        ("FRA", "A BUR - BUR", Reason.SAME_PLACE),
        ("FRA", "A GAS - PAR", Reason.NO_UNIT),
        ("GER", "A MUN - BOH", Reason.NOT_DISLODGED),
        ("GER", "A BUR - GAS", Reason.FOREIGN_UNIT),
        ("GER", "A MUN H", Reason.WRONG_PHASE),
        ("ITA", "F GRE - BUL", None),
        ("ITA", "F GRE - BUL/SC", None),
        ("ITA", "F GRE - BUL/EC", Reason.WRONG_COAST),
        ("ITA", "F GRE - SER", Reason.WRONG_TERRAIN),
        ("ITA", "F GRE - AEG", Reason.CONTESTED),
    ],
)
def test_retreats(power: str, text: str, reason: Reason | None) -> None:
    found = refusal(FALL, as_power(power), parse_order(text, "R"))
    assert (found.reason if found else None) is reason


def test_not_back_to_the_attacker() -> None:
    position = place("F1902R", ["GER A BUR"], dislodged=[("FRA A BUR", "MUN", ["GAS"])])
    found = refusal(position, "FRA", parse_order("A BUR - MUN", "R"))
    assert found is not None
    assert found.reason is Reason.TO_ATTACKER
    assert found.text == "The army in Burgundy cannot retreat to Munich, where its attacker came from."


def test_army_retreats_ignore_coasts() -> None:
    position = place("F1902R", ["GER A GAS"], dislodged=[("FRA A GAS", "BUR", ["SPA"])])
    assert refusal(position, "FRA", parse_order("A GAS - SPA/NC", "R")) is None


def test_fleet_must_choose_between_open_coasts() -> None:
    position = place("F1902R", ["GER A POR"], dislodged=[("FRA F POR", "MAO", ["SPA/NC", "SPA/SC"])])
    found = refusal(position, "FRA", parse_order("F POR - SPA", "R"))
    assert found is not None
    assert found.reason is Reason.COAST_NEEDED


WINTER = place(
    "W1902A",
    ["RUS A MOS", "RUS F BLA", "TUR A CON", "TUR A SMY", "GER A RUH"],
    {"RUS": ["MOS", "STP", "WAR", "RUM"], "TUR": ["CON"], "GER": ["BER", "KIE"], "ENG": ["SEV"]},
)


@pytest.mark.parametrize(
    ("power", "text", "reason"),
    [
        ("RUS", "BUILD F STP/NC", None),
        ("RUS", "BUILD A STP/NC", None),
        ("RUS", "BUILD F STP", Reason.COAST_NEEDED),
        ("RUS", "BUILD F WAR", Reason.WRONG_TERRAIN),
        ("RUS", "BUILD A MOS", Reason.OCCUPIED),
        ("RUS", "BUILD A SEV", Reason.NOT_OWNED),
        ("RUS", "BUILD A RUM", Reason.NOT_HOME),
        ("RUS", "WAIVE", None),
        ("RUS", "REMOVE A MOS", Reason.NO_REMOVAL_DUE),
        ("TUR", "REMOVE A SMY", None),
        ("TUR", "REMOVE A MOS", Reason.FOREIGN_UNIT),
        ("TUR", "REMOVE A ARM", Reason.NO_UNIT),
        ("TUR", "WAIVE", Reason.NO_BUILD_DUE),
        ("TUR", "A SMY - ARM", Reason.WRONG_PHASE),
    ],
)
def test_adjustments(power: str, text: str, reason: Reason | None) -> None:
    found = refusal(WINTER, as_power(power), parse_order(text, "A"))
    assert (found.reason if found else None) is reason


def test_no_build_due() -> None:
    position = place("W1902A", ["RUS A UKR"], {"RUS": ["MOS"]})
    found = refusal(position, "RUS", parse_order("BUILD A MOS", "A"))
    assert found is not None
    assert found.reason is Reason.NO_BUILD_DUE


def test_needed_adjustments() -> None:
    assert [needed_adjustments(WINTER, power) for power in POWERS] == [0, 0, 0, 1, 0, 2, -1]


def test_adjustment_options() -> None:
    texts = {region: [format_order(each) for each in found] for region, found in legal_orders(WINTER, "RUS").items()}
    assert texts == {
        "STP": ["BUILD A STP", "BUILD F STP/NC", "BUILD F STP/SC", "WAIVE"],
        "WAR": ["BUILD A WAR", "WAIVE"],
    }
    assert [format_order(each[0]) for each in legal_orders(WINTER, "TUR").values()] == ["REMOVE A CON", "REMOVE A SMY"]
    assert legal_orders(WINTER, "FRA") == {}


def test_retreat_options() -> None:
    texts = {region: [format_order(each) for each in found] for region, found in legal_orders(FALL, "ITA").items()}
    assert texts == {"GRE": ["F GRE - BUL/SC", "F GRE - ALB", "DISBAND F GRE"]}


def test_opening_options() -> None:
    counts = {power: sum(map(len, legal_orders(opening(), power).values())) for power in POWERS}
    assert sum(counts.values()) == 238
    lvp = [format_order(order) for order in legal_orders(opening(), "ENG")["LVP"]]
    assert lvp[:5] == ["A LVP H", "A LVP - CLY", "A LVP - EDI", "A LVP - WAL", "A LVP - YOR"]


def every_movement_order(position: Position) -> set[str]:
    """All orders that could be written for the position's units, legal or not."""
    places = sorted(
        {unit.province for unit in position.units} | {"LON", "BEL", "SPA", "SPA/NC", "SPA/SC", "NTH", "TUN", "NAP"}
    )
    found = set()
    for unit in position.units:
        found.add(f"{unit.kind} {unit.region} H")
        found |= {f"{unit.kind} {unit.region} - {goal}{via}" for goal in places for via in ("", " VIA")}
        for other in position.units:
            found.add(f"{unit.kind} {unit.region} S {other.kind} {other.region}")
            found |= {f"{unit.kind} {unit.region} S {other.kind} {other.region} - {goal}" for goal in places}
            found |= {f"{unit.kind} {unit.region} C A {other.province} - {goal[:3]}" for goal in places}
    return found


def missing_from_options(position: Position, rulebook: Rulebook) -> set[str]:
    """Legal orders that are not offered, nor the same order written in full."""
    missing = set()
    for power in POWERS:
        offered = {format_order(each) for found in legal_orders(position, power, rulebook).values() for each in found}
        for text in every_movement_order(position):
            order = parse_order(text)
            unit = position.unit_at(region_of(order)[:3])
            if unit is None or unit.power != power or refusal(position, power, order, rulebook) is not None:
                continue
            plain = text.removesuffix(" VIA")
            coast_left_out = any(each.startswith(f"{plain}/") for each in offered)
            coast_not_needed = "/" in plain.rpartition(" - ")[2] and plain.rpartition("/")[0] in offered
            if plain not in offered and not coast_left_out and not coast_not_needed:
                missing.add(text)
    return missing


@pytest.mark.parametrize("edition", ["2023", "classic", "dipgame"])
def test_options_are_the_legal_orders(edition: str) -> None:
    rng, rulebook = Random(7), EDITIONS[edition]
    for _ in range(12):
        position = crowd(rng, 7)
        for power in POWERS:
            for found in legal_orders(position, power, rulebook).values():
                assert len(set(found)) == len(found)
                assert [refusal(position, power, order, rulebook) for order in found] == [None] * len(found)
        assert missing_from_options(position, rulebook) == set()
