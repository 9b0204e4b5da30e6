"""Whole phases: what is skipped, who owns what, what happens without an order."""

from types import MappingProxyType

import pytest

from adjudication import facts
from adjudication.board import STANDARD
from adjudication.engine import adjudicate
from adjudication.position import make_unit, opening
from adjudication.reasons import Reason
from tests.adjudication.build import by_order, moves_ok, place, play


def test_spring_goes_to_fall() -> None:
    resolution = adjudicate(opening(), {})
    assert str(resolution.next.phase) == "F1901M"
    assert resolution.next.units == opening().units
    assert {each.reason for each in resolution.outcomes} == {Reason.NO_ORDER}
    assert len(resolution.outcomes) == 22


def test_an_idle_fall_skips_to_spring() -> None:
    position = place("F1901M", ["FRA A PAR"], {"FRA": ["PAR"]})
    assert str(play(position, {"FRA": ["A PAR H"]}).next.phase) == "S1902M"


def test_ownership_changes_after_fall_only() -> None:
    spring = place("S1901M", ["FRA A SPA"], {"FRA": ["PAR"]})
    assert dict(play(spring, {}).next.centers) == {"PAR": "FRA"}
    fall = place("F1901M", ["FRA A GAS", "FRA A BRE"], {"FRA": ["PAR"], "ENG": ["BRE"]})
    after = play(fall, {"FRA": ["A GAS - SPA"]}).next
    assert dict(after.centers) == {"BRE": "FRA", "PAR": "FRA", "SPA": "FRA"}
    assert str(after.phase) == "W1901A"


def test_ownership_waits_for_fall_retreats() -> None:
    position = place("F1901M", ["FRA A BUR", "FRA A RUH", "GER A BEL"], {"FRA": ["PAR", "MAR"], "GER": ["BER"]})
    middle = play(position, {"FRA": ["A BUR - BEL", "A RUH S A BUR - BEL"]}).next
    assert str(middle.phase) == "F1901R"
    assert dict(middle.centers) == dict(position.centers)
    assert [str(each.unit) for each in middle.dislodged] == ["GER A BEL"]
    after = play(middle, {"GER": ["A BEL - HOL"]}).next
    assert dict(after.centers) == {"BEL": "FRA", "BER": "GER", "HOL": "GER", "MAR": "FRA", "PAR": "FRA"}


def test_ownership_changes_though_everything_else_is_skipped() -> None:
    position = place("F1901M", ["FRA A GAS", "GER A SPA"], {"FRA": ["SPA"], "GER": ["BER"]})
    after = play(position, {"FRA": ["A GAS H"]}).next
    assert dict(after.centers) == {"BER": "GER", "SPA": "GER"}
    assert str(after.phase) == "W1901A"


def test_builds_that_have_no_room_are_no_reason_to_stop() -> None:
    homes = STANDARD.homes["FRA"]
    position = place("F1901M", [f"FRA A {home}" for home in homes], {"FRA": [*homes, "SPA"]})
    assert str(play(position, {}).next.phase) == "S1902M"


def test_lost_units_vanish_at_once() -> None:
    position = place("S1901M", ["ENG F POR", "FRA F SPA/SC", "FRA F MAO"])
    resolution = play(position, {"FRA": ["F SPA/SC - POR", "F MAO S F SPA/SC - POR"]})
    assert str(resolution.next.phase) == "F1901M"
    assert [str(unit) for unit in resolution.next.units] == ["FRA F MAO", "FRA F POR"]
    outcome = by_order(resolution)["ENG DISBAND F POR"]
    assert (outcome.result, outcome.reason, outcome.by) == ("ok", Reason.NO_RETREAT, ("SPA",))


def test_illegal_orders_hold_and_say_so() -> None:
    position = place("S1901M", ["FRA A PAR", "GER A MUN"])
    resolution = play(position, {"FRA": ["A PAR - MOS", "A MUN - BUR", "A KIE H", "BUILD A PAR", "WAIVE"]})
    reasons = [(each.result, each.reason) for each in resolution.outcomes]
    assert reasons == [
        ("illegal", Reason.NOT_ADJACENT),
        ("illegal", Reason.FOREIGN_UNIT),
        ("illegal", Reason.NO_UNIT),
        ("illegal", Reason.WRONG_PHASE),
        ("illegal", Reason.WRONG_PHASE),
        ("ok", Reason.NO_ORDER),
    ]


