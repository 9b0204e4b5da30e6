"""Retreat phases."""

import pytest

from adjudication.reasons import Reason
from tests.adjudication.build import by_order, place, play

POSITION = place(
    "S1902R",
    ["GER A MUN", "GER A BUR"],
    {"FRA": ["PAR"]},
    [("FRA A BUR", "MUN", ["GAS", "PAR"]), ("FRA F GAS", "SPA", ["BRE", "MAO"]), ("ITA A MAR", "PIE", ["GAS", "SPA"])],
)


@pytest.mark.parametrize(
    ("orders", "after", "expected"),
    [
        (["A BUR - GAS"], ["FRA A GAS"], {"FRA A BUR - GAS": Reason.RETREATED}),
        (["DISBAND A BUR"], [], {"FRA DISBAND A BUR": Reason.DISBANDED}),
        ([], [], {"FRA DISBAND A BUR": Reason.NOT_RETREATED}),
        (["A BUR - MUN"], [], {"FRA A BUR - MUN": Reason.OCCUPIED, "FRA DISBAND A BUR": Reason.NOT_RETREATED}),
        (
            ["A BUR - GAS", "A BUR - PAR"],
            [],
            {"FRA A BUR - GAS": Reason.TWO_ORDERS, "FRA A BUR - PAR": Reason.TWO_ORDERS},
        ),
        (["A BUR - GAS", "A BUR - GAS"], ["FRA A GAS"], {"FRA A BUR - GAS": Reason.RETREATED}),
        (["A BUR - PIC", "A BUR - PAR"], ["FRA A PAR"], {"FRA A BUR - PAR": Reason.RETREATED}),
        (["A MUN S A BUR - GAS", "A BUR H"], [], {"FRA A BUR H": Reason.WRONG_PHASE}),
    ],
)
def test_a_unit_retreats_or_is_disbanded(orders: list[str], after: list[str], expected: dict[str, Reason]) -> None:
    resolution = play(POSITION, {"FRA": orders, "ITA": ["A MAR - SPA"]})
    units = [str(unit) for unit in resolution.next.units]
    assert units == [*after, "GER A BUR", "GER A MUN", "ITA A SPA"]
    found = by_order(resolution)
    assert {text: found[text].reason for text in expected} == expected


def test_two_to_one_place() -> None:
    resolution = play(POSITION, {"FRA": ["A BUR - GAS"], "ITA": ["A MAR - GAS"]})
    outcome = by_order(resolution)["FRA A BUR - GAS"]
    assert (outcome.result, outcome.reason, outcome.by) == ("fail", Reason.RETREATS_MET, ("MAR",))
    assert [str(unit) for unit in resolution.next.units] == ["GER A BUR", "GER A MUN"]


def test_the_only_open_coast_is_found() -> None:
    position = place("F1902R", [], dislodged=[("ITA F GRE", "SER", ["BUL/SC"])])
    after = play(position, {"ITA": ["F GRE - BUL"]}).next
    assert [str(unit) for unit in after.units] == ["ITA F BUL/SC"]
    assert dict(after.centers) == {"BUL": "ITA"}


def test_spring_retreats_go_to_fall() -> None:
    assert str(play(POSITION, {}).next.phase) == "F1902M"
