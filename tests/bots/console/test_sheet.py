"""The sheet of orders outside movement phases."""

from adjudication.orders import Build, Remove, Retreat, Waive
from adjudication.powers import Power
from adjudication.rulebook import STANDARD_RULES
from bots.console.sheet import Sheet
from bots.contract import CORNERS
from bots.view import SeatView


def sheet(corner: str, power: Power = "FRA") -> Sheet:
    return Sheet(SeatView(power, CORNERS[corner], STANDARD_RULES))


def test_builds_are_counted() -> None:
    builds = sheet("two coasts to build on", "RUS")
    assert builds.summary == "2 more builds due; without an order it is left unused."
    assert list(builds.read("build fleet stp north coast")) == [
        "BUILD F STP/NC: A fleet is built on the north coast of St Petersburg."
    ]
    assert next(iter(builds.read("waive"))).startswith("WAIVE")
    assert builds.summary == ""
    assert list(builds.read("build A sev")) == ["Only 2 adjustments are due; 'cancel' and a place takes one back."]
    assert next(iter(builds.read("build A stp"))).startswith("BUILD A STP")
    assert builds.orders == (Build("A", "STP"), Waive())
    assert builds.cancel("") == "All orders are taken back."
    assert len(builds.orders) == 0


def test_removals_are_counted() -> None:
    last = sheet("last unit goes")
    list(last.read("remove spa"))
    assert last.orders == (Remove("A", "SPA"),)


def test_retreats_go_where_they_may() -> None:
    retreats = sheet("two want one retreat")
    assert retreats.summary == "Without an order, PAR, BRE will disband."
    assert list(retreats.choices("paris")) == ["A PAR - GAS", "DISBAND A PAR"]
    list(retreats.read("A PAR - GAS"))
    assert retreats.orders == (Retreat("A", "PAR", "GAS"),)
    refused = list(retreats.read("F BRE - ENG"))
    assert refused[0].endswith("? BRE lists what is legal there.")