def test_two_orders_to_one_unit() -> None:
    position = place("S1901M", ["FRA A PAR", "FRA A MAR"])
    both = play(position, {"FRA": ["A PAR - BUR", "A PAR - GAS", "A MAR - PAR"]})
    assert [(each.result, each.reason) for each in both.outcomes] == [
        ("illegal", Reason.TWO_ORDERS),
        ("illegal", Reason.TWO_ORDERS),
        ("illegal", Reason.NOT_ADJACENT),
    ]
    same = play(position, {"FRA": ["A PAR - BUR", "A PAR - BUR", "A PAR - MOS"]})
    assert [each.result for each in same.outcomes] == ["ok", "ok", "illegal", "ok"]


def test_orders_may_misname_kind_and_coast() -> None:
    position = place("S1901M", ["RUS F STP/SC", "RUS A LVN", "RUS A MOS"])
    resolution = play(position, {"RUS": ["A STP H", "A LVN S F STP/NC", "F MOS S A STP"]})
    assert [each.result for each in resolution.outcomes] == ["ok", "ok", "ok"]
    resolution = play(position, {"RUS": ["F STP/NC - FIN", "F LVN - WAR", "F MOS S F LVN - WAR"]})
    assert [each.result for each in resolution.outcomes] == ["ok", "ok", "ok"]
    carried = place("S1901M", ["ENG F NTH", "ENG A LON"])
    resolution = play(carried, {"ENG": ["A NTH C A LON - BEL", "F LON - BEL"]})
    assert [each.result for each in resolution.outcomes] == ["ok", "ok"]


def test_dislodged_without_an_order() -> None:
    position = place("S1901M", ["FRA A BUR", "FRA A RUH", "GER A MUN"])
    outcome = by_order(play(position, {"FRA": ["A BUR - MUN", "A RUH S A BUR - MUN"]}))["GER A MUN H"]
    assert (outcome.result, outcome.reason, outcome.by) == ("fail", Reason.DISLODGED, ("BUR",))


def test_positions_are_plain_values() -> None:
    resolution = adjudicate(opening(), {})
    assert isinstance(resolution.next.centers, MappingProxyType)
    assert make_unit("FRA", "A", "PAR") is make_unit("FRA", "A", "PAR")
    assert hash(resolution.next) == hash(adjudicate(opening(), {}).next)


@pytest.mark.parametrize("phase", ["S1901M", "F1901M", "W1901A", "F1901R"])
def test_an_empty_board_stays_empty(phase: str) -> None:
    resolution = play(place(phase, []), {})
    assert (resolution.outcomes, resolution.next.units) == ((), ())


def test_what_is_remembered_of_orders_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    position = place("S1901M", ["FRA A PAR"])
    facts._known.clear()
    monkeypatch.setattr(facts, "_MOST_KNOWN", 1)
    for order, reason in (("A PAR S A MAR - YOR", Reason.SUPPORT_OUT_OF_REACH), ("A PAR - BUR", Reason.MOVED)):
        assert play(position, {"FRA": [order]}).outcomes[0].reason is reason
        assert len(facts._known) == 1


@pytest.mark.parametrize(
    ("helped", "moved"),
    [(["F AEG S A BUL - CON"], ["RUS F BLA - ANK"]), (["F AEG H"], ["TUR F ANK - CON"])],
)
def test_a_supporter_saved_by_a_friend_who_wants_its_place(helped: list[str], moved: list[str]) -> None:
    """Only by dislodging it could Ankara stop the support against itself; Bulgaria keeps it out, if as strong."""
    position = place("S1902M", ["RUS F CON", "RUS F BLA", "RUS A BUL", "RUS F AEG", "TUR F ANK", "TUR A SMY"])
    orders = {
        "RUS": ["F CON S F BLA - ANK", "F BLA - ANK", "A BUL - CON", *helped],
        "TUR": ["F ANK - CON", "A SMY S F ANK - CON"],
    }
    assert set(moved) <= set(moves_ok(play(position, orders)))
